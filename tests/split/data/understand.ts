import { expect } from 'vitest';
import { plainTerminalText } from '../../../lib/core/terminal-text.ts';
import { data } from '../../../lib/split/data/data.ts';
import type { Fact } from '../../../lib/split/facts.ts';
import { matches } from '../../../lib/split/matches/matches.ts';
import { createResultReading } from '../../../lib/split/read-result.ts';
import type { Subject } from '../../../lib/split/summarizer.ts';

export interface Given extends Partial<Subject> {
  exitCode?: number | null;
  counts?: string | null;
  /** The text comes in pieces of so many characters. */
  pieceCharacters?: number;
}

/** What searches and data are understood as, by their own summarizers alone. Quoted pieces are literal. */
export function understand(
  text: string,
  { exitCode = 0, counts = null, pieceCharacters = text.length, ...change }: Given = {},
) {
  const subject: Subject = {
    tool: 'run_pty_cmd',
    args: {},
    type: 'terminal',
    title: 'output',
    language: null,
    firstLine: 1,
    ...change,
  };
  const edges = { head: text.slice(0, 32 * 1024), tail: text.slice(-32 * 1024) };
  const reading = createResultReading(subject, edges, [...matches, ...data]);
  const step = Math.max(1, pieceCharacters);
  for (let from = 0; from < text.length; from += step) reading.push(text.slice(from, from + step));
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const summary = reading.finish({ exitCode, lineCount, byteLength: Buffer.byteLength(text), counts });
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

/** Of a command's output. */
export const understandCommand = (command: string, text: string, given: Given = {}) =>
  understand(text, { args: { command }, title: command, ...given });

/** Of a file. */
export const understandFile = (path: string, language: string | null, text: string, given: Given = {}) =>
  understand(text, { tool: 'read_file', type: 'file', args: { path }, title: path, language, ...given });

const cut = /… \((?:\+[\d,]+ characters|the line goes on)\)$/;

function expectLiteral({ text, quotes = [] }: Fact, clean: string): void {
  for (const quoted of quotes) {
    expect(clean, text).toContain(quoted.replace(cut, ''));
    expect(text).toContain(quoted);
  }
}
