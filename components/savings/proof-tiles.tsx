import { formatRelativeChange } from '#lib/core/algorithms/text/format-relative-change.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  allowedLoss,
  isWithinAllowedLoss,
  type ReplayEstimate,
} from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { formatCostPerSolved, formatNoise, formatTasks } from './proof-words.ts';

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
      <NoiseTile estimate={estimate} />
    </section>
  );
}

function CostTile({ replay, estimate }: Props) {
  const { change, interval, unit, taskCount, verdict } = estimate;
  const { roundsWanted, isOffline } = replay;
  const times = ['once', 'twice'][roundsWanted - 1] ?? `${formatNumber(roundsWanted)} times`;
  return (
    <div className="tile">
      <h3>
        {unit === 'tokens'
          ? 'Tokens per solved task, with the split'
          : 'Cost per solved task, with the split'}
      </h3>
      <div className="tile-figure">
        {change === null || interval === null ? (
          <span className="mid">No interval</span>
        ) : (
          <>
            {formatRelativeChange(change)}
            <small>{formatBetween(interval)}</small>
          </>
        )}
      </div>
      <div className="cmp">{`${formatCostPerSolved(estimate, 'on')} in place of ${formatCostPerSolved(estimate, 'off')}`}</div>
      <p>
        {taskCount === 1 ? 'One task' : `The same ${formatCount(taskCount, 'task')}`}
        {`, ${times} each with and without, by turns.`}
        {unit === 'tokens' &&
          ' No price is known. Input that repeats the call before it counts a tenth, as it usually costs.'}
        {isOffline && ' The model follows a script.'}
        {interval === null && ' The runs do not vary, so nothing can be said about how sure it is.'}
        {verdict === 'no difference' && ' No difference is shown.'}
      </p>
    </div>
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
  const worst = Math.max(0, -solvedChange.low);
  const allowed = allowedLoss * taskCount;
  return (
    <div className="tile">
      <h3>Solved</h3>
      <div className="tile-figure">
        {formatTasks(solved.on)}
        <small>{`of ${formatNumber(taskCount)}, with`}</small>
      </div>
      <div className="cmp">
        {`${formatTasks(solved.off)} without; at worst ${formatTasks(worst)} fewer, ${formatTasks(allowed)} allowed`}
        {!isWithinAllowedLoss(estimate) && <b className="bad"> Not met</b>}
      </div>
      <p>Each task is checked by a program, not by a model.</p>
    </div>
  );
}

function NoiseTile({ estimate: { noise } }: Pick<Props, 'estimate'>) {
  return (
    <div className="tile">
      <h3>Control’s own variation</h3>
      <div className="tile-figure">
        {noise === null ? (
          <span className="mid">Not known</span>
        ) : (
          <>
            {formatNoise(noise)}
            <small>between equal runs</small>
          </>
        )}
      </div>
      {noise !== null && <div className="cmp">Shaded below</div>}
      <p>
        {noise === null
          ? 'It takes several rounds, for example five: -n 5. Until then no saving is claimed.'
          : 'No saving inside it is claimed.'}
      </p>
    </div>
  );
}
