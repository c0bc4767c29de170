import { callOfArtifact } from '../core/conversation/call-of-artifact.ts';
import { countedTokens } from '../core/conversation/carried.ts';
import type { Activity, Observer } from '../core/vocabulary/activity.ts';
import { type EphemeralEvent, ephemeralEvent } from '../core/vocabulary/events.ts';
import { describeTraffic } from '../core/vocabulary/network/describe-traffic.ts';
import type { HostGrant } from '../core/vocabulary/network/host-grant.ts';
import { auditedConversation } from '../core/vocabulary/team/audited-conversation.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import { runAndDisplay } from '../tools/run-and-display.ts';
import type { Tool, ToolCallOutcome, ToolCallRequest } from '../tools/tool-call.ts';
import type { CallerCapabilities, ToolContext } from '../tools/tool-context.ts';
import { askedSecrets } from './asked-secrets.ts';
import { grantsOfCall, standingGrants } from './host-grants.ts';
import { callContextOf, stepOfCall } from './ledger-entries-of-calls.ts';
import type { Model } from './models.ts';
import type { RunRequest } from './run-request.ts';
import { setUpWorkspace } from './set-up-workspace.ts';
import { watchPolicy } from './watch-policy.ts';

export interface ToolCallContext {
  toolCallId: string;
  input: unknown;
  /** Requested by a person or by a program, not the model: nothing of it goes to the model. */
  isRerun: boolean;
  /** Requested by a program of the model: it may what the model may. */
  isOfProgram?: boolean;
  /** The activity it belongs to. */
  within: Observer;
}

/** Who calls, and where it is logged. */
export type CallAccount = Pick<
  RunRequest,
  'runId' | 'conversation' | 'author' | 'log' | 'workspace' | 'agent' | 'secrets' | 'settings' | 'signal'
> & {
  /** That reads the result. */
  model: Pick<Model, 'id' | 'hasVision'>;
  client?: string;
};

/** Calls a tool. Its progress is sent to current viewers and is not stored. */
export async function performCall(
  account: CallAccount,
  tool: Tool,
  { toolCallId, input, isRerun, isOfProgram = false, within }: ToolCallContext,
  capabilitiesOf: (
    activity: Activity<'tool_call'>,
  ) => CallerCapabilities & { onProgress?: ToolContext['reportProgress'] },
): Promise<ToolCallOutcome> {
  const { runId, conversation, author, log, model, workspace, secrets, settings, signal } = account;
  const { stores, nowMs, newId } = settings;
  const report = (event: (timestamp: string) => EphemeralEvent) => {
    const timestamp = new Date(nowMs()).toISOString();
    // Feedback only: if the store is down, the next durable event fails.
    void log.appendLive([event(timestamp)]).catch(settings.onStorageFailure);
  };
  const { count } = await loadTokenizer();
  const hostGrants = await readHostGrants({ log, workspace, settings, author }, tool, {
    ...{ toolCallId, input },
    isByHand: isRerun && !isOfProgram,
  });
  const split = await settings.viewBudgets.splitOf(tool.name);
  const activity = within.begin('tool_call', { tool: tool.name, toolCallId, level: split.level, isRerun });
  const policy = tool.needsCommands
    ? watchPolicy({
        toolName: tool.name,
        signal,
        readApprovals: settings.readApprovals,
        mayRun: async () => (await settings.readWorkspaceRights(author.id, workspace.name)).mayRun,
        onFailure: settings.onStorageFailure,
      })
    : null;
  const environment = await readEnvironment({ workspace, settings }, tool, input);
  const { onProgress, ...capabilities } = capabilitiesOf(activity);
  const request: ToolCallRequest = {
    toolName: tool.name,
    input,
    toolCallId,
    runId,
    stepId: stepOfCall({ log }, toolCallId),
    entryContext: callContextOf(account, tool.name),
    summarizerOf: (artifactId) =>
      callOfArtifact(log.state.toolCalls, artifactId)?.result?.toolTelemetry.summarizer ?? null,
    ...split,
    readLifetime: settings.readLifetime,
    isRerun,
    activity,
    secrets,
    context: {
      workspace,
      conversationId: conversation.id,
      artifacts: stores.artifacts,
      ...capabilities,
      signal: policy?.signal ?? signal,
      count,
      commands: settings.commands,
      hostGrants,
      ...environment,
      setUpNote: null,
      attachTerminal: (terminal) =>
        settings.terminals.attach({ conversationId: conversation.id, toolCallId }, terminal, (holder) =>
          report((timestamp) => ephemeralEvent('tool.terminal_control', { toolCallId, holder }, timestamp)),
        ),
      knownVersion: (path) =>
        Object.hasOwn(log.state.knownFiles, path) ? log.state.knownFiles[path] : undefined,
      createMask: () => createSecretMasker(secrets).mask,
      reportProgress(progressMessage, figures) {
        report((timestamp) =>
          ephemeralEvent('tool.execution_progress', { toolCallId, progressMessage }, timestamp),
        );
        onProgress?.(progressMessage, figures);
      },
      hasVision: model.hasVision,
      readMediaTitle: settings.readMediaTitle,
    },
    ledger: settings.ledger,
    newArtifactId: () => newId('art'),
    nowMs,
    onPartial: (growth) =>
      report((timestamp) =>
        ephemeralEvent('tool.execution_partial_result', { toolCallId, ...growth }, timestamp),
      ),
    onStorageFailure: settings.onStorageFailure,
    onSplitFault: settings.onSplitFault,
  };
  const outcome = await callPrepared({ workspace, settings }, tool, request).finally(() => policy?.end());
  await auditTraffic({ conversation, author, settings }, outcome);
  activity.end(outcomeOf(outcome));
  return outcome;
}

/** A command gets the secrets that it names: it was decided before whether it may. */
async function readEnvironment(
  { workspace, settings }: Pick<RunRequest, 'workspace' | 'settings'>,
  tool: Tool,
  input: unknown,
): Promise<Pick<ToolContext, 'environment' | 'workspaceSecrets'>> {
  if (!tool.needsCommands)
    return { environment: { folder: null, toolchains: [], variables: {} }, workspaceSecrets: [] };
  const [environment, workspaceSecrets] = await Promise.all([
    settings.readEnvironment(workspace.name),
    settings.readSecrets(workspace.name),
  ]);
  const asked = askedSecrets(tool, input);
  const named = workspaceSecrets.filter(({ name }) => asked.includes(name));
  const variables = {
    ...environment.variables,
    ...Object.fromEntries(named.map(({ name, value }) => [name, value])),
  };
  return {
    environment: { ...environment, variables },
    workspaceSecrets: workspaceSecrets.map((secret) => ({ ...secret, isAsked: asked.includes(secret.name) })),
  };
}

/** Calls a tool; before one that runs commands, the workspace is set up, within the same card. */
async function callPrepared(
  { workspace, settings }: Pick<RunRequest, 'workspace' | 'settings'>,
  tool: Tool,
  request: ToolCallRequest,
): Promise<ToolCallOutcome> {
  if (!tool.needsCommands) return await tool.call(request);
  const { context } = request;
  const { note, telemetry } = await setUpWorkspace({
    settings,
    workspace,
    conversationId: context.conversationId,
    environment: context.environment.folder,
    signal: context.signal,
    async run(input) {
      context.reportProgress('The workspace is set up first.');
      // What a call asks for is for that call: the set-up has what every command of the workspace has.
      const own = {
        environment: await settings.readEnvironment(workspace.name),
        hostGrants: context.hostGrants.filter(({ allowedAt, by }) => by === null || allowedAt !== null),
      };
      return await runAndDisplay.call({
        ...request,
        toolName: runAndDisplay.name,
        input,
        // People watch it; the model reads how it ended only if that is bad.
        isRerun: true,
        context: { ...context, ...own, reportProgress: () => {} },
      });
    },
  });
  const outcome = await tool.call({ ...request, context: { ...context, setUpNote: note } });
  return { ...outcome, toolTelemetry: { ...outcome.toolTelemetry, ...telemetry } };
}

/** What a command reached is in the audit log, besides the conversation's own. */
async function auditTraffic(
  { conversation, author, settings }: Pick<RunRequest, 'conversation' | 'author' | 'settings'>,
  { toolTelemetry: { traffic = [] } }: ToolCallOutcome,
): Promise<void> {
  if (traffic.length === 0) return;
  const entry = {
    timestamp: new Date(settings.nowMs()).toISOString(),
    action: 'network.used' as const,
    by: { id: author.id, name: author.name },
    subject: auditedConversation(conversation),
    detail: describeTraffic(traffic),
    network: null,
  };
  await settings.stores.audit.append(entry).catch(settings.onStorageFailure);
}

/** Every call was decided before; here it gets what that decision, and those before it, allow. */
async function readHostGrants(
  { log, workspace, settings, author }: Pick<RunRequest, 'log' | 'workspace' | 'settings' | 'author'>,
  tool: Tool,
  { toolCallId, input, isByHand }: Pick<ToolCallContext, 'toolCallId' | 'input'> & { isByHand: boolean },
): Promise<HostGrant[]> {
  if (!tool.needsCommands) return [];
  const [network, teamCalls] = await Promise.all([
    settings.readNetwork(workspace.name),
    settings.readAllowedCalls(),
  ]);
  const call = {
    ...{ tool, input },
    permission: log.state.toolCalls[toolCallId]?.permission ?? null,
    allowedCalls: [...teamCalls, ...log.state.allowedCalls],
    rerunBy: isByHand ? { id: author.id, name: author.name } : null,
  };
  return grantsOfCall(call, standingGrants(log.state, network));
}

const outcomeOf = ({ success, resultType, toolTelemetry }: ToolCallOutcome) => ({
  outcome: resultType,
  fullTokens: countedTokens(success, toolTelemetry),
  isEstimated: toolTelemetry.fullTokensEstimated === true,
  sentTokens: toolTelemetry.sentTokens,
  summarizer: toolTelemetry.summarizer,
});
