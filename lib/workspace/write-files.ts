import { type FileWrite, type StagedWrite, stageWrite } from './stage-write.ts';
import type { WorkspaceRoot } from './workspace-root.ts';

/**
 * Writes files, all of them or none. All new contents are on disk before the first file changes; a later
 * failure reverts what was done. Readers see the old file or the new one, never half of it.
 * @throws WorkspaceError
 */
export async function writeFiles(root: WorkspaceRoot, writes: readonly FileWrite[]): Promise<void> {
  const staged: StagedWrite[] = [];
  let isCommitted = false;
  try {
    for (const write of writes) staged.push(await stageWrite(root, write, writes.length > 1));
    await commitAll(staged);
    isCommitted = true;
  } finally {
    for (const write of staged.toReversed()) await write.finish(isCommitted);
  }
}

/** Each file is checked once more just before its commit, since other programs may write too. */
export async function commitAll(staged: readonly StagedWrite[]): Promise<void> {
  const committed: StagedWrite[] = [];
  try {
    for (const write of staged) await write.verify();
    for (const write of staged) {
      await write.commit();
      committed.push(write);
    }
  } catch (error) {
    const reverted = await Promise.allSettled(committed.toReversed().map((write) => write.revert()));
    throw reverted.find((outcome) => outcome.status === 'rejected')?.reason ?? error;
  }
}
