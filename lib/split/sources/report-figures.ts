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
  const state = openReportReader();
  return {
    line: (text, number) => readLine(state, text, number),
    finish: () => finish(state),
  };
}

const openReportReader = () => ({
  found: createTally(20),
  figures: new Map<string, Fact>(),
  pairs: [] as Fact[],
  row: null as { head: string | null; cell: string | null; cells: number; line: number } | null,
});
type ReportReaderState = ReturnType<typeof openReportReader>;

function endRow(state: ReportReaderState) {
  if (
    state.row?.cells === 2 &&
    state.row.head !== null &&
    state.row.cell !== null &&
    state.pairs.length < maxPairs
  ) {
    const value = quote(state.row.cell, 80);
    state.pairs.push({
      rank: (state.pairs.length < 4 ? ranks.lead : ranks.sample) + state.pairs.length,
      text: `${state.row.head} ${value}:${state.row.line}`,
      line: state.row.line,
    });
  }
  state.row = null;
}

function readText(state: ReportReaderState, message: string, number: number) {
  if (message === '' || message.length > 80) return;
  const level = message.length < 20 ? message.toLowerCase().replace(/(?: severity| risk|:)$/, '') : '';
  if (levels.has(level)) state.found.add(level);
  if (state.figures.size < maxFigures && figure.test(message) && !state.figures.has(message))
    state.figures.set(message, {
      rank: ranks.spread + state.figures.size / 10,
      text: `${message}:${number}`,
      line: number,
    });
}

function readCells(state: ReportReaderState, text: string, number: number) {
  for (const piece of text.split(/<\/t[hdr]>/)) {
    if (piece.includes('<tr')) endRow(state);
    const start = Math.max(piece.lastIndexOf('<th'), piece.lastIndexOf('<td'));
    if (start === -1) continue;
    const cell = copyString(plainText(piece.slice(start)).trim());
    state.row ??= { head: null, cell: null, cells: 0, line: number };
    state.row.cells += 1;
    readText(state, cell, number);
    if (cell === '' || cell.length > 200) continue;
    if (state.row.cells === 1 && piece.startsWith('<th', start)) state.row.head = cell;
    else if (piece.startsWith('<td', start)) state.row.cell ??= cell;
  }
  if (text.includes('</tr')) endRow(state);
}

function readLine(state: ReportReaderState, text: string, number: number) {
  if (text.length > longestRead) return;
  if (/<\/?t[dhr]/.test(text)) readCells(state, text, number);
  else readText(state, plainText(text.trim()).trim(), number);
}

function finish(state: ReportReaderState): Section[] {
  endRow(state);
  const severities = [...levels].filter((level) => state.found.get(level) > 0);
  return [
    list('figures:', [...state.figures.values()]),
    list(
      'levels:',
      severities.map((level, index) => ({
        rank: ranks.spread + 1 + index / 100,
        text: plural(state.found.get(level), level, level),
      })),
    ),
    list(null, state.pairs),
  ];
}

const list = (heading: string | null, facts: readonly Fact[]): Section => ({
  heading,
  noun: null,
  total: facts.length,
  layout: 'list',
  facts,
});
