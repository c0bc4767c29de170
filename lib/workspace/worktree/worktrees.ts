import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import type { Commands } from '../commands.ts';
import { readDiskId } from '../disk-id.ts';
import { readGitHead, readShallow } from '../git-head.ts';
import { readFreeBytes } from '../read-free-bytes.ts';
import { fetchBranch } from '../remotes/fetch-branch.ts';
import type { CopyHistory, RemoteAccess } from '../remotes/own-repository.ts';
import { type PushRequest, pushContents } from '../remotes/push-contents.ts';
import { builtInSecretNames, type FileSecretNames } from '../secret-names.ts';
import type { Workspace } from '../workspace.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { workspaceRoot } from '../workspace-root.ts';
import { carryIgnored } from './carry-ignored.ts';
import {
  type Copy,
  type CopyChange,
  countChangedFiles,
  readChange,
  readCopyPatch,
  reportChange,
} from './copy-changes.ts';
import { discardCopy } from './discard-copy.ts';
import { makeCopy } from './make-copy.ts';
import { mergeChange } from './merge-change.ts';
import { packCommit, packContents } from './pack-copy.ts';
import { type CopyUpdate, findConflicts, type UpdateRequest, updateCopy } from './update-copy.ts';
import { withPack } from './with-pack.ts';

/** The files that a conversation works on: its own copy, or a workspace that it shares with others. */
export interface WorkingTree {
  conversationId: string;
  /** `null`: its own copy. */
  shared: Pick<Workspace, 'root'> | null;
}

/**
 * Working copies of single conversations: clones of a workspace's repository, each on a new branch and in a
 * separate folder. All git commands in them, and in the repositories they come from, run in the sandbox,
 * since agents write there.
 */
export interface Worktrees {
  pathOf(conversationId: string): string;
  /** ID of the disk that the copies are on. */
  diskId(): Promise<string>;
  /** Free bytes of that disk; `undefined`: not known. */
  freeBytes(): Promise<number | undefined>;
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
  countChanged(tree: WorkingTree, commit: string): Promise<number>;
  /** The difference for people, in chunks; binary files by name only. */
  describe(tree: WorkingTree, commit: string, onOutput: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /**
   * Applies the same changes to the workspace, all or none. What was merged is then a commit of the copy.
   * @throws WorkspaceError `changed`: a file differs there; `too_large`, `unavailable`
   */
  merge(base: Workspace, conversationId: string, commit: string): Promise<CopyChange>;
  /**
   * Pushes a commit of the present contents, and changes nothing here.
   * @returns the commit; the earlier one where nothing has changed since
   * @throws WorkspaceError `not_found`: nothing has changed; `changed`, `unavailable`
   */
  push(tree: WorkingTree, request: PushRequest): Promise<string>;
  /**
   * Fetches a branch of another server, and moves the copy with its changes to it.
   * @returns `null`: the copy has all of it already
   * @throws WorkspaceError `unavailable`: why not; then nothing has changed
   */
  update(conversationId: string, request: CopyUpdateRequest): Promise<CopyUpdate | null>;
  /** Files changed since `commit` in which both versions of an update are. */
  findConflicts(tree: WorkingTree, commit: string): Promise<string[]>;
  /** The changes since `commit` as a patch, binary files too. @throws WorkspaceError `too_large`, `unavailable` */
  patch(tree: WorkingTree, commit: string): Promise<Buffer>;
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
  const treeOf = ({ conversationId, shared }: WorkingTree): Copy => ({
    commands,
    secretNames,
    root: shared?.root ?? pathOf(conversationId),
    conversationId,
    timeoutMs: limits.gitSeconds * 1000,
    isTrusted: shared === null,
  });
  const copyOf = (conversationId: string) => treeOf({ conversationId, shared: null });
  const ownFolder = join(/* turbopackIgnore: true */ folder, '.push');
  const historyOf = async <Written>(
    { root }: Copy,
    writePack: CopyHistory<Written>['writePack'],
  ): Promise<CopyHistory<Written>> => ({ writePack, shallow: await readShallow(workspaceRoot(root)) });
  return {
    pathOf,
    diskId: () => readDiskId(folder),
    freeBytes: () => readFreeBytes(folder),
    create: (base, conversationId) => makeCopy(base, copyOf(conversationId)),
    carryIgnored: (base, conversationId) => carryIgnored(base, copyOf(conversationId)),
    countChanged: (tree, commit) => countChangedFiles(treeOf(tree), commit),
    describe: (tree, commit, onOutput) => reportChange(treeOf(tree), commit, onOutput),
    async merge(base, conversationId, commit) {
      const change = await readChange(copyOf(conversationId), commit);
      if (change.fileCount > 0) await mergeChange(treeOf({ conversationId, shared: base }), change.patch);
      return change;
    },
    async push(tree, request) {
      const copy = treeOf(tree);
      const history = await historyOf(copy, async (path) => {
        const contents = await packContents(copy, request.parent, path);
        if (tree.shared !== null) await requireCommit(copy.root, request.parent);
        return contents;
      });
      return await pushContents(ownFolder, history, request);
    },
    async update(conversationId, { start, base, ownBranch, ...remote }) {
      const copy = copyOf(conversationId);
      const history = await historyOf(copy, (path) => packCommit(copy, start, path));
      return await withPack(copy.root, async (pack, packFolder) => {
        const commit = await fetchBranch(ownFolder, history, { ...remote, known: start, pack });
        if (commit === start) return null;
        const target = remote.branch;
        return await updateCopy(copy, { start, base, branch: ownBranch, commit, target, packFolder });
      });
    },
    findConflicts: (tree, commit) => findConflicts(treeOf(tree), commit),
    patch: (tree, commit) => readCopyPatch(treeOf(tree), commit, limits.patchBytes),
    discard: (conversationId, copy) => discardCopy(copyOf(conversationId), copy),
    remove: (conversationId) => removeFolder(pathOf(conversationId)),
  };
}

/** People may move a workspace to another commit at any time: its contents are then no change of this one. */
async function requireCommit(root: string, commit: string): Promise<void> {
  if ((await readGitHead(workspaceRoot(root)))?.commit === commit) return;
  const message = 'The workspace moved to another commit meanwhile. Look at its changes again';
  throw new WorkspaceError('changed', message);
}
