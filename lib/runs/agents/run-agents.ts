import type {
  ConversationState,
  SubAgentEnd,
  SubAgentState,
} from '#lib/core/conversation/conversation-state.ts';
import { subAgentsOf } from '#lib/core/conversation/sub-agent-thread.ts';
import { isVitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { Activity } from '#lib/core/vocabulary/activity.ts';
import type { Agent } from '#lib/core/vocabulary/agents/agent.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { delegateProfile } from '#lib/core/vocabulary/tools/delegate.ts';
import { matchesTool } from '#lib/core/vocabulary/tools/tool-pattern.ts';
import type { AgentReport, AgentTask } from '#lib/tools/agent-report.ts';
import { canRecall } from '#lib/tools/recall-output.ts';
import { BudgetSpentError } from '../budget-spent-error.ts';
import { LeaseLostError } from '../conversation-log.ts';
import { formatCustomInstructions } from '../custom-instructions.ts';
import { deferTools } from '../defer-tools.ts';
import { executeRun } from '../execute-run.ts';
import { agentInstructions } from '../instructions.ts';
import type { Model, Models } from '../models.ts';
import { describeFailure } from '../run-failure.ts';
import type { RunAgents, RunRequest } from '../run-request.ts';
import { type AgentLog, createAgentLog } from './agent-log.ts';
import { type AgentWork, createAgentSpending } from './agent-work.ts';
import { endAgent } from './end-agent.ts';
import { reportOf } from './report-of.ts';
import type { SubAgentStops } from './sub-agent-stops.ts';
import { UnansweredError, untilAnswered } from './until-answered.ts';

interface AgentNeeds {
  models: Pick<Models, 'find'>;
  /** The size of a model's window; `null`: not known. */
  windowOf(model: Model): number | null;
  readAgents(): Promise<readonly Agent[]>;
}

/** A task that can begin, or the report of why it does not. */
type Prepared = { agent: Agent; model: Model; task: string } | AgentReport;

/** A sub-agent at work, for the one that delegated to it. */
interface Started {
  state: SubAgentState;
  agent: Agent;
  model: Model;
  stop: ReturnType<SubAgentStops['watch']>;
}

export function createRunAgents(needs: AgentNeeds): RunAgents {
  const startInTurn = createTurns();
  return async (request, { toolCallId, tasks, within }) => {
    const earlier = subAgentsOf(request.log.state, toolCallId);
    if (earlier.length > 0) return reportsOf(request.log.state, earlier, tasks);
    const agents = await needs.readAgents();
    const prepared = tasks.map((task) => prepare(needs, agents, request, task));
    const started = await startInTurn(request.conversation.id, () => startAll(request, toolCallId, prepared));
    const settled = await Promise.allSettled(
      started.map(async (one) => ('outcome' in one ? one : await work(needs, request, one, within))),
    );
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  };
}

/** Several calls of one step may delegate: each sees what the one before it has started. */
function createTurns() {
  const turns = new Map<string, Promise<unknown>>();
  return async <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).catch(() => {}).then(act);
    turns.set(key, turn);
    return await turn.finally(() => {
      if (turns.get(key) === turn) turns.delete(key);
    });
  };
}

/** One after the other, so that they are shown in the order of the tasks. */
async function startAll(
  request: RunRequest,
  toolCallId: string,
  prepared: readonly Prepared[],
): Promise<(Started | AgentReport)[]> {
  const started: (Started | AgentReport)[] = [];
  for (const one of prepared) {
    if ('outcome' in one) started.push(one);
    else if (isFull(request)) started.push(refused(one.agent.name, full));
    else started.push(await start(request, toolCallId, one));
  }
  return started;
}

const isFull = ({ log }: RunRequest): boolean =>
  Object.values(log.state.subAgents).filter(
    ({ parentId, end }) => parentId === log.state.threadId && end === null,
  ).length >= limits.agentsPerCall;

const full = `${limits.agentsPerCall} sub-agents work already. Delegate this when they have ended.`;

function prepare(
  { models }: AgentNeeds,
  agents: readonly Agent[],
  request: RunRequest,
  { agent: name, task }: AgentTask,
): Prepared {
  const lineage = request.agent?.lineage ?? [];
  const agent = agents.find((one) => one.name === name);
  if (!agent) {
    const names = agents.map((one) => one.name).join(', ');
    return refused(name, `There is no sub-agent ${name.slice(0, 80)}. There are: ${names}.`);
  }
  if (lineage.includes(name)) return refused(name, `${name} would delegate to itself.`);
  if (lineage.length >= limits.agentDepth) {
    return refused(name, `Sub-agents delegate at most ${limits.agentDepth - 1} level down. Do it yourself.`);
  }
  const model = agent.model === null ? request.model : models.find(agent.model);
  if (!model) return refused(name, `The model of ${name}, ${agent.model}, is not available here.`);
  return { agent, model, task };
}

const refused = (agent: string, problem: string): AgentReport => ({
  ...{ agent: agent.slice(0, 80), outcome: 'refused', answer: '', problem, steps: 0, artifacts: [] },
});

async function start(
  { log, settings, conversation }: RunRequest,
  toolCallId: string,
  { agent, model, task }: Exclude<Prepared, AgentReport>,
): Promise<Started> {
  const { name } = agent;
  const subagentId = settings.newId('agt');
  const timestamp = new Date(settings.nowMs()).toISOString();
  const common = { toolCallId, subagentId, agentName: name, agentDisplayName: name };
  const { maxSteps, maxMicrodollars, description: agentDescription } = agent;
  // Watched first: it can be stopped as soon as people see it.
  const stop = settings.subAgentStops.watch({ conversationId: conversation.id, subagentId });
  await log.append([
    durableEvent('subagent.selected', { ...common, tools: agent.tools && [...agent.tools] }, timestamp),
    durableEvent(
      'subagent.started',
      { ...common, agentDescription, task, model: model.id, maxSteps, maxMicrodollars },
      timestamp,
    ),
  ]);
  const state = subAgentsOf(log.state, toolCallId).find((one) => one.subagentId === subagentId);
  if (!state) throw new Error('the sub-agent is not in the log');
  return { state, agent, model, stop };
}

/** Works on a task until it ends, in whatever way, and logs that. Only what ends the run rejects. */
async function work(
  needs: AgentNeeds,
  request: RunRequest,
  { state: { eventId, toolCallId, startedAt }, agent, model, stop }: Started,
  within: Activity,
): Promise<AgentReport> {
  const { settings, log } = request;
  const { name } = agent;
  const lineage = [...(request.agent?.lineage ?? []), name];
  const spending = createAgentSpending(agent, request.agent?.spending ?? null);
  const activity = within.begin('agent', { agent: name, model: model.id, depth: lineage.length });
  const windowTokens = needs.windowOf(model);
  const ownLog = createAgentLog(log, eventId);
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const tools = toolsOf(agent, lineage, request);
  const readRequest = async (): Promise<RunRequest> => ({
    ...request,
    ...(await deferTools(tools, windowTokens, settings.countText)),
    log: ownLog,
    model,
    windowTokens,
    instructions: agentInstructions(agent, request.workspace.name, {
      hasRecall: canRecall(tools),
      custom: formatCustomInstructions(log.state.instructions.ofRun),
    }),
    maxSteps: agent.maxSteps,
    agent: { name, toolCallId, lineage, spending } satisfies AgentWork,
    activity,
    signal,
  });
  let end: Pick<SubAgentEnd, 'outcome' | 'error'>;
  try {
    end = await runToItsEnd(await readRequest());
  } catch (error) {
    if (error instanceof LeaseLostError || request.signal.reason instanceof LeaseLostError) throw error;
    if (!signal.aborted && isVitrineError(error)) throw error;
    end = endBy(error, request.signal, stop.signal);
  } finally {
    stop.end();
  }
  const durationMs = settings.nowMs() - Date.parse(startedAt);
  // Who stopped it is in the log, but not in this state.
  if (stop.signal.aborted) await log.catchUp();
  await logUnfinished(ownLog, settings.nowMs());
  await endAgent(request, eventId, { ...end, durationMs, costMicrodollars: spending.microdollars });
  activity.end({ outcome: end.outcome });
  return reportOf(log.state, eventId);
}

/** What it was saying when it was stopped is kept. */
async function logUnfinished(log: AgentLog, nowMs: number): Promise<void> {
  const message = log.unfinished();
  if (message === null) return;
  await log.append([durableEvent('assistant.message', message, new Date(nowMs).toISOString())]);
}

/** The tools of a sub-agent, which delegates in turn only where others are left below it. */
const toolsOf = ({ tools }: Agent, lineage: readonly string[], { usableTools }: RunRequest) =>
  usableTools.filter(
    ({ name }) =>
      (tools === null || tools.some((pattern) => matchesTool(pattern, name))) &&
      (name !== delegateProfile.name || lineage.length < limits.agentDepth),
  );

async function runToItsEnd(child: RunRequest): Promise<Pick<SubAgentEnd, 'outcome' | 'error'>> {
  for (;;) {
    const end = await executeRun(child);
    child.signal.throwIfAborted();
    if (end === null) await untilAnswered(child);
    else return { outcome: end.outcome, error: end.failure?.message ?? null };
  }
}

function endBy(error: unknown, run: AbortSignal, own: AbortSignal): Pick<SubAgentEnd, 'outcome' | 'error'> {
  if (run.aborted && run.reason === 'interrupted') {
    return { outcome: 'interrupted', error: 'The server stopped before it finished.' };
  }
  if (run.aborted || own.aborted) return { outcome: 'aborted', error: 'Stopped before it finished.' };
  if (error instanceof BudgetSpentError) return { outcome: 'budget', error: error.message };
  if (error instanceof UnansweredError) return { outcome: 'failed', error: error.message };
  return { outcome: 'failed', error: describeFailure(error).message };
}

/** What became of tasks whose sub-agents were started before their process ended: each of these has ended by now. */
function reportsOf(
  state: ConversationState,
  started: readonly SubAgentState[],
  tasks: readonly AgentTask[],
): AgentReport[] {
  const left = [...started];
  return tasks.map(({ agent, task }) => {
    const index = left.findIndex((one) => one.agentName === agent && one.task === task);
    const [found] = index === -1 ? [] : left.splice(index, 1);
    return found ? reportOf(state, found.eventId) : refused(agent, 'Its process ended before it began.');
  });
}
