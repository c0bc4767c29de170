import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import type { Commands } from '../commands.ts';
import { readShallow } from '../git-head.ts';
import { fetchBranch } from '../remotes/fetch-branch.ts';
import type { CopyHistory, RemoteAccess } from '../remotes/own-repository.ts';
import { type PushRequest, pushCommit } from '../remotes/push-commit.ts';
import { builtInSecretNames, type FileSecretNames } from '../secret-names.ts';
import type { Workspace } from '../workspace.ts';
import { workspaceRoot } from '../workspace-root.ts';
import { carryIgnored } from './carry-ignored.ts';
import { type CommitRequest, commitCopy, packCommit, readCopyPatch } from './commit-copy.ts';
import { type Copy, type CopyChange, countChangedFiles, readChange, reportChange } from './copy-changes.ts';
import { discardCopy } from './discard-copy.ts';
import { makeCopy } from './make-copy.ts';
import { mergeChange } from './merge-change.ts';
import { type CopyUpdate, findConflicts, type UpdateRequest, updateCopy } from './update-copy.ts';
import { withPack } from './with-pack.ts';

/**
 * Working copies of single conversations: clones of a workspace's repository, each on a new branch and in a
 * separate folder. All git commands in them, and in the repositories they come from, run in the sandbox,
 * since agents write there.
 */
export interface Worktrees {
  pathOf(conversationId: string): string;
  /**
   * Creates a copy at the workspace's present commit.
   * @throws WorkspaceError `not_found`: it is not a repository with a commit; `unavailable`: why it could not
   * be made
   */
  create(base: Workspace, conversationId: string): Promise<{ branch: string; commit: string }>;
  /**
   * Copies what git ignores in a workspace (installed packages, builds) into the copy, without secrets: as references to the
   * same blocks, where the file system can.
   * @throws WorkspaceError `unavailable`
   */
  carryIgnored(base: Workspace, conversationId: string): Promise<void>;
  /** Number of files that differ from `commit`. */
  countChanged(conversationId: string, commit: string): Promise<number>;
  /** The difference for people, in chunks; binary files by name only. */
  describe(
    conversationId: string,
    commit: string,
    onOutput: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  /**
   * Applies the same changes to the workspace, all or none. What was merged is then a commit of the copy.
   * @throws WorkspaceError `changed`: a file differs there; `too_large`, `unavailable`
   */
  merge(base: Workspace, conversationId: string, commit: string): Promise<CopyChange>;
  /**
   * Makes a commit of the present contents.
   * @throws WorkspaceError `not_found`: nothing has changed; `unavailable`
   */
  commit(conversationId: string, request: CommitRequest): Promise<string>;
  /** Pushes a commit of the copy. @throws WorkspaceError `changed`, `unavailable` */
  push(conversationId: string, request: Omit<PushRequest, 'writePack' | 'shallow'>): Promise<void>;
  /**
   * Fetches a branch of another server, and moves the copy with its changes to it.
   * @returns `null`: the copy has all of it already
   * @throws WorkspaceError `unavailable`: why not; then nothing has changed
   */
  update(conversationId: string, request: CopyUpdateRequest): Promise<CopyUpdate | null>;
  /** Files changed since `commit` in which both versions of an update are. */
  findConflicts(conversationId: string, commit: string): Promise<string[]>;
  /** The changes since `commit` as a patch, binary files too. @throws WorkspaceError `too_large`, `unavailable` */
  patch(conversationId: string, commit: string): Promise<Buffer>;
  /** Resets all files to `commit`. Ignored ones stay. */
  discard(conversationId: string, copy: { branch: string; base: string }): Promise<void>;
  /** Removes the copy; does nothing if there is none. */
  remove(conversationId: string): Promise<void>;
}

export type CopyUpdateRequest = RemoteAccess & Pick<UpdateRequest, 'start' | 'base'> & { ownBranch: string };

export interface WorktreeNeeds {
  commands: Commands;
  folder: string;
  /** Names that are hidden from commands; default: the built-in ones. */
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
  const ownFolder = join(/* turbopackIgnore: true */ folder, '.push');
  const historyOf = async (conversationId: string, commit: string): Promise<CopyHistory> => {
    const copy = copyOf(conversationId);
    const shallow = await readShallow(workspaceRoot(copy.root));
    return { shallow, writePack: (path) => packCommit(copy, commit, path) };
  };
  return {
    pathOf,
    create: (base, conversationId) => makeCopy(base, copyOf(conversationId)),
    carryIgnored: (base, conversationId) => carryIgnored(base, copyOf(conversationId)),
    countChanged: (conversationId, commit) => countChangedFiles(copyOf(conversationId), commit),
    describe: (conversationId, commit, onOutput) => reportChange(copyOf(conversationId), commit, onOutput),
    async merge(base, conversationId, commit) {
      const change = await readChange(copyOf(conversationId), commit);
      if (change.fileCount > 0)
        await mergeChange({ ...copyOf(conversationId), root: base.root, isTrusted: false }, change.patch);
      return change;
    },
    commit: (conversationId, request) => commitCopy(copyOf(conversationId), request),
    async push(conversationId, request) {
      await pushCommit(ownFolder, { ...request, ...(await historyOf(conversationId, request.commit)) });
    },
    async update(conversationId, { start, base, ownBranch, ...remote }) {
      const copy = copyOf(conversationId);
      const history = await historyOf(conversationId, start);
      return await withPack(copy.root, async (pack, packFolder) => {
        const commit = await fetchBranch(ownFolder, { ...remote, ...history, known: start, pack });
        if (commit === start) return null;
        const target = remote.branch;
        return await updateCopy(copy, { start, base, branch: ownBranch, commit, target, packFolder });
      });
    },
    findConflicts: (conversationId, commit) => findConflicts(copyOf(conversationId), commit),
    patch: (conversationId, commit) => readCopyPatch(copyOf(conversationId), commit, limits.patchBytes),
    discard: (conversationId, copy) => discardCopy(copyOf(conversationId), copy),
    remove: (conversationId) => removeFolder(pathOf(conversationId)),
  };
}
