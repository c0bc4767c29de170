import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { Replay, ReplayedTask, SplitSide } from '#lib/core/vocabulary/ledger/replay.ts';
import { averageOf, type ReplayTotals, totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatNumber } from '../ui/format-number.ts';
import { formatDuration } from '../ui/format-time.ts';
import { scrollRegion } from '../ui/scroll-region.ts';

const sides = ['on', 'off'] as const satisfies SplitSide[];
const figures = ['Input', 'Output', 'Cost', 'Steps', 'Recalls', 'Time'];

/** Two rows per task: what a round used on average with the split, and without. */
export function ProofTable({ replay }: { replay: Replay }) {
  const isOften = replay.roundsWanted > 1;
  return (
    <div className="table-scroll" {...scrollRegion('Runs')}>
      <table className="proof-runs" aria-label={isOften ? 'Runs, averages of a round' : 'Runs'}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col" className="l">
              Split
            </th>
            {figures.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" className="l">
              Check
            </th>
            <th scope="col">{isOften ? 'Raw runs' : 'Proof'}</th>
          </tr>
        </thead>
        {replay.tasks.map((task) => (
          <TaskRows key={task.name} task={task} replay={replay} />
        ))}
        <tbody className="proof-sum">
          {sides.map((side) => (
            <SumRow key={side} side={side} level={replay.level} totals={totalsOf(replay.tasks, side)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SumRow({ side, level, totals }: { side: SplitSide; level: string; totals: ReplayTotals }) {
  return (
    <tr>
      {side === 'on' && (
        <th scope="rowgroup" rowSpan={2}>
          All
        </th>
      )}
      <SplitCell side={side} level={level} />
      <FigureCells run={totals} />
      <td className="l">{formatChecks(totals)}</td>
      <td />
    </tr>
  );
}

function TaskRows({ task, replay }: { task: ReplayedTask; replay: Replay }) {
  const { title, note, rounds } = task;
  if (rounds.length === 0) {
    return (
      <tbody>
        <tr>
          <th scope="row">{title}</th>
          <td className="l proof-wrap" colSpan={figures.length + 3}>
            {note ?? 'Not run yet.'}
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {sides.map((side) => (
        <tr key={side}>
          {side === 'on' && (
            <th scope="rowgroup" rowSpan={2}>
              {title}
              {note !== null && <span className="dim small proof-note">{note}</span>}
            </th>
          )}
          <SplitCell side={side} level={replay.level} />
          <FigureCells run={averageOf(rounds, side)} />
          <CheckCell task={task} side={side} />
          <td className="raw-runs">
            <RawRuns task={task} side={side} replayId={replay.id} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const SplitCell = ({ side, level }: { side: SplitSide; level: string }) => (
  <td className={side === 'on' ? 'l' : 'l dim'}>{side === 'on' ? level : 'off'}</td>
);

function FigureCells({ run }: { run: ReplayTotals }) {
  const mark = run.isEstimated ? '~' : '';
  return (
    <>
      <td>{`${mark}${formatNumber(Math.round(run.inputTokens))}`}</td>
      <td>{`${mark}${formatNumber(Math.round(run.outputTokens))}`}</td>
      <td>{run.costMicrodollars === null ? '–' : formatMoney(Math.round(run.costMicrodollars))}</td>
      <td>{formatAverage(run.steps)}</td>
      <td>{formatAverage(run.recalls)}</td>
      <td>{formatDuration(Math.round(run.elapsedMs))}</td>
    </>
  );
}

const formatAverage = (value: number): string => formatNumber(Math.round(value * 10) / 10);

const formatChecks = ({ passed, checked }: ReplayTotals): string =>
  checked === 0 ? 'no check' : `${formatNumber(passed)} of ${formatNumber(checked)}`;

/** How often the check passed, and the first thing that went wrong. */
function CheckCell({ task: { rounds }, side }: { task: ReplayedTask; side: SplitSide }) {
  const average = averageOf(rounds, side);
  const problem = rounds.map((round) => round[side].problem).find((words) => words !== null);
  const state = average.checked === 0 ? 'dim' : average.passed === average.checked ? 'good' : 'bad';
  const words =
    rounds.length > 1 || average.checked === 0
      ? formatChecks(average)
      : average.passed === 1
        ? 'passed'
        : 'failed';
  return (
    <td className="l proof-wrap">
      <span className={state}>{words}</span>
      {problem !== undefined && <span className="dim small proof-note">{problem}</span>}
    </td>
  );
}

interface RawRunsProps {
  task: ReplayedTask;
  side: SplitSide;
  replayId: string;
}

function RawRuns({ task: { name, title, rounds }, side, replayId }: RawRunsProps) {
  return rounds.map(({ round }) => (
    <a
      key={round}
      className="link"
      href={`/api/savings/replays/${replayId}/runs/${name}.${round}.${side}`}
      download
    >
      {rounds.length === 1 ? 'Raw run' : round}
      <span className="vh">
        {rounds.length === 1 ? ` of ${title}, split ${side}` : `: raw run of ${title}, split ${side}`}
      </span>
    </a>
  ));
}
