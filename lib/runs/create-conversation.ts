import { VitrineError } from '../core/errors.ts';
import {
  type Audience,
  type Conversation,
  untitled,
  type Worktree,
} from '../core/vocabulary/conversation.ts';
import { durableEvent } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import { may } from '../core/vocabulary/rights.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Stores } from '../stores/stores.ts';
import type { CommandEnvironment } from '../workspace/environments.ts';
import { setUpStates } from '../workspace/set-up-states.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isWorkspaceError } from '../workspace/workspace-error.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { Worktrees } from '../workspace/worktree/worktrees.ts';
import { type ModelPolicy, requireModel, standardModel } from './choose-model.ts';
import type { Models } from './models.ts';

interface Wanted {
  /** Default: a new one. */
  id?: string;
  title?: string | undefined;
  workspace?: string | undefined;
  model?: string | undefined;
  audience?: Audience | undefined;
  /** The conversation works in its own copy of the repository. */
  worktree?: boolean | undefined;
  /** The conversations that it continues a copy of, the nearest one first. */
  forkedFrom?: string[] | undefined;
}

interface Doors {
  stores: Stores;
  workspaces: Workspaces;
  worktrees: Worktrees;
  models: Models;
  readModelPolicy(): Promise<ModelPolicy>;
  readEnvironment(workspace: string): Promise<Pick<CommandEnvironment, 'folder'>>;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

/**
 * Creates a conversation and the first event of its log, bound to one workspace and one model.
 * @throws VitrineError `unknown_workspace`, `unknown_model`; `not_possible` if it cannot have its own copy
 */
export async function createConversation(
  { stores, workspaces, worktrees, models, readModelPolicy, readEnvironment, newId, nowMs }: Doors,
  member: Member,
  wanted: Wanted,
): Promise<Conversation> {
  const { id: memberId, name } = member;
  const isUsable = (one: string) => may(member, 'read', { kind: 'workspace', name: one });
  const workspace =
    wanted.workspace === undefined
      ? (await workspaces.list()).find((one) => isUsable(one.name))
      : isUsable(wanted.workspace) && (await workspaces.find(wanted.workspace));
  if (!workspace) {
    const reason =
      wanted.workspace === undefined ? 'No workspace is open to you' : 'There is no workspace of this name';
    throw new VitrineError('unknown_workspace', reason);
  }
  const policy = await readModelPolicy();
  const model =
    wanted.model === undefined ? standardModel(models, policy) : requireModel(models, policy, wanted.model);
  const id = wanted.id ?? newId('conv');
  const worktree = wanted.worktree === true ? await makeWorktree(worktrees, workspace, id) : null;
  if (worktree !== null) await carrySetUp({ worktrees, readEnvironment }, workspace, id);
  const now = new Date(nowMs()).toISOString();
  const conversation: Conversation = {
    id,
    title: wanted.title ?? untitled,
    workspace: workspace.name,
    model: model.id,
    createdAt: now,
    updatedAt: now,
    createdBy: { id: memberId, name },
    audience: wanted.audience ?? 'team',
    archivedAt: null,
    waiting: null,
    worktree,
    ...(wanted.forkedFrom === undefined ? {} : { forkedFrom: wanted.forkedFrom }),
  };
  const git = worktree ?? (await workspace.gitHead());
  const start = {
    model: model.id,
    workspace: workspace.name,
    ...(git ? { git: { branch: git.branch, commit: git.commit } } : {}),
  };
  try {
    await stores.conversations.create(conversation);
    await stores.events.append(id, [durableEvent('session.start', start, now)]);
  } catch (error) {
    if (worktree !== null) await worktrees.remove(id);
    throw error;
  }
  return conversation;
}

/** A worktree begins with what the workspace's own set-up installed. Where that fails, it is set up like any other. */
async function carrySetUp(
  { worktrees, readEnvironment }: Pick<Doors, 'worktrees' | 'readEnvironment'>,
  base: Workspace,
  id: string,
): Promise<void> {
  const { folder } = await readEnvironment(base.name);
  const state = folder === null ? null : await setUpStates.read(folder, base.root);
  if (folder === null || state?.exitCode !== 0) return;
  try {
    await worktrees.carryIgnored(base, id);
    await setUpStates.write(folder, worktrees.pathOf(id), state);
  } catch {
    // It is set up like any other, before its first command.
  }
}

async function makeWorktree(worktrees: Worktrees, base: Workspace, id: string): Promise<Worktree> {
  try {
    const { branch, commit } = await worktrees.create(base, id);
    return { branch, commit, base: commit, disk: await worktrees.diskId() };
  } catch (error) {
    if (!isWorkspaceError(error)) throw error;
    throw new VitrineError('not_possible', `Could not create a worktree: ${error.message}`, {
      cause: error,
    });
  }
}
