import { expect } from 'vitest';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import type { Fact } from '#lib/split/facts.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import type { Subject, Summarizer } from '#lib/split/summarizer.ts';

export interface Run extends Partial<Subject> {
  /** Stands for its arguments and its title. */
  command?: string;
  exitCode?: number | null;
  counts?: string | null;
  /** The text comes in pieces of so many characters. */
  pieceCharacters?: number;
}

/** What some summarizers make of a text: the parts of the first line, and the facts by rank. Quoted pieces are literal. */
export function understandText(
  text: string,
  table: readonly Summarizer[],
  { command, exitCode = 0, counts = null, pieceCharacters = 60_001, ...change }: Run = {},
) {
  const subject: Subject = {
    tool: 'run_pty_cmd',
    args: command === undefined ? {} : { command },
    type: 'terminal',
    title: command ?? 'output',
    language: null,
    firstLine: 1,
    ...change,
  };
  const reading = createResultReading(subject, { head: text, tail: text }, table);
  for (let start = 0; start < text.length; start += pieceCharacters) {
    reading.push(text.slice(start, start + pieceCharacters));
  }
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const summary = reading.finish({ exitCode, lineCount, byteLength: Buffer.byteLength(text), counts });
  expect(summary.faults).toEqual([]);
  const facts = summary.sections.flatMap((section) => section.facts).toSorted((a, b) => a.rank - b.rank);
  const clean = plainTerminalText(text);
  for (const fact of facts) expectLiteral(fact, clean);
  return {
    kind: summary.kind,
    verdict: summary.verdict.join(', '),
    explainsFailure: summary.explainsFailure,
    facts: facts.map((fact) => fact.text),
    sections: summary.sections,
    findings: summary.findings.all.map((finding) => finding.text),
  };
}

const cut = /… \((?:\+[\d,]+ characters|the line goes on)\)$/;

function expectLiteral({ text, quotes = [] }: Fact, clean: string): void {
  for (const quoted of quotes) {
    expect(clean.includes(quoted.replace(cut, '')), text.slice(0, 300)).toBe(true);
    expect(text.includes(quoted), text.slice(0, 300)).toBe(true);
  }
}
