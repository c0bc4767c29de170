import { expect } from 'vitest';
import { plainTerminalText } from '../../../lib/core/terminal-text.ts';
import { createResultReading } from '../../../lib/split/read-result.ts';
import { manifests } from '../../../lib/split/sources/manifests.ts';
import { sources } from '../../../lib/split/sources/sources.ts';
import type { Subject } from '../../../lib/split/summarizer.ts';

export interface Read {
  command?: string;
  exitCode?: number;
  firstLine?: number;
}

/** What is made of a file: the first line's parts, and the facts by rank. Quoted pieces are literal. */
export function understand(path: string, text: string, { command, exitCode = 0, firstLine = 1 }: Read = {}) {
  const subject: Subject =
    command === undefined
      ? { tool: 'read_file', args: { path }, type: 'file', title: path, language: null, firstLine }
      : {
          tool: 'run_pty_cmd',
          args: { command },
          type: 'terminal',
          title: command,
          language: null,
          firstLine,
        };
  const reading = createResultReading(subject, { head: text, tail: text }, [...manifests, ...sources]);
  reading.push(text);
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const summary = reading.finish({ exitCode, lineCount, byteLength: Buffer.byteLength(text), counts: null });
  expect(summary.faults).toEqual([]);
  const facts = summary.sections.flatMap((section) => section.facts).toSorted((a, b) => a.rank - b.rank);
  const clean = plainTerminalText(text);
  for (const { text: told, quotes = [] } of facts) {
    for (const quoted of quotes) {
      expect(clean, told).toContain(quoted.replace(/… \((?:\+[\d,]+ characters|the line goes on)\)$/, ''));
      expect(told).toContain(quoted);
    }
  }
  return {
    kind: summary.kind,
    verdict: summary.verdict.join(', '),
    facts: facts.map((fact) => fact.text),
    sections: summary.sections,
  };
}
