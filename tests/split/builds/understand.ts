import { expect } from 'vitest';
import { plainTerminalText } from '../../../lib/core/terminal-text.ts';
import { builds } from '../../../lib/split/builds/builds.ts';
import type { Fact } from '../../../lib/split/facts.ts';
import { createResultReading } from '../../../lib/split/read-result.ts';
import type { Subject } from '../../../lib/split/summarizer.ts';
import { recording } from '../../support/recordings.ts';

export interface Run extends Partial<Pick<Subject, 'type' | 'language'>> {
  command?: string;
  exitCode?: number;
}

/** What the summarizers of builds make of a text: the first line's parts, and the facts by rank. Quoted pieces are literal. */
export function understand(
  text: string,
  { command, exitCode = 1, type = 'terminal', language = null }: Run = {},
) {
  const args = command === undefined ? {} : { command };
  const subject = { tool: 'run_pty_cmd', args, type, title: command ?? 'output', language, firstLine: 1 };
  const reading = createResultReading(subject, { head: text, tail: text }, builds);
  reading.push(text);
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

/** The same of a recording in `tests/fixtures/split/builds`. */
export function understandRecording(name: string) {
  const { text, command, exitCode } = recording(`builds/${name}`);
  return understand(text, { command, exitCode: exitCode ?? 0 });
}

const cut = /… \(\+[\d,]+ characters\)$/;

function expectLiteral({ text, quotes = [] }: Fact, clean: string): void {
  for (const quoted of quotes) {
    expect(clean, text).toContain(quoted.replace(cut, ''));
    expect(text).toContain(quoted);
  }
}
