import type { z } from 'zod';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { countedTokens } from '../core/conversation/carried.ts';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { hasFailed } from '../core/vocabulary/has-failed.ts';
import type { CallEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { Problem } from '../core/vocabulary/problem.ts';
import type { ToolProfile } from '../core/vocabulary/tools/tool-profile.ts';
import { problemsIn } from '../split/problems-in.ts';
import { forModel } from '../split/secrets/for-model.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import type { AssistantView } from '../split/split.ts';
import type { Understood } from '../split/summary.ts';
import { viewFactsOf } from '../split/view-facts.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';
import { failedCall } from './failed-call.ts';
import { ingestResult } from './ingest.ts';
import { makeView } from './make-view.ts';
import type { OfflineWords } from './offline-words.ts';
import { readArguments, type TextArguments } from './read-arguments.ts';
import type { Tool, ToolCallOutcome, ToolCallRequest } from './tool-call.ts';
import type { CallContext, ToolContext } from './tool-context.ts';
import type { ToolFailure, ToolResult, ToolSuccess } from './tool-result.ts';
import { viewTelemetry } from './view-telemetry.ts';

interface ToolDefinition<Input, Context extends CallContext> extends ToolWork<Input, Context> {
  name: string;
  audience: ToolProfile['audience'];
}

interface ToolWork<Input, Context extends CallContext> {
  /** Tells the model which intent the tool serves: *show me*, or *work on it*. */
  description: string;
  inputSchema: z.ZodType<Input>;
  /** Its arguments as JSON Schema, where `inputSchema` does not say them. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Says of itself that it changes nothing. */
  changesNothing?: boolean;
  offline: OfflineWords;
  /** Arguments that accept an artifact's ID instead of a text: `art_…`, `art_…#L40-L62`. */
  textArguments?: TextArguments;
  /** @param context `isSplit`: the model reads a view of its result, not all of it */
  run(input: Input, context: Context & { isSplit: boolean }): Promise<ToolResult>;
}

/**
 * The choke point: every result of every tool passes here once. It runs the tool, ingests the result (stores
 * and digests it in one pass), splits it, records it in the ledger, and only then reports it. The output
 * contains the assistant view and an ID, never the bytes.
 */
export function defineTool<Input, Context extends CallContext = ToolContext>(
  profile: Pick<ToolProfile, 'name' | 'audience' | 'runsCommands'>,
  work: ToolWork<Input, Context>,
): Tool<Context> {
  const { name, audience } = profile;
  const definition: ToolDefinition<Input, Context> = { ...work, name, audience };
  return {
    name,
    description: work.description,
    inputSchema: work.inputSchema,
    ...(work.parameters ? { parameters: work.parameters } : {}),
    changesNothing: work.changesNothing === true,
    offline: work.offline,
    needsCommands: profile.runsCommands === true,
    async call(request) {
      const startedMs = request.nowMs();
      const result = await runSafely(definition, request);
      const outcome = await report(definition, request, result, startedMs).catch((error: unknown) =>
        toolFailureOf(request, failureOf(error, definition.name, request.context.signal), startedMs),
      );
      if (!request.isRerun) await recordEntry(request, result, outcome);
      return outcome;
    },
  };
}

/** A tool never throws into the loop: a thrown error would reach the model unbounded. */
async function runSafely<Input, Context extends CallContext>(
  definition: ToolDefinition<Input, Context>,
  { input, context, level }: ToolCallRequest<Context>,
): Promise<ToolResult> {
  try {
    const read = await readArguments(definition, input, context);
    if ('problem' in read) return { resultType: 'failure', error: read.problem };
    context.signal.throwIfAborted();
    return await definition.run(read.input, { ...context, isSplit: level !== 'off' });
  } catch (error) {
    return failureOf(error, definition.name, context.signal);
  }
}

function failureOf(error: unknown, name: string, signal: AbortSignal): ToolFailure {
  if (signal.aborted) return { resultType: 'failure', error: 'Stopped before it finished.' };
  if (error instanceof WorkspaceError) return { resultType: 'failure', error: error.message };
  return { resultType: 'failure', error: `${name} failed: ${errorMessage(error)}` };
}

/** Rejects if reading the result's bytes fails: they are only streamed now. */
const report = (
  definition: Pick<ToolProfile, 'audience'>,
  request: ToolCallRequest<CallContext>,
  result: ToolResult,
  startedMs: number,
): Promise<ToolCallOutcome> =>
  result.resultType === 'success'
    ? toolSuccessOf(definition, request, result, startedMs)
    : toolFailureOf(request, result, startedMs);

async function toolSuccessOf(
  { audience }: Pick<ToolProfile, 'audience'>,
  request: ToolCallRequest<CallContext>,
  result: ToolSuccess,
  startedMs: number,
): Promise<ToolCallOutcome> {
  const { description } = result;
  const isForModel = audience === 'model' && result.assistantView === undefined;
  const isOff = request.level === 'off';
  const accepted = await ingestResult(result, request, {
    isSplit: isForModel && !isOff,
    // Without a split, what is for people is sent too.
    isTextNeeded: isForModel || isOff,
  });
  const { artifact, ending } = accepted;
  const exitCode = ending?.exitCode ?? null;
  const notes = ending?.notes ?? result.notes ?? [];
  const ownView = result.assistantView ?? null;
  const source = {
    ingested: accepted,
    description,
    artifact,
    ending,
    // What became of the text is for the model: people see the bytes.
    notes: [...notes, ...accepted.notes],
    audience,
    ownView,
    hasMore: result.hasMore === true,
  };
  const activity = request.activity.begin('split', { tool: request.toolName, level: request.level });
  const made = await makeView(source, { ...request, count: request.context.count });
  const { view, understood } = made;
  activity.end({ summarizer: view.summarizer, relation: view.relation });
  const problems = understood && hasFailed(exitCode) ? problemsIn(understood, exitCode) : [];
  if (artifact) await saveFound(request, artifact, view, problems);
  return {
    ...resultOf(request, result, startedMs),
    // People see the same figure everywhere: how long the command ran.
    ...(ending ? { durationMs: ending.durationMs } : {}),
    success: true,
    result: { content: view.text },
    toolTelemetry: {
      ...(await viewTelemetry(source, made)),
      ...(ending ? { exitCode, outcome: ending.outcome } : {}),
      ...(ending?.traffic ? { traffic: [...ending.traffic] } : {}),
      ...(artifact && understood && problems.length > 0
        ? { problemCount: problems.length, ...verdictOf(understood) }
        : {}),
      ...(notes.length > 0 ? { notes } : {}),
      ...(result.knownFiles ? { knownFiles: result.knownFiles } : {}),
      ...seenPartsOf(result, artifact),
      ...(result.app && artifact ? { app: 'problem' in result.app ? result.app : {} } : {}),
      ...(result.custom ? { custom: result.custom } : {}),
    },
  };
}

/** The images among what came with it that the model looks at. */
function seenPartsOf(
  { parts = [] }: ToolSuccess,
  artifact: ArtifactMetadata | null,
): { seenParts?: string[] } {
  const seen = (artifact?.parts ?? []).filter((_, index) => parts[index]?.description.seenImage);
  return seen.length > 0 ? { seenParts: seen.map(({ artifactId }) => artifactId) } : {};
}

const maxVerdictCharacters = 200;

/** Only for results whose verdict says more than their length. */
const verdictOf = ({ statesSize, verdict }: Understood): { verdict?: string } =>
  statesSize && verdict.length > 0 ? { verdict: cutText(verdict.join(', '), maxVerdictCharacters) } : {};

/**
 * Stores the view that was sent and its reasons; for a re-run, nothing was sent. The failures people are
 * shown are stored for both.
 */
async function saveFound(
  { context: { artifacts }, isRerun, onStorageFailure }: ToolCallRequest<CallContext>,
  { id }: ArtifactMetadata,
  view: AssistantView,
  problems: readonly Problem[],
): Promise<void> {
  if (!isRerun) {
    await artifacts.setAssistantView(id, view.text, viewFactsOf(view)).catch(onStorageFailure);
  }
  if (problems.length > 0) await artifacts.setProblems(id, problems).catch(onStorageFailure);
}

async function toolFailureOf(
  request: ToolCallRequest<CallContext>,
  result: ToolFailure,
  startedMs: number,
): Promise<ToolCallOutcome> {
  const { toolCallId, ...outcome } = resultOf(request, result, startedMs);
  const { text, masked } = await forModel(result.error.toWellFormed(), request.secrets);
  const failed = await failedCall(toolCallId, text);
  const toolTelemetry = {
    ...failed.toolTelemetry,
    ...(masked.length > 0 ? { masked } : {}),
    ...(result.custom ? { custom: result.custom } : {}),
  };
  return { ...failed, ...outcome, toolTelemetry };
}

function resultOf(
  { toolCallId, nowMs }: ToolCallRequest<CallContext>,
  result: ToolResult,
  startedMs: number,
) {
  const sessionLog =
    result.sessionLog && Buffer.from(result.sessionLog).subarray(0, limits.sessionLogBytes).toString();
  return {
    toolCallId,
    resultType: result.resultType,
    durationMs: nowMs() - startedMs,
    ...(sessionLog ? { sessionLog } : {}),
  };
}

/**
 * Recorded before the call is reported, so that the figures never lag behind what people saw. If the ledger
 * is down, the entry is lost but not the run.
 */
async function recordEntry(
  request: ToolCallRequest<CallContext>,
  result: ToolResult,
  { success, toolTelemetry }: ToolCallOutcome,
): Promise<void> {
  const recalled = (success && result.resultType === 'success' && result.recalled) || null;
  const entry: CallEntry = {
    kind: 'call',
    ...request.entryContext,
    id: `${request.runId}:${request.toolCallId}`,
    timestamp: new Date(request.nowMs()).toISOString(),
    runId: request.runId,
    toolCallId: request.toolCallId,
    stepId: request.stepId,
    toolName: request.toolName,
    title: toolTelemetry.title ?? '',
    artifactId: toolTelemetry.artifactId,
    summarizer: toolTelemetry.summarizer,
    level: request.level,
    widenedTokens: toolTelemetry.widenedTokens ?? null,
    success,
    fullTokens: countedTokens(success, toolTelemetry),
    isEstimated: toolTelemetry.fullTokensEstimated === true,
    sentTokens: toolTelemetry.sentTokens,
    tokenizer: toolTelemetry.tokenizer,
    recalledTool: recalled?.toolName ?? null,
    recalledKind: recalled ? request.summarizerOf(recalled.artifactId) : null,
    recalledArtifactId: recalled?.artifactId ?? null,
    recallAsk: recalled ? createSecretMasker(request.secrets).mask(recalled.ask) : null,
  };
  await request.ledger.record(entry).catch(request.onStorageFailure);
}
