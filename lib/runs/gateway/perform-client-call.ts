import type { ConversationState, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { noModel } from '#lib/core/vocabulary/ledger/sums.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
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

type Settings = RunSettings & { readState: ReadState };

/** A call of a client is decided, logged and split like one of the agent, but belongs to no run. */
export async function performClientCall(settings: Settings, call: ClientCall): Promise<ToolCallOutcome> {
  const { conversation, tool, input, author, client } = call;
  const toolCallId = settings.newId('call');
  const account = await openAccount(settings, call, toolCallId);
  const { log } = account;
  const now = () => new Date(settings.nowMs()).toISOString();
  const requested = durableEvent(
    'tool.user_requested',
    { toolCallId, toolName: tool.name, arguments: storedArguments(input), by: author, client },
    now(),
  );
  const started = () =>
    durableEvent(
      'tool.execution_start',
      { toolCallId, toolName: tool.name, arguments: storedArguments(input) },
      now(),
    );
  const decided = { ...account, tools: [tool] };
  const verdict = (await readToolPolicy(decided))({ toolName: tool.name, input });
  return await holdCall(settings, conversation.id, toolCallId, async () => {
    if (verdict.kind === 'deny') {
      const outcome = await deniedCall(toolCallId, verdict);
      await recordUnrunCall(account, settings, tool.name, outcome);
      return await complete(log, outcome, now(), [requested]);
    }
    if (verdict.kind === 'ask') {
      const asked = durableEvent(
        'permission.requested',
        { requestId: settings.newId('req'), toolCallId, toolName: tool.name, ...verdict.request },
        now(),
      );
      await log.append([requested, asked]);
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
        elicit: (question, wanted) => elicitAnywhere(account, toolCallId, call, question, wanted),
        // Only agents of this server have these.
        delegate: async () => [],
        callTool: async () => ({ artifactId: null, error: 'A client has no programs here.' }),
        onProgress: call.onProgress,
      }),
    );
    return await complete(log, outcome, now());
  });
}

/** Once, whoever else thinks that its process has ended. */
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

async function openAccount(
  settings: Settings,
  { conversation, workspace, author, client, signal }: ClientCall,
  toolCallId: string,
): Promise<CallAccount & { client: string }> {
  const log = sharedLog(settings, conversation.id, await settings.readState(conversation.id));
  return {
    // A run of its own, as far as the ledger is concerned.
    runId: toolCallId,
    conversation,
    author,
    log,
    // Most models look at images; one that does not has a client that leaves them out.
    model: { id: noModel.key, hasVision: true },
    workspace,
    agent: null,
    client,
    secrets: {
      known: [...settings.knownSecrets, ...(await settings.readSecrets(workspace.name))],
      names: createSecretNames(log.state.maskedSecrets),
    },
    settings,
    signal,
  };
}

/** The log of a conversation in which others write, too: whoever has its lease, and other calls of clients. */
function sharedLog(
  { stores, readState }: Settings,
  conversationId: string,
  opened: ConversationState,
): ConversationLog {
  let state = opened;
  const read = async () => {
    state = await readState(conversationId);
  };
  return {
    get state() {
      return state;
    },
    async append(events, options = {}) {
      await stores.events.append(conversationId, events, options);
    },
    appendLive: (events, options) => stores.events.appendLive(conversationId, events, options),
    catchUp: read,
    readAgain: read,
  };
}

/** Waits for people. `null`: the call was allowed, and still may run. */
async function refusalOf(
  settings: Settings,
  account: CallAccount & { client: string; tools: readonly Tool[] },
  { conversation, tool, signal, onProgress }: ClientCall,
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
  if (answered === 'aborted') return await unrun('Stopped before it finished.');
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
