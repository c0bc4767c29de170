import { isStepCount, streamText } from 'ai';
import { durableEvent, ephemeralEvent, type RunOutcome, type ToolRequest } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { failedCall } from '../tools/failed-call.ts';
import { storedArguments } from '../tools/stored-arguments.ts';
import type { Tool } from '../tools/tool-call.ts';
import { toAiTools } from './ai-tools.ts';
import { createDeltaSender } from './delta-sender.ts';
import { createGivenTexts } from './given-texts.ts';
import { instructions } from './instructions.ts';
import { toModelMessages } from './model-history.ts';
import { createModelImages } from './model-images.ts';
import { describeFailure, type RunFailure } from './run-failure.ts';
import type { RunRequest } from './run-request.ts';

export interface RunEnd {
  outcome: Extract<RunOutcome, 'completed' | 'failed' | 'step_limit'>;
  failure: RunFailure | null;
}

/**
 * The tool loop of one run, from its started event to what its end is to say. Each step's messages are built anew from
 * the log, so what the model reads is what the log holds, byte for byte.
 * @throws the signal's reason when it is stopped; LeaseLostError; VitrineError `storage_unavailable`
 */
export async function executeRun(request: RunRequest): Promise<RunEnd> {
  const { log, model, signal, settings } = request;
  const now = () => new Date(settings.nowMs()).toISOString();
  // What goes wrong in a callback of the loop would be swallowed there: it is held, and ends the run.
  const broken = new AbortController();
  const running = new Set<Promise<unknown>>();
  const step = createStep(request);
  const loadImages = createModelImages(settings.stores.artifacts);
  const loadGiven = createGivenTexts(settings.stores.artifacts);
  const messages = async () =>
    toModelMessages(
      log.state,
      await loadGiven(log.state),
      model.hasVision ? await loadImages(log.state) : undefined,
    );

  const result = streamText({
    model: model.languageModel,
    instructions: instructions(request.workspace.name, settings.isTeam),
    messages: await messages(),
    tools: toAiTools(request, { running, broken, callIdOf: step.callIdOf }),
    stopWhen: isStepCount(limits.stepsPerRun),
    maxRetries: limits.modelRetries,
    abortSignal: AbortSignal.any([signal, broken.signal]),
    // Not only what the SDK gathered: what the log says.
    prepareStep: async () => {
      step.begin();
      return { messages: await messages() };
    },
    onLanguageModelCallEnd: async ({ content }) => {
      await step.end(content).catch((error) => broken.abort(error));
    },
    onError: () => {},
  });

  let failure: RunFailure | null = null;
  let steps = 0;
  let lastReason = '';
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') step.hear('assistant.message_delta', part.text);
      else if (part.type === 'reasoning-delta') step.hear('assistant.reasoning_delta', part.text);
      else if (part.type === 'error') failure = describeFailure(part.error);
      else if (part.type === 'finish-step') {
        steps += 1;
        lastReason = part.finishReason;
        await log.appendLive([ephemeralEvent('assistant.usage', usageOf(model.id, part), now())]);
      }
    }
  } finally {
    await step.flush();
    await Promise.allSettled(running);
  }
  signal.throwIfAborted();
  broken.signal.throwIfAborted();
  failure ??= failureOfReason(lastReason);
  if (failure) return { outcome: 'failed', failure };
  const isOutOfSteps = steps >= limits.stepsPerRun && lastReason === 'tool-calls';
  return { outcome: isOutOfSteps ? 'step_limit' : 'completed', failure: null };
}

/** An answer that was cut is not a complete one. What there is of it stays. */
function failureOfReason(finishReason: string): RunFailure | null {
  if (finishReason === 'length') {
    return {
      code: 'model_cut',
      message: 'The model reached its length limit, so the answer is cut. Ask it to go on.',
    };
  }
  if (finishReason === 'content-filter') {
    return { code: 'model_filtered', message: 'The model’s provider held the answer back (content filter).' };
  }
  return null;
}

interface ModelCallPart {
  type: string;
}

/** One model call: its text as live feedback, then its message in the log before any of its tools runs. */
function createStep({ log, settings, tools }: RunRequest) {
  const now = () => new Date(settings.nowMs()).toISOString();
  let messageId = settings.newId('msg');
  // Some servers number their calls anew in every step: what the log has already is told apart here.
  let callIds = new Map<string, string>();
  const ownCallId = (toolCallId: string): string =>
    log.state.toolCalls[toolCallId] ? `${toolCallId}-${messageId.slice(-8)}` : toolCallId;
  let deltas = newSender();

  function newSender() {
    const id = messageId;
    return createDeltaSender(async (pieces) => {
      const events = pieces.map(({ type, ...piece }) =>
        ephemeralEvent(type, { messageId: id, ...piece }, now()),
      );
      // Feedback only: a store that is down shows itself at the next durable event.
      await log.appendLive(events).catch(settings.onStorageFailure);
    });
  }

  const callIdOf = (toolCallId: string): string => callIds.get(toolCallId) ?? toolCallId;

  return {
    callIdOf,
    begin() {
      messageId = settings.newId('msg');
      deltas = newSender();
    },
    hear: (type: Parameters<typeof deltas.push>[0], text: string) => deltas.push(type, text),
    flush: () => deltas.flush(),
    async end(content: readonly ModelCallPart[]) {
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
      if (text === '' && calls.length === 0) return;
      const timestamp = now();
      const message = { messageId, content: text, ...(calls.length > 0 ? { toolRequests } : {}) };
      const invalid = calls.filter((call) => call.invalid === true);
      const refused = await Promise.all(
        invalid.map((call) => failedCall(callIdOf(call.toolCallId), refusal(call.toolName, tools))),
      );
      await log.append(
        [
          durableEvent('assistant.message', message, timestamp),
          ...refused.map((outcome) => durableEvent('tool.execution_complete', outcome, timestamp)),
        ],
        { dropsLive: true },
      );
    },
  };
}

/** A call that cannot even be tried: the model is told how to do better. */
function refusal(toolName: string, tools: readonly Tool[]): string {
  return tools.some((tool) => tool.name === toolName)
    ? `Bad arguments for ${toolName}: they are not valid JSON.`
    : `There is no tool ${toolName.slice(0, 80)}. There are: ${tools.map((tool) => tool.name).join(', ')}.`;
}

const isText = (part: ModelCallPart): part is { type: 'text'; text: string } => part.type === 'text';
const isToolCall = (
  part: ModelCallPart,
): part is { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown; invalid?: boolean } =>
  part.type === 'tool-call';

interface FinishedStep {
  usage: {
    inputTokens: number | undefined;
    outputTokens: number | undefined;
    inputTokenDetails: { cacheReadTokens: number | undefined };
  };
  performance: { responseTimeMs: number };
}

/** As the provider reports it; what it does not report is unknown, not zero. */
function usageOf(model: string, { usage, performance }: FinishedStep) {
  return {
    model,
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    cacheReadTokens: usage.inputTokenDetails.cacheReadTokens ?? null,
    duration: Math.round(performance.responseTimeMs),
  };
}
