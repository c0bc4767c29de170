import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import type { ReplayEstimate } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { type ReplayTotals, totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatNumber } from '../ui/format-number.ts';
import { whatDidNotWork } from './what-did-not-work.ts';

/** What the figures of a replay contain, and what speaks against them. */
export function ProofNotes({ replay, all }: { replay: Replay; all: ReplayEstimate }) {
  return (
    <div className="honest">
      <div>
        <b>Charged to the split</b>
        {formatDefinitions(totalsOf(replay.tasks, 'on'), totalsOf(replay.tasks, 'off'))} Every recall, every
        extra step, and what our views add to the provider’s cache.
      </div>
      <div>
        <b>The other side</b>
        The same agent with every result up to 25,000 tokens whole. It has no recall tool.
        {replay.seed > 0 && ` Order by the seed ${formatNumber(replay.seed)}, sides by turns.`}
      </div>
      <div>
        <b>What did not work</b>
        {whatDidNotWork(replay, all).join(' ')}
      </div>
    </div>
  );
}

function formatDefinitions(on: ReplayTotals, off: ReplayTotals): string {
  if (on.definitionTokens === null || off.definitionTokens === null || on.steps === 0 || off.steps === 0) {
    return 'Tool definitions.';
  }
  const more = Math.round(on.definitionTokens / on.steps - off.definitionTokens / off.steps);
  return more > 0
    ? `The recall tool’s definition: ${formatNumber(more)} tokens a step.`
    : 'Tool definitions.';
}
