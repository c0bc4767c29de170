import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import type { ReplayEstimate } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatNumber } from '../ui/format-number.ts';
import { whatDidNotWork } from './what-did-not-work.ts';

/** What the figures of a replay contain, and what speaks against them. */
export function ProofNotes({ replay, all }: { replay: Replay; all: ReplayEstimate }) {
  return (
    <div className="honest">
      <div>
        <b>Charged to the split</b>
        {formatDefinitions(replay)} Every recall, every extra step, and what our views add to the provider’s
        cache.
      </div>
      <div>
        <b>The other side</b>
        The same agent with every result up to 25,000 tokens whole. It has no recall tool
        {replay.hasPrograms ? ' and writes no programs.' : '.'}
        {replay.seed > 0 && ` Order by the seed ${formatNumber(replay.seed)}, sides by turns.`}
      </div>
      <div>
        <b>What did not work</b>
        {whatDidNotWork(replay, all).join(' ')}
      </div>
    </div>
  );
}

function formatDefinitions({ tasks, hasPrograms }: Replay): string {
  const [on, off] = [totalsOf(tasks, 'on'), totalsOf(tasks, 'off')];
  if (on.definitionTokens === null || off.definitionTokens === null || on.steps === 0 || off.steps === 0) {
    return 'Tool definitions.';
  }
  const more = Math.round(on.definitionTokens / on.steps - off.definitionTokens / off.steps);
  const whose = hasPrograms ? 'The definitions of recall and programs' : 'The recall tool’s definition';
  return more > 0 ? `${whose}: ${formatNumber(more)} tokens a step.` : 'Tool definitions.';
}
