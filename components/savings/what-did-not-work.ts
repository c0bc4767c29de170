import type { Replay, ReplayedTask } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  estimateKinds,
  isWithinAllowedLoss,
  type KindEstimate,
  type ReplayEstimate,
} from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { taskKindNames } from '#lib/core/vocabulary/ledger/task-kinds.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';

/** Sentences on what speaks against the split in a replay, or limits what it shows; never none. */
export function whatDidNotWork(replay: Replay, all: ReplayEstimate): string[] {
  const { tasks, isOffline } = replay;
  const kinds = estimateKinds(replay);
  const sentences = [
    allSentences[all.verdict],
    nameKinds(kinds, 'more', 'cost more with the split'),
    nameKinds(kinds, 'no difference', 'showed no difference'),
    nameKinds(kinds, 'rounds', 'ran too seldom to show one'),
    nameKinds(kinds, 'tasks', 'had too few tasks to show one'),
    nameKinds(kinds, 'solved', 'was not solved without the split'),
    describeUnsolved(tasks),
    isWithinAllowedLoss(all) === false ? 'It is not shown that few enough tasks are lost.' : null,
    all.isChecked ? null : 'No program checked the outcome.',
    describeSkipped(tasks),
    describeLeftOut(replay),
    describeCompactions(tasks),
    isOffline
      ? 'A script does not get lost: what a language model makes of the views is not shown here.'
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? ['No kind of task cost more, and none was lost.'] : sentences;
}

const allSentences: Record<ReplayEstimate['verdict'], string | null> = {
  less: null,
  more: 'With the split it cost more.',
  'no difference': 'All in all there was no difference.',
  unknown: 'All in all it is not known whether there is a difference.',
};

function nameKinds(
  kinds: readonly KindEstimate[],
  why: 'more' | 'no difference' | 'rounds' | 'tasks' | 'solved',
  what: string,
): string | null {
  const names = kinds
    .filter(({ verdict, unknownFor }) => (unknownFor ?? verdict) === why)
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

/** Rounds in which the provider failed one side. */
function describeLeftOut({ tasks, roundsWanted, finishedAt }: Replay): string | null {
  if (finishedAt === null) return null;
  const ran = tasks.filter(({ rounds }) => rounds.length > 0);
  const missing = ran.reduce((sum, { rounds }) => sum + roundsWanted - rounds.length, 0);
  return missing === 0
    ? null
    : `The provider failed in ${formatCount(missing, 'round')}, which are left out on both sides.`;
}

/** Who is compacted has lost what it cannot recall. */
function describeCompactions(tasks: readonly ReplayedTask[]): string | null {
  const { compactions } = totalsOf(tasks, 'off');
  return compactions
    ? `Without the split the window was too small: messages were compacted ${formatNumber(Math.round(compactions))} times a round.`
    : null;
}
