import { expect } from 'vitest';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import type { AssistantView } from '#lib/split/split.ts';
import { stripHidden } from '#lib/split/strip-hidden.ts';

const remaining = /… \((?:\+[\d,]+ characters|the line goes on)\)$/;

/** Every piece that a view shows as quoted stands in the input, and in the view as the fact has it. */
export function expectTrueQuotes({ text, ranked }: AssistantView, input: string): void {
  // As the model reads it: what does not show is taken out of both.
  const clean = stripHidden(plainTerminalText(input));
  for (const { fact, isShown } of ranked) {
    for (const quoted of fact.quotes ?? []) {
      const literal = quoted.replace(remaining, '');
      for (const line of literal.split('\n')) expect(clean, fact.text).toContain(stripHidden(line).trim());
      expect(fact.text).toContain(quoted);
    }
    if (!isShown) continue;
    for (const quoted of fact.quotes ?? []) {
      // What folding took out of a path stands before it.
      const last = quoted.split('\n').at(-1)?.split('/').at(-1) ?? '';
      expect(text).toContain(last.trim());
    }
  }
}
