import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';

/** Whose files are needed: a conversation's or a workspace's; `null`: none, and any runner will do. */
export type NeededFiles =
  | { conversation: Pick<Conversation, 'id' | 'workspace' | 'worktree' | 'recordedAt'> }
  | { workspace: string }
  | null;

/**
 * Whether a runner has these files, as it has registered. A worktree is on one disk; a workspace of one name is taken to
 * have the same files wherever it is.
 */
export function hasFiles(runner: Pick<RunnerRecord, 'disk' | 'workspaces'>, needed: NeededFiles): boolean {
  if (needed === null) return true;
  if ('workspace' in needed) return runner.workspaces.some(({ name }) => name === needed.workspace);
  const { workspace, worktree, recordedAt } = needed.conversation;
  if (worktree !== null) return worktree.disk === runner.disk;
  // The recorded example has a folder of its own.
  return recordedAt === undefined && hasFiles(runner, { workspace });
}

/** Whether its disk has the free space without which commands do not run; also where that is not known. */
export const hasRoom = ({ freeBytes }: Pick<RunnerRecord, 'freeBytes'>): boolean =>
  freeBytes === undefined || freeBytes >= limits.workspaceFreeBytes;

/** The one that works on the fewest conversations. */
export const pickRunner = <T extends Pick<RunnerRecord, 'workingOn'>>(runners: readonly T[]): T | undefined =>
  runners.toSorted((one, other) => one.workingOn - other.workingOn)[0];
