import type { Replay, ReplayedTask } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  estimateKinds,
  isWithinAllowedLoss,
  type KindEstimate,
  type ReplayEstimate,
} from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { taskKindNames } from '#lib/core/vocabulary/ledger/task-kinds.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';

/** Sentences on what speaks against the split in a replay, or limits what it shows; never none. */
export function whatDidNotWork({ tasks, isOffline }: Replay, all: ReplayEstimate): string[] {
  const kinds = estimateKinds(tasks);
  const sentences = [
    nameKinds(kinds, 'more', 'cost more with the split'),
    nameKinds(kinds, 'no difference', 'showed no difference'),
    nameKinds(kinds, 'unknown', 'ran too seldom to show one'),
    describeUnsolved(tasks),
    all.isChecked && !isWithinAllowedLoss(all) ? 'At worst more tasks are lost than are allowed.' : null,
    describeSkipped(tasks),
    isOffline
      ? 'A script does not get lost: what a language model makes of the views is not shown here.'
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? ['No kind of task cost more, and none was lost.'] : sentences;
}

function nameKinds(
  kinds: readonly KindEstimate[],
  verdict: ReplayEstimate['verdict'],
  what: string,
): string | null {
  const names = kinds
    .filter((kind) => kind.verdict === verdict)
    .map(({ kind }) => `“${taskKindNames[kind]}”`);
  return names.length === 0 ? null : `${names.join(', ')} ${what}.`;
}

/** Tasks that were solved more often without the split. */
function describeUnsolved(tasks: readonly ReplayedTask[]): string | null {
  const solved = (task: ReplayedTask, side: 'on' | 'off') =>
    task.rounds.filter((round) => round[side].problem === null).length;
  const lost = tasks.filter((task) => solved(task, 'on') < solved(task, 'off'));
  if (lost.length === 0) return null;
  const names = lost.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = lost.length > 3 ? ` and ${formatNumber(lost.length - 3)} more` : '';
  return `Solved less often with the split: ${names.join(', ')}${more}.`;
}

function describeSkipped(tasks: readonly ReplayedTask[]): string | null {
  const skipped = tasks.filter(({ rounds }) => rounds.length === 0).length;
  return skipped === 0 ? null : `${formatCount(skipped, 'task')} did not run.`;
}
