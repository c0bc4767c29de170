import { formatSpread, median, spreadOf } from './spread.ts';

/** One table for printing. */
export interface Report {
  title: string;
  /** How it was measured, including units. */
  method: string;
  goal: string;
  columns: string[];
  rows: ReportRow[];
}

export interface ReportRow {
  cells: string[];
  /** `null`: this row is the baseline for others and has no goal. */
  isMet: boolean | null;
  /** What `npm run bench -- guard` compares with the last accepted figures. */
  guarded?: GuardedFigure[];
}

/** A ratio to a peer in the same run, or a count: nearly the same on every machine. */
export interface GuardedFigure {
  name: string;
  value: number;
  better: 'higher' | 'lower';
}

/** A row for a figure over several rounds, with the maximum of its median. */
export const limitRow = (
  name: string,
  max: number,
  figures: readonly number[],
  fractionDigits: number,
): ReportRow => ({
  cells: [name, formatSpread(spreadOf(figures), fractionDigits), String(max)],
  isMet: median(figures) <= max,
});

export function printReport({ title, method, goal, columns, rows }: Report): void {
  const odd = rows.find(({ cells }) => cells.length !== columns.length);
  if (odd) throw new Error(`“${title}” has a row of ${odd.cells.length} cells for ${columns.length} columns`);
  const lines = [
    [...columns, 'goal'],
    ...rows.map(({ cells, isMet }) => [...cells, isMet === null ? '' : isMet ? 'met' : 'MISSED']),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  console.log(`\n${title}\n${method}\nGoal: ${goal}\n`);
  for (const cells of lines) {
    console.log(`  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
  }
}
