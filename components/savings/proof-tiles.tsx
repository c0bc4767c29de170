import { formatRelativeChange } from '#lib/core/algorithms/text/format-relative-change.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  allowedLoss,
  isWithinAllowedLoss,
  type ReplayEstimate,
} from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { formatCostPerSolved, formatNoise, formatTasks, unknownWords } from './proof-words.ts';

interface Props {
  replay: Replay;
  estimate: ReplayEstimate;
}

/** What all tasks together show: cost, tasks solved, and how much equal runs differ. */
export function ProofTiles({ replay, estimate }: Props) {
  return (
    <section className="tiles proof-tiles" aria-label="Result">
      <CostTile replay={replay} estimate={estimate} />
      <SolvedTile estimate={estimate} />
      <NoiseTile replay={replay} estimate={estimate} />
    </section>
  );
}

function CostTile({ replay, estimate }: Props) {
  const { unit, taskCount, runCount } = estimate;
  const rounds = runCount / 2 / taskCount;
  const times = rounds === 1 ? 'once' : rounds === 2 ? 'twice' : `${formatTasks(rounds)} times`;
  return (
    <div className="tile">
      <h3>
        {unit === 'tokens'
          ? 'Tokens per solved task, with the split'
          : 'Cost per solved task, with the split'}
      </h3>
      <div className="tile-figure">
        <CostFigure estimate={estimate} />
      </div>
      <div className="cmp">{`${formatCostPerSolved(estimate, 'on')} in place of ${formatCostPerSolved(estimate, 'off')}`}</div>
      <p>
        {taskCount === 1 ? 'One task' : `The same ${formatCount(taskCount, 'task')}`}
        {`, ${times} each with and without, by turns.`}
        {unit === 'tokens' &&
          ' No price is known. Input that repeats the call before it counts a tenth, as it usually costs.'}
        {replay.isOffline && ' The model follows a script.'}
        {estimate.interval?.scope === 'these tasks' && ' The interval is of these tasks alone.'}
      </p>
    </div>
  );
}

/** A percentage only where one is stated. */
function CostFigure({ estimate: { change, interval, verdict, unknownFor } }: Pick<Props, 'estimate'>) {
  if (unknownFor !== null) {
    return (
      <>
        <span className="mid">Not known</span>
        <small>{unknownWords[unknownFor]}</small>
      </>
    );
  }
  if (verdict === 'no difference') {
    return (
      <>
        <span className="mid">No difference shown</span>
        {interval && <small>{formatBetween(interval)}</small>}
      </>
    );
  }
  return (
    <>
      {change === null ? 'Solved nothing' : formatRelativeChange(change)}
      {interval && <small>{formatBetween(interval)}</small>}
    </>
  );
}

/** `between −61% and −38%, 19 times of 20`. */
const formatBetween = ({ low, high }: { low: number; high: number }): string =>
  `between ${formatRelativeChange(low)} and ${formatRelativeChange(high)}, 19 times of 20`;

function SolvedTile({ estimate }: Pick<Props, 'estimate'>) {
  const { isChecked, solved, solvedChange, taskCount } = estimate;
  if (!isChecked) {
    return (
      <div className="tile">
        <h3>Solved</h3>
        <div className="tile-figure">
          <span className="mid">Not known</span>
        </div>
        <p>Recorded conversations have no automatic check.</p>
      </div>
    );
  }
  const { low } = solvedChange;
  const allowed = allowedLoss * taskCount;
  const worst =
    low === null
      ? 'a script has no worst case'
      : `at worst ${formatTasks(Math.max(0, -low))} fewer, ${formatTasks(allowed)} allowed`;
  return (
    <div className="tile">
      <h3>Solved</h3>
      <div className="tile-figure">
        {formatTasks(solved.on)}
        <small>{`of ${formatNumber(taskCount)}, with`}</small>
      </div>
      <div className="cmp">
        {`${formatTasks(solved.off)} without; ${worst}`}
        {isWithinAllowedLoss(estimate) === false && <b className="warn"> Not shown</b>}
      </div>
      <p>Each task is checked by a program, not by a model.</p>
    </div>
  );
}

function NoiseTile({ replay, estimate: { noise } }: Props) {
  const isExact = replay.isOffline && !replay.hasMistakes;
  return (
    <div className="tile">
      <h3>Control’s own variation</h3>
      <div className="tile-figure">
        {noise === null || isExact ? (
          <span className="mid">{noise === null ? 'Not known' : 'None'}</span>
        ) : (
          <>
            {formatNoise(noise)}
            <small>between equal runs</small>
          </>
        )}
      </div>
      {noise !== null && noise > 0 && <div className="cmp">Shaded below</div>}
      <p>
        {noise === null
          ? 'It takes several rounds, for example five: -n 5. Until then no saving is claimed.'
          : isExact
            ? 'A script without mistakes does the same each time.'
            : 'No saving inside it is claimed.'}
      </p>
    </div>
  );
}
