import type { Conversation } from '../core/vocabulary/conversation.ts';
import { answerContext, type CallEntry } from '../core/vocabulary/ledger/ledger.ts';
import { serverOfTool } from '../core/vocabulary/tools/mcp-name.ts';
import type { ToolCallOutcome } from '../tools/tool-call.ts';
import type { ConversationLog } from './conversation-log.ts';
import type { RunSettings } from './run-settings.ts';

/** Who and what a run's entries are charged to. */
export interface Account {
  runId: string;
  conversation: Conversation;
  log: ConversationLog;
  model: { id: string };
  workspace: { name: string };
  author: { id: string; name: string };
  /** The sub-agent whose work it is; `null`: the agent of the conversation. */
  agent: { toolCallId: string } | null;
  /** The client of the gateway whose model reads it, by name; none: a model that this server calls. */
  client?: string;
}

export const entryContextOf = ({ conversation, log, model, workspace, author, agent, client }: Account) => ({
  conversationId: conversation.id,
  conversationTitle: log.state.title ?? conversation.title,
  model: model.id,
  workspace: workspace.name,
  member: { id: author.id, name: author.name },
  ...answerContext,
  ...(client === undefined ? {} : { client }),
  ...(agent ? { purpose: 'agent' as const, parentToolCallId: agent.toolCallId } : {}),
});

/** The server whose tool it is belongs to an entry of a call. */
export const callContextOf = (account: Account, toolName: string) => ({
  ...entryContextOf(account),
  server: serverOfTool(toolName),
});

export const stepIdOf = (runId: string, messageId: string): string => `${runId}:${messageId}`;

/** The step that requested the call, once its message is in the log. */
export function stepOfCall({ log }: Pick<Account, 'log'>, toolCallId: string): string | null {
  const item = log.state.items.find(
    (item) =>
      item.kind === 'assistant' && item.toolRequests.some((request) => request.toolCallId === toolCallId),
  );
  return item?.kind === 'assistant' && item.runId !== null ? stepIdOf(item.runId, item.messageId) : null;
}

/** Records a call that never ran: refused, denied, not understood, or abandoned. It credits nothing. */
export async function recordUnrunCall(
  account: Account,
  { ledger, nowMs, viewBudgets }: Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets'>,
  toolName: string,
  { toolCallId, toolTelemetry }: ToolCallOutcome,
  stepId: string | null = stepOfCall(account, toolCallId),
): Promise<CallEntry> {
  const entry: CallEntry = {
    kind: 'call',
    ...callContextOf(account, toolName),
    id: `${account.runId}:${toolCallId}`,
    timestamp: new Date(nowMs()).toISOString(),
    runId: account.runId,
    toolCallId,
    stepId,
    toolName: toolName.slice(0, maxNameCharacters),
    title: '',
    artifactId: null,
    summarizer: null,
    level: (await viewBudgets.splitOf(toolName)).level,
    success: false,
    fullTokens: null,
    isEstimated: false,
    widenedTokens: null,
    sentTokens: toolTelemetry.sentTokens,
    tokenizer: toolTelemetry.tokenizer,
    recalledTool: null,
    recalledKind: null,
    recalledArtifactId: null,
    recallAsk: null,
  };
  await ledger.record(entry);
  return entry;
}

/** A model may request a tool by any name. */
const maxNameCharacters = 80;

/**
 * Records a call that its process abandoned. If that process had already recorded it, its figures are
 * reversed: the model never read the result.
 */
export async function recordOrphanedCalls(
  account: Account,
  settings: Pick<RunSettings, 'ledger' | 'nowMs' | 'viewBudgets' | 'stores'>,
  toolName: string,
  outcome: ToolCallOutcome,
): Promise<void> {
  const { id, timestamp } = await recordUnrunCall(account, settings, toolName, outcome);
  const recorded = await settings.stores.ledger.get(id);
  if (recorded?.kind !== 'call' || !recorded.success) return;
  const reversed = {
    ...callContextOf(account, toolName),
    runId: account.runId,
    timestamp,
    id: `${id}:reversal`,
  };
  await settings.ledger.record({ ...reversed, kind: 'reversal', call: recorded });
}
