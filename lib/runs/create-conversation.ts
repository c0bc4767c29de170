import { type Audience, type Conversation, untitled } from '../core/conversation.ts';
import { VitrineError } from '../core/errors.ts';
import { durableEvent } from '../core/events.ts';
import type { IdPrefix } from '../core/ids.ts';
import type { Member } from '../core/member.ts';
import type { Stores } from '../stores/stores.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Model } from './models.ts';

interface Wanted {
  title?: string | undefined;
  workspace?: string | undefined;
  model?: string | undefined;
  audience?: Audience | undefined;
}

interface Doors {
  stores: Stores;
  workspaces: readonly Workspace[];
  model: Model;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
}

/**
 * A conversation and the first event of its log, bound to one workspace and one model.
 * @throws VitrineError `unknown_workspace`, `unknown_model`
 */
export async function createConversation(
  { stores, workspaces, model, newId, nowMs }: Doors,
  { id: memberId, name }: Member,
  wanted: Wanted,
): Promise<Conversation> {
  const workspace =
    wanted.workspace === undefined ? workspaces[0] : workspaces.find((one) => one.name === wanted.workspace);
  if (!workspace) throw new VitrineError('unknown_workspace', 'There is no such workspace');
  if (wanted.model !== undefined && wanted.model !== model.id) {
    throw new VitrineError('unknown_model', `There is no such model. The model here is ${model.id}`);
  }
  const now = new Date(nowMs()).toISOString();
  const conversation: Conversation = {
    id: newId('conv'),
    title: wanted.title ?? untitled,
    workspace: workspace.name,
    model: model.id,
    createdAt: now,
    updatedAt: now,
    createdBy: { id: memberId, name },
    audience: wanted.audience ?? 'team',
    archivedAt: null,
  };
  const git = await workspace.gitHead();
  await stores.conversations.create(conversation);
  const start = { model: model.id, workspace: workspace.name, ...(git ? { git } : {}) };
  await stores.events.append(conversation.id, [durableEvent('session.start', start, now)]);
  return conversation;
}
