import type { ConversationState, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { noModel } from '#lib/core/vocabulary/ledger/sums.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import type { EarlierCall } from '#lib/tools/recall/repeated-recall.ts';
import { storedArguments } from '#lib/tools/stored-arguments.ts';
import type { Tool, ToolCallOutcome } from '#lib/tools/tool-call.ts';
import type { ConversationLog } from '../conversation-log.ts';
import { recordUnrunCall } from '../ledger-entries-of-calls.ts';
import { type CallAccount, performCall } from '../perform-call.ts';
import type { RunSettings } from '../run-settings.ts';
import type { ReadState } from '../state-reader.ts';
import { deniedCall, readToolPolicy, settle } from '../tool-policy.ts';
import { awaitPermission } from './await-permission.ts';
import { holdCall } from './call-lease.ts';
import type { ClientCall } from './client-call.ts';
import { elicitAnywhere } from './elicit-anywhere.ts';
import { sharedLog } from './shared-log.ts';

type Settings = RunSettings & { readState: ReadState };
type Account = CallAccount & { client: string };

/**
 * A call of a client is decided, logged and split like one of the agent, but belongs to no run.
 * @param stop aborts the signal of the call
 * @throws VitrineError `not_found`: the conversation was deleted meanwhile
 */
export async function performClientCall(
  settings: Settings,
  call: ClientCall,
  stop: AbortController,
): Promise<ToolCallOutcome> {
  const toolCallId = settings.newId('call');
  const log = sharedLog(settings, call.conversation.id, await settings.readState(call.conversation.id));
  const workspaceSecrets = await settings.readSecrets(call.workspace.name);
  const { names, close } = settings.openNames(call.conversation.id, log.state.maskedSecrets);
  const account: Account = {
    // A run of its own, as far as the ledger is concerned.
    runId: toolCallId,
    conversation: call.conversation,
    author: call.author,
    log,
    // Most models look at images; one that does not has a client that leaves them out.
    model: { id: noModel.key, hasVision: true },
    workspace: call.workspace,
    agent: null,
    client: call.client,
    secrets: { known: [...settings.knownSecrets, ...workspaceSecrets], names },
    settings,
    signal: call.signal,
  };
  try {
    await touch(settings, call.conversation);
    return await holdCall(settings, { conversationId: call.conversation.id, toolCallId, stop }, () =>
      perform(settings, account, call, toolCallId),
    );
  } finally {
    close();
  }
}

async function perform(
  settings: Settings,
  account: Account,
  call: ClientCall,
  toolCallId: string,
): Promise<ToolCallOutcome> {
  const { tool, input, author, client } = call;
  const { log } = account;
  const now = () => new Date(settings.nowMs()).toISOString();
  const called = { toolCallId, toolName: tool.name, arguments: storedArguments(input) };
  const requested = durableEvent('tool.user_requested', { ...called, by: author, client }, now());
  const started = () => durableEvent('tool.execution_start', called, now());
  const decided = { ...account, tools: [tool] };
  const verdict = (await readToolPolicy(decided))({ toolName: tool.name, input });
  if (verdict.kind === 'deny') {
    const outcome = await deniedCall(toolCallId, verdict);
    await recordUnrunCall(account, settings, tool.name, outcome);
    return await complete(log, outcome, now(), [requested]);
  }
  if (verdict.kind === 'ask') {
    const request = { requestId: settings.newId('req'), toolCallId, toolName: tool.name, ...verdict.request };
    await log.append([requested, durableEvent('permission.requested', request, now())]);
    const refused = await refusalOf(settings, decided, call, toolCallId);
    if (refused !== null) return await complete(log, refused, now());
    await log.append([started()]);
  } else await log.append([requested, started()]);
  const outcome = await performCall(
    account,
    tool,
    { toolCallId, input, isRerun: false, within: settings.observer },
    () => ({
      mayRecall: call.mayRecall,
      earlierCalls: (toolName) => earlierCalls(log.state, toolName, call),
      elicit: (question, wanted) => elicitAnywhere(account, toolCallId, call, question, wanted),
      // Only agents of this server have these.
      delegate: async () => [],
      callTool: async () => ({ artifactId: null, error: 'A client has no programs here.' }),
      onProgress: call.onProgress,
    }),
  );
  // Whoever deletes its conversation stops it first.
  if (account.signal.aborted) await requirePresent(settings, account, outcome);
  return await complete(log, outcome, now());
}

const earlierCalls = (
  { toolCalls }: ConversationState,
  toolName: string,
  { client, author }: Pick<ClientCall, 'client' | 'author'>,
): EarlierCall[] =>
  Object.values(toolCalls).flatMap((call) => {
    const isOwn = call.client?.name === client && call.client.by.id === author.id;
    return isOwn && call.toolName === toolName && call.result?.success && call.completedAt !== null
      ? [{ arguments: call.arguments, completedAt: call.completedAt }]
      : [];
  });

const touchMs = 60_000;

/** A conversation in which something happens comes first, and is no longer archived. */
async function touch(
  { stores, nowMs }: Settings,
  { id, updatedAt, archivedAt }: Conversation,
): Promise<void> {
  if (archivedAt === null && nowMs() - Date.parse(updatedAt) < touchMs) return;
  await stores.conversations.update(id, { updatedAt: new Date(nowMs()).toISOString(), archivedAt: null });
}

/**
 * Nothing may be left of a conversation that was deleted during the call.
 * @throws VitrineError `not_found`
 */
async function requirePresent(
  { stores }: Settings,
  { conversation }: Account,
  { toolTelemetry: { artifactId } }: ToolCallOutcome,
): Promise<void> {
  if ((await stores.conversations.get(conversation.id)) !== null) return;
  if (artifactId !== null) await stores.artifacts.delete(artifactId);
  throw new VitrineError('not_found', 'Its conversation was deleted meanwhile: the result is gone');
}

/** Once: another process may have ended it, because this one did not answer. */
export async function complete(
  log: Pick<ConversationLog, 'append'>,
  outcome: ToolCallOutcome,
  timestamp: string,
  before: NewEvent[] = [],
): Promise<ToolCallOutcome> {
  await log.append([...before, durableEvent('tool.execution_complete', outcome, timestamp)], {
    onceKey: `complete:${outcome.toolCallId}`,
  });
  return outcome;
}

/** Waits for people. `null`: the call was allowed, and still may run. */
async function refusalOf(
  settings: Settings,
  account: Account & { tools: readonly Tool[] },
  { conversation, tool, signal, stillMay, onProgress }: ClientCall,
  toolCallId: string,
): Promise<ToolCallOutcome | null> {
  const { log } = account;
  const unrun = async (message: string) => {
    const outcome = await failedCall(toolCallId, message);
    await recordUnrunCall(account, settings, tool.name, outcome);
    return outcome;
  };
  await log.catchUp();
  if (log.state.cursor !== null) {
    const timestamp = new Date(settings.nowMs()).toISOString();
    await settings.stores.unread.note(conversation.id, { eventId: log.state.cursor, timestamp }, []);
  }
  const answered = await awaitPermission(
    log,
    settings,
    { conversationId: conversation.id, toolCallId },
    {
      signal,
      onWaiting: () => onProgress('Waiting until somebody allows this call in Vitrine'),
    },
  );
  if (answered === 'aborted' || !(await stillMay())) return await unrun('Stopped before it finished.');
  if (answered === 'nobody')
    return await unrun('Not run: nobody allowed it in time. Ask your user to allow it in Vitrine.');
  const state = log.state.toolCalls[toolCallId] as ToolCallState;
  const decide = await readToolPolicy(account);
  const settled = await settle(account, state, answered, decide, new Date(settings.nowMs()).toISOString());
  const end = settled.find((event) => event.type === 'tool.execution_complete');
  if (end?.type !== 'tool.execution_complete') return null;
  const before = settled.filter((event) => event !== end);
  if (before.length > 0) await log.append(before);
  return end.data;
}
