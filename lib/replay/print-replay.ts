import { formatMoney } from '../core/algorithms/text/format-money.ts';
import {
  type Replay,
  type ReplayedTask,
  type ReplayFigures,
  type ReplaySide,
  type SplitSide,
  splitSides,
} from '../core/vocabulary/ledger/replay.ts';
import { reductionOf, totalsOf } from '../core/vocabulary/ledger/replay-totals.ts';
import { figure } from '../split/figure.ts';

type Row = readonly string[];

const head: Row = ['task', 'split', 'input', 'output', 'cost', 'steps', 'recalls', 'time', 'check'];

/** Text for a terminal: a table of all runs, their totals, and how reliable they are. */
export function printReplay(replay: Replay): string {
  const { tasks, level, model, isOffline } = replay;
  const on = totalsOf(tasks, 'on');
  const off = totalsOf(tasks, 'off');
  const totals = { on: formatChecks(on), off: formatChecks(off) };
  const rows = [
    head,
    ...tasks.flatMap((task) => taskRows(task, level)),
    ...splitSides.map((side) => [
      side === 'on' ? 'all' : '',
      side === 'on' ? level : 'off',
      ...figureCells(side === 'on' ? on : off),
      totals[side],
    ]),
  ];
  const { tokensPercent, costPercent } = reductionOf(on, off);
  return [
    `${isOffline ? 'The offline model' : model}, the split at ${level} and off`,
    '',
    ...alignColumns(rows),
    '',
    ...tasks.flatMap(notesOf),
    `Tokens: ${formatLess(tokensPercent)}. Cost: ${costPercent === null ? 'not known' : formatLess(costPercent)}. Checks passed: ${totals.on} with the split, ${totals.off} without.`,
    on.isEstimated || off.isEstimated
      ? `~ The provider did not report all usage: we counted these tokens (${replay.tokenizer}).`
      : 'Tokens as reported by the provider.',
  ].join('\n');
}

const taskRows = ({ name, sides }: ReplayedTask, level: string): Row[] =>
  sides === null
    ? [[name, '–', '', '', '', '', '', '', 'not run']]
    : [
        [name, level, ...figureCells(sides.on), formatCheck(sides.on)],
        ['', 'off', ...figureCells(sides.off), formatCheck(sides.off)],
      ];

const figureCells = (run: ReplayFigures): Row => {
  const mark = run.isEstimated ? '~' : '';
  return [
    `${mark}${figure(run.inputTokens)}`,
    `${mark}${figure(run.outputTokens)}`,
    run.costMicrodollars === null ? '–' : formatMoney(run.costMicrodollars),
    figure(run.steps),
    figure(run.recalls),
    `${(run.elapsedMs / 1000).toFixed(1)} s`,
  ];
};

const formatCheck = ({ check }: ReplaySide): string => (check === 'none' ? 'no check' : check);

const formatChecks = ({ passed, checked }: { passed: number; checked: number }): string =>
  checked === 0 ? 'no check' : `${passed} of ${checked}`;

const formatLess = (percent: number | null): string =>
  percent === null ? 'nothing to compare' : `${Math.abs(percent)}% ${percent < 0 ? 'more' : 'less'}`;

const sideNames: Record<SplitSide, string> = { on: 'with the split', off: 'without' };

function notesOf({ name, note, sides }: ReplayedTask): string[] {
  const problems = splitSides.flatMap((side) => {
    const problem = sides?.[side].problem ?? null;
    return problem === null ? [] : [`${name}, ${sideNames[side]}: ${problem}`];
  });
  return [...(note === null ? [] : [`${name}: ${note}`]), ...problems];
}

/** Aligns words to the left and figures to the right. */
function alignColumns(rows: readonly Row[]): string[] {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = (column: number) => column >= 2 && column <= 7;
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
