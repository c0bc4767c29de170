import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { createTally } from '../tally.ts';
import { plainText } from './plain-text.ts';

export interface ReportReader {
  /** Reads a line of a page outside of scripts and styles. */
  line(text: string, number: number): void;
  finish(): Section[];
}

/** Longer lines contain more than a figure. */
const longestRead = 1_000;
const maxFigures = 8;
const maxPairs = 12;
const levels = new Set(
  'critical,blocker,high,serious,major,moderate,medium,minor,low,info,error,warning,failed,passed,skipped,broken,pending'.split(
    ',',
  ),
);
const figure =
  /^\d[\d,.]*%? +(?:[a-z-]+ +){0,2}(?:issues?|vulnerabilit(?:y|ies)|vulnerable|errors?|warnings?|failures?|failed|passed|passing|failing|skipped|pending|tests?(?: ran)?|suites?|problems?|findings?|alerts?|violations?|statements|branches|functions|lines|dependencies|files)\b/i;

/**
 * Reads the figures of reports: counts with their nouns, rows of a name and a value, and how often each
 * severity level occurs.
 */
export function createReportReader(): ReportReader {
  const found = createTally(20);
  const figures = new Map<string, Fact>();
  const pairs: Fact[] = [];
  let row: { head: string | null; cell: string | null; cells: number; line: number } | null = null;

  const endRow = () => {
    if (row?.cells === 2 && row.head !== null && row.cell !== null && pairs.length < maxPairs) {
      const value = quote(row.cell, 80);
      pairs.push({
        rank: (pairs.length < 4 ? ranks.lead : ranks.sample) + pairs.length,
        text: `${row.head} ${value}:${row.line}`,
        line: row.line,
      });
    }
    row = null;
  };
  const readText = (message: string, number: number) => {
    if (message === '' || message.length > 80) return;
    const level = message.length < 20 ? message.toLowerCase().replace(/(?: severity| risk|:)$/, '') : '';
    if (levels.has(level)) found.add(level);
    if (figures.size < maxFigures && figure.test(message) && !figures.has(message))
      figures.set(message, {
        rank: ranks.spread + figures.size / 10,
        text: `${message}:${number}`,
        line: number,
      });
  };
  const readCells = (text: string, number: number) => {
    for (const piece of text.split(/<\/t[hdr]>/)) {
      if (piece.includes('<tr')) endRow();
      const start = Math.max(piece.lastIndexOf('<th'), piece.lastIndexOf('<td'));
      if (start === -1) continue;
      const cell = copyString(plainText(piece.slice(start)).trim());
      row ??= { head: null, cell: null, cells: 0, line: number };
      row.cells += 1;
      readText(cell, number);
      if (cell === '' || cell.length > 200) continue;
      if (row.cells === 1 && piece.startsWith('<th', start)) row.head = cell;
      else if (piece.startsWith('<td', start)) row.cell ??= cell;
    }
    if (text.includes('</tr')) endRow();
  };

  return {
    line(text, number) {
      if (text.length > longestRead) return;
      if (/<\/?t[dhr]/.test(text)) readCells(text, number);
      else readText(plainText(text.trim()).trim(), number);
    },
    finish() {
      endRow();
      const severities = [...levels].filter((level) => found.get(level) > 0);
      return [
        list('figures:', [...figures.values()]),
        list(
          'levels:',
          severities.map((level, index) => ({
            rank: ranks.spread + 1 + index / 100,
            text: plural(found.get(level), level, level),
          })),
        ),
        list(null, pairs),
      ];
    },
  };
}

const list = (heading: string | null, facts: readonly Fact[]): Section => ({
  heading,
  noun: null,
  total: facts.length,
  layout: 'list',
  facts,
});
