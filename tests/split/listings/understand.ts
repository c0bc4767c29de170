import { expect } from 'vitest';
import { plainTerminalText } from '../../../lib/core/terminal-text.ts';
import { listings } from '../../../lib/split/listings/listings.ts';
import { createResultReading } from '../../../lib/split/read-result.ts';
import type { Subject } from '../../../lib/split/summarizer.ts';

/** What is made of a listing: the first line's parts, and the facts by rank. Quoted pieces are literal. `null`: our own tool made it. */
export function understand(command: string | null, text: string, exitCode = 0) {
  const subject: Subject =
    command === null
      ? { tool: 'list_files', args: { path: '.' }, type: 'tree', title: '.', language: null, firstLine: 1 }
      : {
          tool: 'run_pty_cmd',
          args: { command },
          type: 'terminal',
          title: command,
          language: null,
          firstLine: 1,
        };
  const reading = createResultReading(subject, { head: text, tail: text }, listings);
  reading.push(text);
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const summary = reading.finish({ exitCode, lineCount, byteLength: Buffer.byteLength(text), counts: null });
  expect(summary.faults).toEqual([]);
  const clean = plainTerminalText(text);
  const facts = summary.sections.flatMap((section) => section.facts).toSorted((a, b) => a.rank - b.rank);
  for (const { text: told, quotes = [] } of facts) {
    for (const quoted of quotes) {
      expect(clean, told).toContain(quoted.replace(/… \((?:\+[\d,]+ characters|the line goes on)\)$/, ''));
      expect(told).toContain(quoted);
    }
  }
  return {
    kind: summary.kind,
    verdict: summary.verdict.join(', '),
    tellsFailure: summary.tellsFailure,
    facts: facts.map((fact) => fact.text),
    sections: summary.sections,
  };
}
