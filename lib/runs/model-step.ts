import { z } from 'zod';
import { itemsForModel } from '../core/conversation/items-for-model.ts';
import type { ThreadItem } from '../core/conversation/thread-items.ts';
import { limits } from '../core/limits.ts';
import {
  durableEvent,
  type EventData,
  ephemeralEvent,
  type NewEvent,
  type ReasoningItem,
  type ToolRequest,
} from '../core/vocabulary/events.ts';
import { failedCall } from '../tools/failed-call.ts';
import { storedArguments } from '../tools/stored-arguments.ts';
import type { Tool } from '../tools/tool-call.ts';
import { type ProviderCompaction, recordProviderCompaction } from './compaction/by-provider.ts';
import { wasOvertaken } from './compaction/compact.ts';
import { providerThreshold } from './compaction/provider-threshold.ts';
import type { Prompt } from './count-context.ts';
import { createDeltaSender } from './delta-sender.ts';
import { recordUnrunCall, stepIdOf } from './ledger-entries-of-calls.ts';
import { recordStep } from './record-step.ts';
import type { ReportedUsage } from './reported-usage.ts';
import type { RunRequest } from './run-request.ts';
import { type DecideCall, deniedCall, readToolPolicy } from './tool-policy.ts';
import { usageInfoOf } from './usage-info.ts';

interface ModelCallPart {
  type: string;
}

interface ToolCallPart {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** It names no tool, or its arguments are not JSON. */
  invalid?: boolean;
}

/** What is known of the model call that is going on. */
interface StepState {
  readonly request: RunRequest;
  messageId: string;
  /** Some servers reuse call IDs in every step: IDs that are already in the log are made unique here. */
  callIds: ReadonlyMap<string, string>;
  deltas: DeltaSender;
  /** The thread when it was called. */
  sentItems: readonly ThreadItem[];
  /** What it sends; `null`: it was not counted. */
  counted: Promise<EventData<'session.usage_info'> | null>;
  /** ID of the message for which something was received. */
  heardOf: string | null;
  /** Pending ledger entry of the current message; `null`: not recorded yet. */
  recorded: Promise<void> | null;
  decide: DecideCall;
}

/**
 * One model call: its text is sent as live feedback, then its message is logged before any of its tools runs.
 */
export function createModelStep(request: RunRequest) {
  const { settings } = request;
  const messageId = settings.newId('msg');
  const step: StepState = {
    request,
    messageId,
    callIds: new Map(),
    deltas: senderOf(request, messageId),
    sentItems: [],
    counted: Promise.resolve(null),
    heardOf: null,
    recorded: null,
    decide() {
      throw new Error('the step has not begun');
    },
  };
  return {
    /** The ID by which the ledger knows the step. */
    messageId: () => step.messageId,
    callIdOf: (toolCallId: string) => callIdOf(step, toolCallId),
    /** Called before the model, and before approved calls run. */
    async begin() {
      step.decide = await readToolPolicy(request);
      step.messageId = settings.newId('msg');
      step.deltas = senderOf(request, step.messageId);
      step.recorded = null;
    },
    decide: (...call: Parameters<DecideCall>) => step.decide(...call),
    /** The prompt, which is counted while the model answers. */
    asks(prompt: Prompt) {
      step.sentItems = itemsForModel(request.log.state);
      // Without the tokenizer's table there is no count; the step continues.
      step.counted = usageInfoOf(request, prompt).catch(() => null);
    },
    hear(type: Parameters<DeltaSender['push']>[0], text: string) {
      step.heardOf = step.messageId;
      step.deltas.push(type, text);
    },
    /** A call was announced: its answer is charged even if it breaks off. */
    hearCall() {
      step.heardOf = step.messageId;
    },
    /** The usage its provider reported, recorded before anything else can happen to the run. */
    recordUsage(usage: ReportedUsage, toolNames: readonly string[]) {
      // Whoever awaits the entry handles its failure.
      record(step, usage, toolNames).catch(() => {});
    },
    flush: () => step.deltas.flush(),
    /** Called at the end of the run: an answer that broke off is charged too, and nobody reports how much. */
    async bookBrokenOff() {
      if (step.heardOf === step.messageId || step.recorded) await record(step, unreported, []);
    },
    end: (content: readonly ModelCallPart[], usage: ReportedUsage) => end(step, content, usage),
  };
}

/**
 * What the provider wants back of its model's reasoning, and its own compaction; what is larger than all others is left
 * out.
 */
function reasoningOf(content: readonly ModelCallPart[]): ReasoningItem[] {
  const items = content.flatMap((part) => {
    const { data: item } = encryptedPartSchema.safeParse(part);
    return item === undefined || item.encrypted.length > limits.reasoningCharacters ? [] : [item];
  });
  // The summaries of one item come as parts of their own.
  return [...new Map(items.map((item) => [item.itemId, item])).values()];
}

const encryptedPartSchema = z.union([
  z
    .object({
      type: z.literal('reasoning'),
      providerMetadata: z.object({
        openai: z.object({ itemId: z.string(), reasoningEncryptedContent: z.string() }),
      }),
    })
    .transform(
      ({ providerMetadata: { openai } }): ReasoningItem => ({
        itemId: openai.itemId,
        encrypted: openai.reasoningEncryptedContent,
      }),
    ),
  z
    .object({
      type: z.literal('custom'),
      kind: z.literal('openai.compaction'),
      providerMetadata: z.object({
        openai: z.object({ itemId: z.string(), encryptedContent: z.string() }),
      }),
    })
    .transform(
      ({ providerMetadata: { openai } }): ReasoningItem => ({
        itemId: openai.itemId,
        encrypted: openai.encryptedContent,
        isCompaction: true,
      }),
    ),
]);

type DeltaSender = ReturnType<typeof createDeltaSender>;

const nowOf = ({ settings }: RunRequest): string => new Date(settings.nowMs()).toISOString();

const senderOf = (request: RunRequest, messageId: string): DeltaSender =>
  createDeltaSender(async (pieces, isSnapshot) => {
    const events = pieces.map(({ type, ...piece }) =>
      ephemeralEvent(type, { messageId, ...piece }, nowOf(request)),
    );
    // Feedback only: if the store is down, the next durable event fails.
    await request.log
      .appendLive(events, { replacesLive: isSnapshot })
      .catch(request.settings.onStorageFailure);
  });

const callIdOf = ({ callIds }: StepState, toolCallId: string): string =>
  callIds.get(toolCallId) ?? toolCallId;

/** Only the first report of a message counts. */
function record(step: StepState, usage: ReportedUsage, toolNames: readonly string[]): Promise<void> {
  const { request, messageId, counted } = step;
  step.recorded ??= counted.then((info) =>
    recordStep(request, messageId, usage, toolNames, info?.currentTokens ?? null),
  );
  return step.recorded;
}

async function end(step: StepState, content: readonly ModelCallPart[], usage: ReportedUsage): Promise<void> {
  const { log } = step.request;
  await step.deltas.flush();
  const text = content
    .filter(isText)
    .map((part) => part.text)
    .join('');
  const calls = content.filter(isToolCall);
  const { messageId } = step;
  // Sub-agents that work at the same time may use an ID at the same time.
  const ownCallId = (toolCallId: string): string =>
    step.request.agent !== null || log.state.toolCalls[toolCallId]
      ? `${toolCallId}-${messageId.slice(-8)}`
      : toolCallId;
  step.callIds = new Map(calls.map(({ toolCallId }) => [toolCallId, ownCallId(toolCallId)]));
  const toolRequests: ToolRequest[] = calls.map(({ toolCallId, toolName, input }) => ({
    toolCallId: callIdOf(step, toolCallId),
    name: toolName,
    arguments: storedArguments(input),
  }));
  const asked = calls.map(({ toolName }) => toolName);
  await record(step, usage, asked);
  if (text === '' && calls.length === 0) return;
  const timestamp = nowOf(step.request);
  const info = await step.counted;
  const { compaction, reasoning } = await keptFor(step, content, info);
  const message: EventData<'assistant.message'> = {
    messageId: step.messageId,
    content: text,
    ...(calls.length > 0 ? { toolRequests } : {}),
    ...(reasoning.length > 0 ? { reasoning } : {}),
  };
  const before = await Promise.all(calls.map((call) => beforeItRuns(step, call, timestamp)));
  const isLate = compaction !== null && (await isOvertaken(step));
  if (isLate) await step.request.settings.stores.artifacts.delete(compaction.data.artifactId);
  const events = [
    durableEvent('assistant.message', isLate ? withoutCompaction(message) : message, timestamp),
    ...(compaction && !isLate ? [compaction] : []),
    ...(info ? [durableEvent('session.usage_info', info, timestamp)] : []),
  ];
  await log.append([...events, ...before.flat()], {
    dropsLive: true,
  });
}

/** What goes back to the provider: its model's reasoning where it wants it, and its own compaction where that is right. */
async function keptFor(
  { request, messageId, sentItems }: StepState,
  content: readonly ModelCallPart[],
  sent: EventData<'session.usage_info'> | null,
): Promise<{ compaction: ProviderCompaction | null; reasoning: ReasoningItem[] }> {
  const items = reasoningOf(content);
  const own = items.filter(({ isCompaction }) => isCompaction !== true && request.model.keepsReasoning);
  const made = items.filter(({ isCompaction }) => isCompaction === true).slice(-1);
  if (made.length === 0 || providerThreshold(request) === null) return { compaction: null, reasoning: own };
  const compaction = await recordProviderCompaction(request, { messageId, sent, sentItems });
  return { compaction, reasoning: compaction === null ? own : [...made, ...own] };
}

/** Whether people deleted a message meanwhile that the provider's compaction stands for: its transcript goes, too. */
async function isOvertaken({ request, sentItems }: StepState): Promise<boolean> {
  await request.log.catchUp();
  return wasOvertaken({ first: sentItems.length, items: sentItems }, request.log.state);
}

const withoutCompaction = (message: EventData<'assistant.message'>): EventData<'assistant.message'> => ({
  ...message,
  reasoning: (message.reasoning ?? []).filter(({ isCompaction }) => isCompaction !== true),
});

/** Reports at once that a call cannot be tried, may not run, or waits for approval. */
async function beforeItRuns(
  step: StepState,
  { toolCallId: providerCallId, toolName, input, invalid }: ToolCallPart,
  timestamp: string,
): Promise<NewEvent[]> {
  const { request, messageId } = step;
  const { settings, runId, tools } = request;
  const toolCallId = callIdOf(step, providerCallId);
  if (invalid === true) {
    const refused = await failedCall(toolCallId, refusal(toolName, tools));
    await recordUnrunCall(request, settings, toolName, refused, stepIdOf(runId, messageId));
    return [durableEvent('tool.execution_complete', refused, timestamp)];
  }
  const verdict = step.decide({ toolName, input });
  if (verdict.kind === 'run') return [];
  if (verdict.kind === 'deny') {
    const denied = await deniedCall(toolCallId, verdict);
    await recordUnrunCall(request, settings, toolName, denied, stepIdOf(runId, messageId));
    return [durableEvent('tool.execution_complete', denied, timestamp)];
  }
  const asked = { ...verdict.request, requestId: settings.newId('req'), toolCallId, toolName };
  return [durableEvent('permission.requested', asked, timestamp)];
}

const unreported: ReportedUsage = {
  inputTokens: undefined,
  outputTokens: undefined,
  inputTokenDetails: { cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokenDetails: { reasoningTokens: undefined },
};

/** For a call that cannot even be tried: tells the model how to correct it. */
function refusal(toolName: string, tools: readonly Tool[]): string {
  return tools.some((tool) => tool.name === toolName)
    ? `Bad arguments for ${toolName}: they are not valid JSON.`
    : `There is no tool ${toolName.slice(0, 80)}. There are: ${tools.map((tool) => tool.name).join(', ')}.`;
}

const isText = (part: ModelCallPart): part is { type: 'text'; text: string } => part.type === 'text';
const isToolCall = (part: ModelCallPart): part is ToolCallPart => part.type === 'tool-call';
