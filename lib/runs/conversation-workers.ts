import { limits } from '../core/limits.ts';
import { type AnswerRound, createAnswerRounds, type RoundsHost } from './answer-rounds.ts';
import { LeaseLostError } from './conversation-log.ts';
import { createPatientStores } from './patient-stores.ts';
import type { StopReason } from './run-worker.ts';
import type { RunnerOptions } from './runner-options.ts';
import type { StopHost } from './stop-run.ts';
import { createTitleMaker, type TitleMaker } from './titles/title-maker.ts';
import { mayStart, noWork, planWork, type WorkEffect, type WorkEvent } from './work-plan.ts';

/** The conversations that this process works on, one run at a time in each. */
export interface ConversationWorkers extends StopHost {
  readonly isDraining: boolean;
  /** Of conversations. */
  readonly count: number;
  /** Calls back while no work on the conversation starts. */
  without(conversationId: string, act: () => Promise<void>): Promise<void>;
  /** Waits until nothing works on the conversation. */
  whenIdle(conversationId: string): Promise<void>;
  /** Starts nothing new, and gives what is active some time to end. */
  drain(): Promise<void>;
}

/** Carries out what the plan says: starts rounds, and stops runs. */
export function createConversationWorkers(options: RunnerOptions): ConversationWorkers {
  let plan = noWork;
  const rounds = new Map<string, Promise<void>>();
  const stops = new Map<string, AbortController>();

  const dispatch = (event: WorkEvent): void => {
    const planned = planWork(plan, event);
    plan = planned.plan;
    for (const effect of planned.effects) carryOut(effect);
  };
  const carryOut = (effect: WorkEffect): void => {
    const { conversationId } = effect;
    if (effect.type === 'start_round') rounds.set(conversationId, startRound(conversationId));
    else stops.get(conversationId)?.abort(stopReason(effect.reason));
  };
  const startRound = async (conversationId: string): Promise<void> => {
    try {
      const hasMore = await answerRound(conversationId);
      dispatch({ type: 'round_ended', conversationId, hasMore });
    } catch (error) {
      dispatch({ type: 'round_failed', conversationId });
      options.onError(error);
    }
    if (plan.working.has(conversationId)) return;
    rounds.delete(conversationId);
    stops.delete(conversationId);
  };
  const whenIdle = async (conversationId: string): Promise<void> => {
    // A round may have started another.
    while (plan.working.has(conversationId)) await rounds.get(conversationId);
  };
  const titles = createTitleMaker(options);
  const answerRound = roundsOf(options, titles, {
    mayStart: (conversationId) => mayStart(plan, conversationId),
    isDraining: () => plan.isDraining,
    dispatch,
    stopOf(conversationId) {
      const stop = new AbortController();
      stops.set(conversationId, stop);
      return stop.signal;
    },
  });
  options.stores.leases.onAsked((conversationId, request) => {
    if (request.kind === 'work') {
      const wake = (takes: boolean) => takes && dispatch({ type: 'work_requested', conversationId });
      void options.runners.takesTurn(conversationId).then(wake).catch(options.onError);
    } else if (request.kind === 'terminal') {
      const { toolCallId, member, action } = request;
      options.terminals.act({ conversationId, toolCallId }, member, action);
    } else if (request.kind === 'elicitation') {
      const { toolCallId, answer } = request;
      options.elicitations.answer({ conversationId, toolCallId }, answer);
    } else if (request.kind === 'stop_sub_agent') {
      options.subAgentStops.stop({ conversationId, subagentId: request.subagentId });
    } else if (request.kind === 'abort') {
      dispatch({ type: 'stop_requested', conversationId, runId: request.runId });
    }
  });

  return {
    get isDraining() {
      return plan.isDraining;
    },
    get count() {
      return plan.working.size;
    },
    workingOn: (conversationId) => plan.working.get(conversationId),
    wake: (conversationId) => dispatch({ type: 'work_requested', conversationId }),
    whenIdle,
    async without(conversationId, act) {
      dispatch({ type: 'removing', conversationId });
      try {
        await act();
      } finally {
        dispatch({ type: 'removed', conversationId });
      }
    },
    async drain() {
      dispatch({ type: 'draining' });
      const hurry = setTimeout(() => dispatch({ type: 'grace_over' }), limits.drainMs);
      await Promise.all([...plan.working.keys()].map(whenIdle));
      clearTimeout(hurry);
      await titles.close();
    },
  };
}

interface PlanAccess {
  mayStart(conversationId: string): boolean;
  isDraining(): boolean;
  dispatch(event: WorkEvent): void;
  /** The signal that stops the next run. */
  stopOf(conversationId: string): AbortSignal;
}

function roundsOf(options: RunnerOptions, titles: TitleMaker, access: PlanAccess): AnswerRound {
  /** Tells people who wait for an answer that a run is waiting for its store. */
  const patient: RunnerOptions = {
    ...options,
    stores: createPatientStores(options.stores, {
      patienceMs: () => (access.isDraining() ? 0 : (options.storePatienceMs ?? limits.leaseMs)),
      onFault: (fault) => options.onStoreFault?.(fault),
    }),
  };
  const host: RoundsHost = {
    mayStart: access.mayStart,
    runStarted(conversationId, runId) {
      access.dispatch({ type: 'run_started', conversationId, runId });
      return access.stopOf(conversationId);
    },
    runEnded: (conversationId) => access.dispatch({ type: 'run_ended', conversationId }),
    leaseLost: (conversationId) => access.dispatch({ type: 'lease_lost', conversationId }),
  };
  return createAnswerRounds(options, patient, host, titles);
}

const stopReason = (reason: StopReason | 'lease_lost'): StopReason | LeaseLostError =>
  reason === 'lease_lost' ? new LeaseLostError('The run was taken over by another process') : reason;
