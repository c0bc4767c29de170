import { expect } from 'vitest';
import { plainTerminalText } from '../../lib/core/terminal-text.ts';
import type { Fact } from '../../lib/split/facts.ts';
import { createResultReading } from '../../lib/split/read-result.ts';
import type { Subject, Summarizer } from '../../lib/split/summarizer.ts';

export interface Run extends Partial<Pick<Subject, 'type' | 'language' | 'tool'>> {
  command?: string;
  path?: string;
  exitCode?: number;
}

/** What some summarizers make of a text that comes in pieces: the parts of the first line, and the facts by rank. Quoted pieces are literal. */
export function understandText(
  text: string,
  table: readonly Summarizer[],
  { command, path, exitCode = 0, type = 'terminal', language = null, tool = 'run_pty_cmd' }: Run = {},
) {
  const args = command === undefined ? {} : { command };
  const subject = { tool, args, type, title: command ?? path ?? 'output', language, firstLine: 1 };
  const reading = createResultReading(subject, { head: text, tail: text }, table);
  for (let start = 0; start < text.length; start += 60_001) reading.push(text.slice(start, start + 60_001));
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const summary = reading.finish({ exitCode, lineCount, byteLength: text.length, counts: null });
  expect(summary.faults).toEqual([]);
  const facts = summary.sections.flatMap((section) => section.facts).toSorted((a, b) => a.rank - b.rank);
  const clean = plainTerminalText(text);
  for (const fact of facts) expectLiteral(fact, clean);
  return {
    kind: summary.kind,
    verdict: summary.verdict.join(', '),
    tellsFailure: summary.tellsFailure,
    facts: facts.map((fact) => fact.text),
    sections: summary.sections,
  };
}

const cut = /… \((?:\+[\d,]+ characters|the line goes on)\)$/;

function expectLiteral({ text, quotes = [] }: Fact, clean: string): void {
  for (const quoted of quotes) {
    for (const line of quoted.replace(cut, '').split('\n'))
      expect(clean.includes(line), text.slice(0, 300)).toBe(true);
    expect(text.includes(quoted), text.slice(0, 300)).toBe(true);
  }
}
