import { formatMoney } from '../core/algorithms/text/format-money.ts';
import { formatRelativeChange } from '../core/algorithms/text/format-relative-change.ts';
import {
  type Replay,
  type ReplayedTask,
  type ReplaySide,
  type SplitSide,
  splitSides,
} from '../core/vocabulary/ledger/replay.ts';
import {
  allowedLoss,
  estimateKinds,
  estimateReplay,
  isWithinAllowedLoss,
  type ReplayEstimate,
} from '../core/vocabulary/ledger/replay-estimate.ts';
import { averageOf, type ReplayTotals, totalsOf } from '../core/vocabulary/ledger/replay-totals.ts';
import { taskKindNames } from '../core/vocabulary/ledger/task-kinds.ts';
import { figure } from '../split/figure.ts';

type Row = readonly string[];

/** Text for a terminal: what the replay shows and how sure it is, each task, and how reliable the figures are. */
export function printReplay(replay: Replay): string {
  const { tasks, level, model, isOffline, roundsWanted, seed } = replay;
  const on = totalsOf(tasks, 'on');
  const off = totalsOf(tasks, 'off');
  const all = estimateReplay(replay);
  const traits = [isOffline ? 'scripted' : null, ...traitsOf(replay)].filter((trait) => trait !== null);
  const name = `${isOffline ? 'The offline model' : model}${traits.length > 0 ? ` (${traits.join(', ')})` : ''}`;
  return [
    `${name}, the split at ${level} and off. ${amount(tasks.length, 'task')}, ${amount(roundsWanted, 'round')}, order by seed ${seed}.`,
    '',
    ...(all === null ? ['Nothing was run.', ''] : [...printEstimates(all, replay), '']),
    'Averages of a round:',
    ...alignColumns([
      ['task', 'split', 'input', 'output', 'cost', 'steps', 'recalls', 'time', 'checks'],
      ...tasks.flatMap((task) => taskRows(task, level)),
      ...splitSides.map((side) => [
        side === 'on' ? 'all' : '',
        side === 'on' ? level : 'off',
        ...figureCells(side === 'on' ? on : off),
        formatChecks(side === 'on' ? on : off),
      ]),
    ]),
    '',
    ...tasks.flatMap(notesOf),
    ...(all === null ? [] : printVerdict(all)),
    ...printDefinitions(on, off),
    ...(all?.unit === 'tokens'
      ? ['No price is known, so cost is in tokens; input that repeats the call before it counts a tenth.']
      : []),
    `The side without the split gets each result whole up to 25,000 tokens, and has no tool to recall${replay.hasPrograms ? ' or to run programs' : ''}.`,
    on.isEstimated || off.isEstimated
      ? `~ The provider did not report all usage: we counted these tokens (${replay.tokenizer}).`
      : 'Tokens as reported by the provider.',
  ].join('\n');
}

const traitsOf = ({ hasMistakes, hasPrograms }: Replay): string[] => [
  ...(hasMistakes ? ['with mistakes'] : []),
  ...(hasPrograms ? ['with the split it may write programs'] : []),
];

const amount = (count: number, what: string): string => `${figure(count)} ${what}${count === 1 ? '' : 's'}`;

function printEstimates(all: ReplayEstimate, replay: Replay): string[] {
  const cost = all.unit === 'tokens' ? 'tokens per solved task' : 'cost per solved task';
  const rows = [
    { name: 'all', estimate: all },
    ...estimateKinds(replay).map((estimate) => ({ name: taskKindNames[estimate.kind], estimate })),
  ];
  return alignColumns([
    ['kind', 'tasks', 'solved, off → on', `${cost}, off → on`, 'change', '95% interval', 'control', 'shown'],
    ...rows.map(({ name, estimate }) => [
      name,
      figure(estimate.taskCount),
      `${estimate.solved.off.toFixed(1)} → ${estimate.solved.on.toFixed(1)}`,
      `${formatCost(estimate, 'off')} → ${formatCost(estimate, 'on')}`,
      formatChange(estimate),
      estimate.unknownFor === null ? formatInterval(estimate.interval) : '–',
      formatNoise(estimate.noise),
      estimate.unknownFor === null ? estimate.verdict : unknownWords[estimate.unknownFor],
    ]),
  ]);
}

function formatCost({ costPerSolved, unit }: ReplayEstimate, side: SplitSide): string {
  const cost = costPerSolved[side];
  if (cost === null) return 'none solved';
  return unit === 'tokens' ? figure(Math.round(cost)) : formatMoney(Math.round(cost));
}

/** Only where one is stated. */
const formatChange = ({ change, verdict }: ReplayEstimate): string =>
  change !== null && (verdict === 'less' || verdict === 'more') ? formatRelativeChange(change) : '–';

const formatInterval = (interval: ReplayEstimate['interval']): string =>
  interval === null
    ? 'no interval'
    : `${formatRelativeChange(interval.low)} to ${formatRelativeChange(interval.high)}`;

const formatNoise = (noise: number | null): string =>
  noise === null ? 'not known' : Number.isFinite(noise) ? `±${Math.ceil(noise * 1_000) / 10}%` : '±∞';

const unknownWords: Record<NonNullable<ReplayEstimate['unknownFor']>, string> = {
  rounds: 'not known: too few rounds',
  tasks: 'not known: few tasks',
  solved: 'not known: none solved without',
};

function printVerdict(all: ReplayEstimate): string[] {
  const { verdict, unknownFor, interval, change } = all;
  const cost = all.unit === 'tokens' ? 'Tokens' : 'Cost';
  const scope = interval?.scope === 'these tasks' ? ', of these tasks alone' : '';
  const shown = {
    less: () => `${formatRelativeChange(change ?? 0)}, ${formatInterval(interval)}${scope}`,
    more: () =>
      change === null
        ? 'more, since nothing was solved with the split'
        : `${formatRelativeChange(change)}, ${formatInterval(interval)}${scope}`,
    'no difference': () => 'no difference is shown',
    unknown: () =>
      `no saving is stated (${unknownWords[unknownFor ?? 'tasks']})${unknownFor === 'rounds' ? '; -n 5 runs five rounds' : ''}`,
  }[verdict]();
  return [`${cost} per solved task, with the split: ${shown}.`, printSolved(all)];
}

function printSolved(all: ReplayEstimate): string {
  const { isChecked, solved, solvedChange, taskCount } = all;
  if (!isChecked) return 'Solved: no check.';
  const both = `Solved: ${solved.on.toFixed(1)} of ${taskCount} with the split, ${solved.off.toFixed(1)} without`;
  const { low } = solvedChange;
  if (low === null) return `${both}. A script has no worst case.`;
  const limit = (allowedLoss * taskCount).toFixed(1);
  const isMet = isWithinAllowedLoss(all) === true;
  return `${both}; at worst ${Math.max(0, -low).toFixed(1)} fewer, ${limit} are allowed: ${isMet ? 'met' : 'not shown'}.`;
}

function printDefinitions(on: ReplayTotals, off: ReplayTotals): string[] {
  if (on.definitionTokens === null || off.definitionTokens === null || on.steps * off.steps === 0) return [];
  const perStep = (side: ReplayTotals) => Math.round((side.definitionTokens ?? 0) / side.steps);
  return [
    `Charged to the split: tool definitions of ${figure(perStep(on))} tokens a step (${figure(perStep(off))} without), every recall and every extra step.`,
    ...splitSides.flatMap((side) => {
      const { compactions } = side === 'on' ? on : off;
      return compactions ? [`Compactions ${sideNames[side]}: ${formatAverage(compactions)} a round.`] : [];
    }),
  ];
}

const taskRows = ({ name, rounds }: ReplayedTask, level: string): Row[] =>
  rounds.length === 0
    ? [[name, '–', '', '', '', '', '', '', 'not run']]
    : splitSides.map((side) => {
        const average = averageOf(rounds, side);
        return [
          side === 'on' ? name : '',
          side === 'on' ? level : 'off',
          ...figureCells(average),
          formatChecks(average),
        ];
      });

const figureCells = (run: ReplayTotals): Row => {
  const mark = run.isEstimated ? '~' : '';
  return [
    `${mark}${figure(Math.round(run.inputTokens))}`,
    `${mark}${figure(Math.round(run.outputTokens))}`,
    run.costMicrodollars === null ? '–' : formatMoney(Math.round(run.costMicrodollars)),
    formatAverage(run.steps),
    formatAverage(run.recalls),
    `${(run.elapsedMs / 1000).toFixed(1)} s`,
  ];
};

const formatAverage = (value: number): string => figure(Math.round(value * 10) / 10);

const formatChecks = ({ passed, checked }: ReplayTotals): string =>
  checked === 0 ? 'no check' : `${figure(passed)} of ${figure(checked)}`;

const sideNames: Record<SplitSide, string> = { on: 'with the split', off: 'without' };

/** Each problem once, with how often there was one. */
function notesOf({ name, note, rounds }: ReplayedTask): string[] {
  const problems = splitSides.flatMap((side) => {
    const failed = rounds.map((round) => round[side]).filter((run: ReplaySide) => run.problem !== null);
    const [first] = failed;
    if (!first) return [];
    const often = failed.length === 1 ? '' : ` (${failed.length} rounds, this is the first)`;
    return [`${name}, ${sideNames[side]}: ${first.problem}${often}`];
  });
  return [...(note === null ? [] : [`${name}: ${note}`]), ...problems];
}

/** Aligns words to the left and figures to the right. */
function alignColumns(rows: readonly Row[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number) => column === 0 || column === head.length - 1 || head[column] === 'split';
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
