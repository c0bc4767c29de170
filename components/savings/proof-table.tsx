import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type {
  Replay,
  ReplayedTask,
  ReplayFigures,
  ReplaySide,
  SplitSide,
} from '#lib/core/vocabulary/ledger/replay.ts';
import type { ReplayTotals } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatNumber } from '../ui/format-number.ts';
import { formatDuration } from '../ui/format-time.ts';
import { scrollRegion } from '../ui/scroll-region.ts';

const sides = ['on', 'off'] as const satisfies SplitSide[];
const figures = ['Input', 'Output', 'Cost', 'Steps', 'Recalls', 'Time'];

/** Two rows per task: with the split, and without. */
export function ProofTable({ replay, totals }: { replay: Replay; totals: Record<SplitSide, ReplayTotals> }) {
  return (
    <div className="table-scroll" {...scrollRegion('Runs')}>
      <table aria-label="Runs">
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
            <th scope="col">Proof</th>
          </tr>
        </thead>
        {replay.tasks.map((task) => (
          <TaskRows key={task.name} task={task} replay={replay} />
        ))}
        <tbody className="proof-sum">
          {sides.map((side) => (
            <tr key={side}>
              {side === 'on' && (
                <th scope="rowgroup" rowSpan={2}>
                  All
                </th>
              )}
              <SplitCell side={side} level={replay.level} />
              <FigureCells run={totals[side]} />
              <td className="l">
                {totals[side].checked === 0
                  ? 'no check'
                  : `${totals[side].passed} of ${totals[side].checked}`}
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TaskRows({ task, replay }: { task: ReplayedTask; replay: Replay }) {
  const { name, title, note } = task;
  if (task.sides === null) {
    return (
      <tbody>
        <tr>
          <th scope="row">{title}</th>
          <td className="l proof-wrap" colSpan={figures.length + 3}>
            {note}
          </td>
        </tr>
      </tbody>
    );
  }
  const { sides: runs } = task;
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
          <FigureCells run={runs[side]} />
          <CheckCell run={runs[side]} />
          <td>
            <a className="link" href={`/api/savings/replays/${replay.id}/runs/${name}.${side}`} download>
              Raw run<span className="vh">{` of ${title}, split ${side}`}</span>
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  );
}

const SplitCell = ({ side, level }: { side: SplitSide; level: string }) => (
  <td className={side === 'on' ? 'l' : 'l dim'}>{side === 'on' ? level : 'off'}</td>
);

function FigureCells({ run }: { run: ReplayFigures }) {
  const mark = run.isEstimated ? '~' : '';
  return (
    <>
      <td>{`${mark}${formatNumber(run.inputTokens)}`}</td>
      <td>{`${mark}${formatNumber(run.outputTokens)}`}</td>
      <td>{run.costMicrodollars === null ? '–' : formatMoney(run.costMicrodollars)}</td>
      <td>{formatNumber(run.steps)}</td>
      <td>{formatNumber(run.recalls)}</td>
      <td>{formatDuration(run.elapsedMs)}</td>
    </>
  );
}

const checkWords = { passed: 'passed', failed: 'failed', none: 'no check' };
const checkStates = { passed: 'good', failed: 'bad', none: 'dim' };

function CheckCell({ run: { check, problem } }: { run: ReplaySide }) {
  return (
    <td className="l proof-wrap">
      <span className={checkStates[check]}>{checkWords[check]}</span>
      {problem !== null && <span className="dim small proof-note">{problem}</span>}
    </td>
  );
}
