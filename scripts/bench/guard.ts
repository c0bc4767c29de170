import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardedFigure, Report } from './report.ts';

const file = join(import.meta.dirname, 'accepted.json');

/** Few rounds on a machine that is also doing other work differ by this factor. */
const tolerance = 1.35;

/** The last accepted figures, by name. */
const readAccepted = (): Record<string, number> => JSON.parse(readFileSync(file, 'utf8'));

const figuresOf = (reports: readonly Report[]): GuardedFigure[] =>
  reports.flatMap(({ rows }) => rows.flatMap(({ guarded = [] }) => guarded));

/** Stores the figures that later runs are compared with. */
export function acceptFigures(reports: readonly Report[]): void {
  const rounded = figuresOf(reports).map(({ name, value }) => [name, Number(value.toPrecision(3))]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** Compares the figures with the accepted ones; a missed goal here is a regression. */
export function compareWithAccepted(reports: readonly Report[]): Report {
  const accepted = readAccepted();
  const figures = figuresOf(reports);
  const gone = Object.keys(accepted).filter((name) => !figures.some((figure) => figure.name === name));
  return {
    title: 'Guard: these figures beside those accepted last',
    method: `ratios to a peer of the same run, and counts; ${tolerance} times worse is a step back`,
    goal: 'none is a step back, none is missing',
    columns: ['figure', 'now', 'accepted'],
    rows: [
      ...figures.map(({ name, value, better }) => {
        const before = accepted[name];
        const worse = before === undefined ? 1 : better === 'lower' ? value / before : before / value;
        const isMet = before === undefined ? null : before === value || worse <= tolerance;
        return { cells: [name, value.toFixed(2), before?.toFixed(2) ?? 'new'], isMet };
      }),
      ...gone.map((name) => ({ cells: [name, 'not measured', String(accepted[name])], isMet: false })),
    ],
  };
}
