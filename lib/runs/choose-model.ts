import type { ConversationState, RunState } from '../core/conversation/conversation-state.ts';
import { latestModelId } from '../core/conversation/latest-model-id.ts';
import { parentOf } from '../core/conversation/reduce/branches.ts';
import type { ThreadItem } from '../core/conversation/thread-items.ts';
import { findNode, itemsOf, pathTo, saidItem } from '../core/conversation/thread-tree.ts';
import { forbidden, VitrineError } from '../core/errors.ts';
import type { Model, Models } from './models.ts';

/** What the admins decided about models. */
export interface ModelPolicy {
  /** IDs of the models that may be chosen; `null`: all of the server. */
  allowed: readonly string[] | null;
  /** ID of the default; `null`: the server's. */
  standard: string | null;
}

export const isAllowed = ({ allowed }: ModelPolicy, id: string): boolean =>
  allowed === null || allowed.includes(id);

/** The model that is used where nobody chose. */
export function standardModel({ standard, list, find }: Models, policy: ModelPolicy): Model {
  const chosen = policy.standard === null ? null : find(policy.standard);
  if (chosen && isAllowed(policy, chosen.id)) return chosen;
  if (isAllowed(policy, standard.id)) return standard;
  return list.find(({ id }) => isAllowed(policy, id)) ?? standard;
}

/**
 * A model that somebody chose.
 * @throws VitrineError `unknown_model`, `forbidden`
 */
export function requireModel(models: Models, policy: ModelPolicy, id: string): Model {
  const model = models.find(id);
  if (model === null) {
    const names = models.list.map((one) => one.id).join(', ');
    throw new VitrineError('unknown_model', `There is no model of this name. This server has ${names}`);
  }
  if (!isAllowed(policy, id)) throw forbidden('The team does not allow this model');
  return model;
}

/**
 * The model of a run: what its message names, or else what the latest message before it named, or the
 * conversation, as long as the server has it and the team allows it; or else the default.
 * @returns `missing`: its message names a model that cannot be used any more
 */
export function modelOfRun(
  models: Models,
  policy: ModelPolicy,
  state: ConversationState,
  run: RunState,
  conversationModel: string,
): { model: Model } | { missing: string } {
  const named = namedBy(state, run);
  if (named !== null) {
    const model = isAllowed(policy, named) ? models.find(named) : null;
    return model ? { model } : { missing: named };
  }
  return { model: nextModel(models, policy, itemsBefore(state, run), conversationModel) };
}

/** What a run comes after: the path that its message is on, or goes to. */
function itemsBefore({ tree, queued, items }: ConversationState, { runId, messageId }: RunState) {
  const waiting = queued.find((item) => item.kind === 'user' && item.runId === runId);
  if (waiting?.kind === 'user') return itemsOf(pathTo(tree, parentOf(tree, waiting)));
  return messageId !== null && findNode(tree, messageId) ? itemsOf(pathTo(tree, messageId)) : items;
}

/** The model of the next message that names none. */
export function nextModel(
  models: Models,
  policy: ModelPolicy,
  items: readonly ThreadItem[],
  conversationModel: string,
): Model {
  const id = latestModelId(items) ?? conversationModel;
  const model = isAllowed(policy, id) ? models.find(id) : null;
  return model ?? standardModel(models, policy);
}

function namedBy({ tree, queued }: ConversationState, { runId, messageId }: RunState): string | null {
  const waiting = queued.find((item) => item.kind === 'user' && item.runId === runId);
  if (waiting?.kind === 'user') return waiting.model;
  const item = messageId === null ? null : saidItem(tree, messageId);
  return item?.kind === 'user' ? item.model : null;
}
