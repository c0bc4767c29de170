import { totalTokens } from '../core/context-parts.ts';
import { durableEvent, ephemeralEvent, type NewEvent, type ToolRequest } from '../core/events.ts';
import { failedCall } from '../tools/failed-call.ts';
import { storedArguments } from '../tools/stored-arguments.ts';
import type { Tool } from '../tools/tool-call.ts';
import { countContext, type Prompt } from './count-context.ts';
import { createDeltaSender } from './delta-sender.ts';
import { recordUnrunCall, stepIdOf } from './ledger-entries-of-calls.ts';
import { type ReportedUsage, recordStep } from './record-step.ts';
import type { RunRequest } from './run-request.ts';
import { type DecideCall, deniedCall, readToolPolicy } from './tool-policy.ts';

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

/**
 * One model call: its text is sent as live feedback, then its message is logged before any of its tools runs.
 */
export function createModelStep(request: RunRequest) {
  const { log, settings, tools } = request;
  const now = () => new Date(settings.nowMs()).toISOString();
  let messageId = settings.newId('msg');
  // Some servers reuse call IDs in every step: IDs that are already in the log are made unique here.
  let callIds = new Map<string, string>();
  const ownCallId = (toolCallId: string): string =>
    log.state.toolCalls[toolCallId] ? `${toolCallId}-${messageId.slice(-8)}` : toolCallId;
  let deltas = newSender();
  let counted: Promise<number | null> = Promise.resolve(null);
  /** ID of the message for which something was received. */
  let heardOf: string | null = null;
  /** Pending ledger entry of the current message; `null`: not recorded yet. */
  let recorded: Promise<void> | null = null;

  function newSender() {
    const id = messageId;
    return createDeltaSender(async (pieces, isSnapshot) => {
      const events = pieces.map(({ type, ...piece }) =>
        ephemeralEvent(type, { messageId: id, ...piece }, now()),
      );
      // Feedback only: if the store is down, the next durable event fails.
      await log.appendLive(events, { replacesLive: isSnapshot }).catch(settings.onStorageFailure);
    });
  }

  let decide: DecideCall = () => {
    throw new Error('a step was not begun');
  };

  /** Only the first report of a message counts. */
  const record = (usage: ReportedUsage, toolNames: readonly string[]): Promise<void> => {
    const id = messageId;
    recorded ??= counted.then((tokens) => recordStep(request, id, usage, toolNames, tokens));
    return recorded;
  };

  const decideNow: DecideCall = (call) => decide(call);
  const callIdOf = (toolCallId: string): string => callIds.get(toolCallId) ?? toolCallId;

  /** Reports at once that a call cannot be tried, may not run, or waits for approval. */
  async function beforeItRuns(
    { toolCallId: givenId, toolName, input, invalid }: ToolCallPart,
    now: string,
  ): Promise<NewEvent[]> {
    const toolCallId = callIdOf(givenId);
    if (invalid === true) {
      const refused = await failedCall(toolCallId, refusal(toolName, tools));
      await recordUnrunCall(request, settings, toolName, refused, stepIdOf(request.runId, messageId));
      return [durableEvent('tool.execution_complete', refused, now)];
    }
    const verdict = decide({ toolName, input });
    if (verdict.kind === 'run') return [];
    if (verdict.kind === 'deny') {
      const denied = await deniedCall(toolCallId, verdict);
      await recordUnrunCall(request, settings, toolName, denied, stepIdOf(request.runId, messageId));
      return [durableEvent('tool.execution_complete', denied, now)];
    }
    const asked = { ...verdict.request, requestId: settings.newId('req'), toolCallId, toolName };
    return [durableEvent('permission.requested', asked, now)];
  }

  return {
    /** The ID by which the ledger knows the step. */
    messageId: () => messageId,
    callIdOf,
    /** Called before the model, and before approved calls run. */
    async begin() {
      decide = await readToolPolicy(request);
      messageId = settings.newId('msg');
      deltas = newSender();
      recorded = null;
    },
    decide: decideNow,
    /** The prompt, which is counted while the model answers. */
    asks(prompt: Prompt) {
      // Without the tokenizer's table there is no count; the step continues.
      counted = countContext(prompt, settings.countText).then(totalTokens, () => null);
    },
    hear(type: Parameters<typeof deltas.push>[0], text: string) {
      heardOf = messageId;
      deltas.push(type, text);
    },
    /** A call was announced: its answer is charged even if it breaks off. */
    hearCall() {
      heardOf = messageId;
    },
    /** The usage its provider reported, recorded before anything else can happen to the run. */
    recordUsage(usage: ReportedUsage, toolNames: readonly string[]) {
      // Whoever awaits the entry handles its failure.
      record(usage, toolNames).catch(() => {});
    },
    flush: () => deltas.flush(),
    /** Called at the end of the run: an answer that broke off is charged too, and nobody reports how much. */
    async bookBrokenOff() {
      if (heardOf === messageId || recorded) await record(unreported, []);
    },
    async end(content: readonly ModelCallPart[], usage: ReportedUsage) {
      await deltas.flush();
      const text = content
        .filter(isText)
        .map((part) => part.text)
        .join('');
      const calls = content.filter(isToolCall);
      callIds = new Map(calls.map(({ toolCallId }) => [toolCallId, ownCallId(toolCallId)]));
      const toolRequests: ToolRequest[] = calls.map(({ toolCallId, toolName, input }) => ({
        toolCallId: callIdOf(toolCallId),
        name: toolName,
        arguments: storedArguments(input),
      }));
      const asked = calls.map(({ toolName }) => toolName);
      await record(usage, asked);
      if (text === '' && calls.length === 0) return;
      const timestamp = now();
      const message = { messageId, content: text, ...(calls.length > 0 ? { toolRequests } : {}) };
      const before = await Promise.all(calls.map((call) => beforeItRuns(call, timestamp)));
      await log.append([durableEvent('assistant.message', message, timestamp), ...before.flat()], {
        dropsLive: true,
      });
    },
  };
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
