import { realpath, stat } from 'node:fs/promises';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import type { WorkspaceRecord } from '../core/vocabulary/workspace-record.ts';
import { checkFolder, type FolderRules } from './check-folder.ts';
import { openWorkspace, type Workspace } from './workspace.ts';
import { defaultRules, type WorkspaceRootRules } from './workspace-root.ts';

/** The folders to work on: those of the settings, and those that admins added, as the store has them now. */
export interface Workspaces {
  /** Workspaces of the settings; the first is the default. */
  configured: readonly Workspace[];
  /** All usable workspaces, those of the settings first. */
  list(): Promise<Workspace[]>;
  /** `null`: there is none with that name, or no longer. */
  find(name: string): Promise<Workspace | null>;
  /** Where a conversation works: its own copy, or the workspace itself. `null`: it no longer exists. */
  of(
    conversation: Pick<Conversation, 'id' | 'workspace' | 'worktree' | 'recordedAt'>,
  ): Promise<Workspace | null>;
  /** The workspace of a record, or `null` if it cannot be used. */
  open(record: WorkspaceRecord): Promise<Workspace | null>;
}

interface Needs {
  configured: readonly Workspace[];
  /** Workspaces that admins added, through any process. */
  listRecords(): Promise<WorkspaceRecord[]>;
  folderRules: FolderRules;
  worktreePath(conversationId: string): string;
  rules?: WorkspaceRootRules;
}

export function openWorkspaces({
  configured,
  listRecords,
  folderRules,
  worktreePath,
  rules = defaultRules,
}: Needs): Workspaces {
  /** Checked each time: the folder may have been removed since, or the settings may no longer allow it. */
  async function open({ name, kind, path, state }: WorkspaceRecord): Promise<Workspace | null> {
    if (state !== 'ready') return null;
    const isThere = kind === 'clone' ? await isFolder(path) : await isAllowed(path, folderRules);
    return isThere ? openWorkspace(path, name, rules) : null;
  }

  async function find(name: string): Promise<Workspace | null> {
    const own = configured.find((workspace) => workspace.name === name);
    if (own) return own;
    const record = (await listRecords()).find((one) => one.name === name);
    return record ? await open(record) : null;
  }

  return {
    configured,
    open,
    find,
    async list() {
      const added = await Promise.all((await listRecords()).map(open));
      const names = new Set(configured.map(({ name }) => name));
      return [...configured, ...added.filter((one) => one !== null).filter(({ name }) => !names.has(name))];
    },
    async of({ id, workspace, worktree, recordedAt }) {
      if (worktree === null && recordedAt === undefined) return await find(workspace);
      const path = worktreePath(id);
      return (await isFolder(path)) ? openWorkspace(path, workspace, rules) : null;
    },
  };
}

/** Whether the path is a folder, not a link. */
const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (
      (await realpath(/* turbopackIgnore: true */ path)) === path &&
      (await stat(/* turbopackIgnore: true */ path)).isDirectory()
    );
  } catch {
    // It is gone, or this server may not read it.
    return false;
  }
};

const isAllowed = (path: string, rules: FolderRules): Promise<boolean> =>
  checkFolder(path, rules).then(
    (real) => real === path,
    () => false,
  );
