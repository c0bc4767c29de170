import { isStepCount, streamText } from 'ai';
import { itemsForModel } from '../core/conversation/items-for-model.ts';
import { latestEffort } from '../core/conversation/latest-model-id.ts';
import { wasDelegating } from '../core/conversation/next-run.ts';
import { blockedReasonOf, openCalls } from '../core/conversation/permissions.ts';
import { limits } from '../core/limits.ts';
import type { Effort } from '../core/vocabulary/effort.ts';
import { ephemeralEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import { costOfStep } from '../core/vocabulary/ledger/step-money.ts';
import { resumeDelegations } from './agents/resume-delegations.ts';
import { toAiTools } from './ai-tools.ts';
import { createAttachmentTexts } from './attachment-texts.ts';
import { checkBudget, readQuotaSnapshots } from './check-budget.ts';
import { readFittingPrompt } from './compaction/fitting-prompt.ts';
import { providerThreshold, readableState } from './compaction/provider-threshold.ts';
import { sentTools } from './defer-tools.ts';
import { deferCalls } from './deferred-calls.ts';
import { limitAnswer } from './limit-answer.ts';
import { createItemMessages, toModelMessages } from './model-history.ts';
import { createModelImages } from './model-images.ts';
import { createModelStep } from './model-step.ts';
import type { Model } from './models.ts';
import { recordAttachments } from './record-attachments.ts';
import { type ReportedUsage, readUsage } from './reported-usage.ts';
import { describeFailure, type RunFailure } from './run-failure.ts';
import type { RunRequest } from './run-request.ts';
import { settleAnswers } from './tool-policy.ts';
import { watchSteps } from './watch-steps.ts';
import { watchUsage } from './watch-usage.ts';

export interface RunEnd {
  outcome: Extract<RunOutcome, 'completed' | 'failed' | 'step_limit' | 'budget'>;
  failure: RunFailure | null;
}

/**
 * The tool loop of one run, or of a sub-agent in it, from its start or from people's answers to its outcome;
 * `null`: it waits for people. The messages of each step are rebuilt from the log, so what the model reads is what the log
 * contains, byte for byte.
 * @throws the signal's reason when it is stopped; LeaseLostError; BudgetSpentError; VitrineError
 * `storage_unavailable`
 */
export async function executeRun(request: RunRequest): Promise<RunEnd | null> {
  const { log, model, signal, settings } = request;
  const now = () => new Date(settings.nowMs()).toISOString();
  // The loop would swallow an error in one of its callbacks, so it is stored here and ends the run.
  const broken = new AbortController();
  const running = new Set<Promise<unknown>>();
  const step = createModelStep(request);
  const watched = watchSteps(request.activity, step.messageId);
  const loadImages = createModelImages(settings.stores.artifacts);
  const loadAttachments = createAttachmentTexts(settings.stores.artifacts);
  const history = async () =>
    [
      readableState(request),
      await loadAttachments(log.state),
      model.hasVision ? await loadImages(log.state) : new Map(),
      model.offersCompaction ? model.id : null,
    ] as const;
  const messages = async () => toModelMessages(...(await history()));
  const prompt = async () => ({
    instructions: request.instructions,
    tools: sentTools(request),
    messages: await messages(),
  });

  // Only a resumed run has open calls: in other runs the first step starts just before the model is called.
  if (openCalls(log.state).length > 0) {
    await step.begin();
    await settleAnswers(request, step.decide);
    if (wasDelegating(log.state)) await resumeDelegations(request, watched.current());
    if (blockedReasonOf(log.state) === 'people') return null;
  }
  const earlierSteps = stepsOf(request);
  // A run that goes on in another process has no more steps than others.
  if (earlierSteps >= request.maxSteps && openCalls(log.state).length === 0) {
    return { outcome: 'step_limit', failure: null };
  }
  if (earlierSteps === 0 && request.agent === null) await recordAttachments(request, settings);
  const result = streamText({
    model: limitAnswer(watchUsage(deferCalls(model.languageModel, request.deferred), step.recordUsage)),
    instructions: request.instructions,
    messages: await messages(),
    tools: toAiTools(request, { running, broken, callIdOf: step.callIdOf, within: watched.current }),
    toolApproval: ({ toolCall }) => approvalOf[step.decide(toolCall).kind],
    stopWhen: isStepCount(Math.max(request.maxSteps - earlierSteps, 1)),
    maxRetries: limits.modelRetries,
    abortSignal: AbortSignal.any([signal, broken.signal]),
    providerOptions: {
      openai: {
        ...reasoningOptions(model, latestEffort(itemsForModel(log.state))),
        // The log keeps what goes back to the provider, so that it need not.
        ...(model.offersCompaction ? { store: false } : {}),
        ...compactionOptions(providerThreshold(request)),
      },
    },
    // Not only what the SDK collected, but what the log contains.
    prepareStep: async () => {
      try {
        await checkBudget(request);
        await step.begin();
        const messagesOf = async () => createItemMessages(...(await history()));
        const asked = await readFittingPrompt(request, { prompt, messagesOf });
        step.asks(asked);
        return { messages: [...asked.messages] };
      } catch (error) {
        broken.abort(error);
        throw error;
      }
    },
    onLanguageModelCallEnd: async ({ content, usage }) => {
      await step.end(content, usage).catch((error) => broken.abort(error));
    },
    onError: () => {},
    telemetry: { integrations: watched.telemetry, recordInputs: false, recordOutputs: false },
  });

  let failure: RunFailure | null = null;
  let steps = earlierSteps;
  let lastReason = '';
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') step.hear('assistant.message_delta', part.text);
      else if (part.type === 'reasoning-delta') step.hear('assistant.reasoning_delta', part.text);
      else if (part.type === 'tool-input-start') step.hearCall();
      else if (part.type === 'error') failure = describeFailure(part.error);
      else if (part.type === 'finish-step') {
        steps += 1;
        lastReason = part.finishReason;
        await log.appendLive([ephemeralEvent('assistant.usage', await usageOf(request, part), now())]);
      }
    }
  } finally {
    await step.flush();
    await Promise.allSettled(running);
    await step.bookBrokenOff();
  }
  signal.throwIfAborted();
  broken.signal.throwIfAborted();
  failure ??= failureOfReason(lastReason);
  if (failure) return { outcome: 'failed', failure };
  if (blockedReasonOf(log.state) !== null) return null;
  const isOutOfSteps = steps >= request.maxSteps && lastReason === 'tool-calls';
  return { outcome: isOutOfSteps ? 'step_limit' : 'completed', failure: null };
}

function reasoningOptions({ hasReasoning, keepsReasoning }: Model, effort: Effort | null) {
  if (!hasReasoning) return {};
  const kept = {
    include: ['reasoning.encrypted_content' as const],
    reasoningSummary: 'auto',
  };
  return {
    forceReasoning: true,
    ...(effort === null ? {} : { reasoningEffort: effort }),
    ...(keepsReasoning ? kept : {}),
  };
}

const compactionOptions = (compactThreshold: number | null) =>
  compactThreshold === null ? {} : { contextManagement: [{ type: 'compaction' as const, compactThreshold }] };

/**
 * Maps to the AI SDK's values: a call that needs approval ends the loop; a denied one continues without a
 * result of its own.
 */
const approvalOf = { run: 'not-applicable', ask: 'user-approval', deny: 'denied' } as const;

/** For a resumed run: number of model calls made before. */
const stepsOf = ({ runId, log }: RunRequest): number =>
  log.state.items.filter((item) => item.kind === 'assistant' && item.runId === runId).length;

/** A truncated answer is not complete. Its text so far is kept. */
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

interface FinishedStep {
  usage: ReportedUsage;
  performance: { responseTimeMs: number };
}

/** As the provider reports it; what it does not report is unknown, not zero. */
async function usageOf(request: RunRequest, { usage, performance }: FinishedStep) {
  const { model, settings } = request;
  const read = readUsage(usage);
  const cost = costOfStep({ price: settings.priceOf(model.id, read.inputTokens ?? 0), usage: read });
  return {
    model: model.id,
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    cacheReadTokens: usage.inputTokenDetails.cacheReadTokens ?? null,
    duration: Math.round(performance.responseTimeMs),
    cost: cost === null ? null : cost / 1_000_000,
    quotaSnapshots: await readQuotaSnapshots(request),
  };
}
