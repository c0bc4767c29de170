import { join } from 'node:path';
import { limits } from '../../core/limits.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import type { Commands } from '../commands.ts';
import { builtInSecretNames, type FileSecretNames } from '../secret-names.ts';
import type { Workspace } from '../workspace.ts';
import { type Copy, type CopyChange, countChangedFiles, readChange, reportChange } from './copy-changes.ts';
import { discardCopy } from './discard-copy.ts';
import { makeCopy } from './make-copy.ts';
import { mergeChange } from './merge-change.ts';

/**
 * Working copies of single conversations: clones of a workspace's repository on a branch of their own, in a folder apart. All git
 * in them, and in what they come from, runs in the sandbox: agents write there.
 */
export interface Worktrees {
  pathOf(conversationId: string): string;
  /**
   * Makes one at the commit that the workspace stands at.
   * @throws WorkspaceError `not_found`: it is no repository with a commit; `unavailable`: why it could not be made
   */
  create(base: Workspace, conversationId: string): Promise<{ branch: string; commit: string }>;
  /** How many files are not as in `commit`. */
  countChanged(conversationId: string, commit: string): Promise<number>;
  /** The difference as people read it, piece by piece; binary files by their names. */
  describe(
    conversationId: string,
    commit: string,
    onOutput: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  /**
   * Makes the same changes in the workspace, all or none. What was merged is a commit of the copy from then on.
   * @throws WorkspaceError `changed`: a file is another there; `too_large`, `unavailable`
   */
  merge(base: Workspace, conversationId: string, commit: string): Promise<CopyChange>;
  /** Puts all files back to `commit`. Ignored ones stay. */
  discard(conversationId: string, copy: { branch: string; base: string }): Promise<void>;
  /** Removes the copy; nothing happens where there is none. */
  remove(conversationId: string): Promise<void>;
}

export interface WorktreeNeeds {
  commands: Commands;
  folder: string;
  /** What commands do not see; by default the built-in names. */
  secretNames?: FileSecretNames;
}

export function createWorktrees({
  commands,
  folder,
  secretNames = builtInSecretNames,
}: WorktreeNeeds): Worktrees {
  const pathOf = (conversationId: string) => join(/* turbopackIgnore: true */ folder, conversationId);
  const copyOf = (conversationId: string): Copy => ({
    commands,
    secretNames,
    root: pathOf(conversationId),
    conversationId,
    timeoutMs: limits.gitSeconds * 1000,
    isTrusted: true,
  });
  return {
    pathOf,
    create: (base, conversationId) => makeCopy(base, copyOf(conversationId)),
    countChanged: (conversationId, commit) => countChangedFiles(copyOf(conversationId), commit),
    describe: (conversationId, commit, onOutput) => reportChange(copyOf(conversationId), commit, onOutput),
    async merge(base, conversationId, commit) {
      const change = await readChange(copyOf(conversationId), commit);
      if (change.fileCount > 0)
        await mergeChange({ ...copyOf(conversationId), root: base.root, isTrusted: false }, change.patch);
      return change;
    },
    discard: (conversationId, copy) => discardCopy(copyOf(conversationId), copy),
    remove: (conversationId) => removeFolder(pathOf(conversationId)),
  };
}
