import type { RunState } from '../core/conversation/conversation-state.ts';
import type { NextWork } from '../core/conversation/next-run.ts';
import { isVitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Activity } from '../core/vocabulary/activity.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import { durableEvent, ephemeralEvent, type RunOutcome } from '../core/vocabulary/events.ts';
import { canRecall } from '../tools/recall-output.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createRunAgents } from './agents/run-agents.ts';
import { BudgetSpentError } from './budget-spent-error.ts';
import { modelOfRun } from './choose-model.ts';
import { automaticContinuation } from './continuation.ts';
import { type ConversationLog, LeaseLostError } from './conversation-log.ts';
import {
  formatCustomInstructions,
  mustReadInstructions,
  readCustomInstructions,
} from './custom-instructions.ts';
import { deferTools } from './defer-tools.ts';
import { endRun } from './end-run.ts';
import { executeRun, type RunEnd } from './execute-run.ts';
import { instructions } from './instructions.ts';
import { interruption } from './interruption.ts';
import type { Model, Models } from './models.ts';
import { rerunCall } from './rerun-call.ts';
import { describeFailure, type RunFailure } from './run-failure.ts';
import type { RunRequest } from './run-request.ts';
import type { RunSettings } from './run-settings.ts';
import { usableTools } from './usable-tools.ts';

export interface WorkerOptions extends RunSettings {
  models: Models;
  /** The tools of a run, ours and those of MCP servers, in the order in which the model is given them. */
  readTools(user: { memberId: string; workspace: string; root: string }): Promise<readonly Tool[]>;
  /** The size of a model's window; `null`: not known. */
  windowOf(model: Pick<Model, 'id' | 'providerName'>): number | null;
  /** The workspace of a conversation; `null`: it no longer exists. */
  workspaceOf(conversation: Conversation): Promise<Workspace | null>;
}

/** The reason of the signal that stops a run. */
export type StopReason = 'aborted' | 'interrupted';

type End = RunEnd | { outcome: StopReason; failure: RunFailure | null };

const stopped = (reason: StopReason): End => ({
  outcome: reason,
  failure: reason === 'interrupted' ? interruption('server_ended') : null,
});

/** What a run works with; `missing`: the model that its message names cannot be used any more. */
type RunModel = Model | { missing: string };

const missingModel = ({ missing }: { missing: string }): End => ({
  outcome: 'failed',
  failure: {
    code: 'model_missing',
    message: `The model ${missing} is no longer available here. Choose another one and send this again.`,
  },
});

/** A conversation whose lease this process holds. */
interface RunLocation {
  log: ConversationLog;
  conversation: Conversation;
}

/**
 * Starts a run, or resumes one that people have answered, and logs its end; nothing is logged if it waits for
 * people.
 */
export function createRunWorker(options: WorkerOptions) {
  const runAgents = createRunAgents(options);
  const now = () => new Date(options.nowMs()).toISOString();

  return async (location: RunLocation, next: NextWork, signal: AbortSignal): Promise<void> => {
    const { runId } = next.run;
    const conversationId = location.conversation.id;
    const model = await modelOf(location, next);
    const id = 'missing' in model ? model.missing : model.id;
    const activity = options.observer.begin('run', { runId, conversationId, model: id });
    try {
      activity.end({ outcome: await workOn(location, next, model, signal, activity) });
    } finally {
      activity.end(null);
    }
  };

  /** A run that is resumed keeps its model, as long as the server has it. */
  async function modelOf({ log, conversation }: RunLocation, { kind, run }: NextWork): Promise<RunModel> {
    const started = kind === 'resume' && run.model !== null ? options.models.find(run.model) : null;
    if (started) return started;
    const policy = await options.readModelPolicy();
    const found = modelOfRun(options.models, policy, log.state, run, conversation.model);
    return 'model' in found ? found.model : found;
  }

  async function workOn(
    location: RunLocation,
    next: NextWork,
    model: RunModel,
    signal: AbortSignal,
    activity: Activity<'run'>,
  ): Promise<RunOutcome | 'waiting'> {
    const { log } = location;
    const { runId } = next.run;
    if (
      next.kind === 'begin' &&
      !(await begin(log, next.run, 'missing' in model ? model.missing : model.id))
    ) {
      await endRun(options, location, runId, 'aborted', null);
      return 'aborted';
    }
    let end =
      'missing' in model
        ? missingModel(model)
        : await runToItsEnd(location, next.run, model, signal, activity);
    if (end === null && !signal.aborted) return 'waiting';
    end ??= stopped(signal.reason as StopReason);
    const following = await automaticContinuation(options, log, runId, end.outcome);
    await endRun(options, location, runId, end.outcome, end.failure, following);
    await log.appendLive([ephemeralEvent('session.idle', {}, now())]);
    await options.viewBudgets.widen();
    return end.outcome;
  }

  /** `false`: the author withdrew the message before it could start. */
  async function begin(log: ConversationLog, run: RunState, model: string): Promise<boolean> {
    const { runId, messageId, replaces, continues } = run;
    const data = {
      ...{ runId, messageId, model },
      ...(replaces === null ? {} : { replaces }),
      ...(continues === null ? {} : { continues }),
    };
    const started = durableEvent('run.started', data, now());
    await log.append([started], { onceKey: `started:${runId}`, dropsLive: true });
    await log.readAgain();
    return log.state.activeRunId === runId;
  }

  async function runToItsEnd(
    { log, conversation }: RunLocation,
    run: RunState,
    model: Model,
    signal: AbortSignal,
    activity: Activity<'run'>,
  ): Promise<End | null> {
    const workspace = await options.workspaceOf(conversation);
    if (!workspace) {
      const message = `The workspace ${conversation.workspace} no longer exists.`;
      return { outcome: 'failed', failure: { code: 'workspace_missing', message } };
    }
    const rights = await options.readWorkspaceRights(run.askedBy.id, workspace.name);
    if (!rights.mayUse) {
      const message = `${run.askedBy.name} may not use the workspace ${workspace.name}.`;
      return { outcome: 'failed', failure: { code: 'workspace_closed', message } };
    }
    const opened = options.openNames(conversation.id, log.state.maskedSecrets);
    try {
      const user = { memberId: run.askedBy.id, workspace: workspace.name, root: workspace.root };
      const tools = await usableTools(await options.readTools(user), options.commands, rights);
      const windowTokens = options.windowOf(model);
      const secrets = {
        known: [...options.knownSecrets, ...(await options.readSecrets(workspace.name))],
        names: opened.names,
      };
      if (mustReadInstructions(log.state)) {
        const data = await readCustomInstructions(options, workspace, secrets);
        await log.append([durableEvent('instructions.read', data, now())]);
      }
      const request: RunRequest = {
        runId: run.runId,
        conversation,
        author: run.askedBy,
        log,
        model,
        windowTokens,
        workspace,
        instructions: instructions(workspace.name, {
          isTeam: options.isTeam,
          hasRecall: canRecall(tools),
          custom: formatCustomInstructions(log.state.instructions.ofRun),
        }),
        maxSteps: limits.stepsPerRun,
        agent: null,
        runAgents,
        usableTools: tools,
        ...(await deferTools(tools, windowTokens, options.countText)),
        secrets,
        settings: options,
        activity,
        signal,
      };
      if (run.rerunOf === null) return await executeRun(request);
      const end = await rerunCall(request, { toolCallId: run.rerunOf, by: run.askedBy });
      signal.throwIfAborted();
      return end;
    } catch (error) {
      if (error instanceof LeaseLostError || signal.reason instanceof LeaseLostError) throw error;
      if (signal.aborted) return stopped(signal.reason as StopReason);
      if (isVitrineError(error)) throw error;
      if (error instanceof BudgetSpentError) {
        return { outcome: 'budget', failure: { code: 'budget_reached', message: error.message } };
      }
      return { outcome: 'failed', failure: describeFailure(error) };
    } finally {
      opened.close();
    }
  }
}
