import type { StopReason } from './run-worker.ts';

/** What this process works on, and what it may start. The runner carries out the effects. */
export interface WorkPlan {
  /** The server shuts down: nothing new is started. */
  isDraining: boolean;
  /** Conversations that are being deleted, on which no work starts. */
  removing: ReadonlySet<string>;
  working: ReadonlyMap<string, RoundState>;
}

export interface RoundState {
  /** `null`: between two runs. */
  runId: string | null;
  /** More work was requested since the log was last looked at. */
  isRequestedAgain: boolean;
}

export type WorkEvent =
  /** There may be work in a conversation. */
  | { type: 'work_requested'; conversationId: string }
  | { type: 'run_started'; conversationId: string; runId: string }
  | { type: 'run_ended'; conversationId: string }
  /** The lease was released; `hasMore`: work came before it was free. */
  | { type: 'round_ended'; conversationId: string; hasMore: boolean }
  | { type: 'round_failed'; conversationId: string }
  /** Somebody stops a run, in whichever process. */
  | { type: 'stop_requested'; conversationId: string; runId: string }
  | { type: 'lease_lost'; conversationId: string }
  | { type: 'removing'; conversationId: string }
  | { type: 'removed'; conversationId: string }
  | { type: 'draining' }
  /** The time that active runs have for their end is over. */
  | { type: 'grace_over' };

export type WorkEffect =
  /** Take the lease, and answer the messages in the log. */
  | { type: 'start_round'; conversationId: string }
  | { type: 'stop'; conversationId: string; reason: StopReason | 'lease_lost' };

export interface Planned {
  plan: WorkPlan;
  effects: readonly WorkEffect[];
}

export const noWork: WorkPlan = { isDraining: false, removing: new Set(), working: new Map() };

export const mayStart = ({ isDraining, removing }: WorkPlan, conversationId: string): boolean =>
  !isDraining && !removing.has(conversationId);

export function planWork(plan: WorkPlan, event: WorkEvent): Planned {
  switch (event.type) {
    case 'work_requested':
      return requestWork(plan, event.conversationId);
    case 'run_started':
      return unchangedBut(plan, event.conversationId, { runId: event.runId });
    case 'run_ended':
      return unchangedBut(plan, event.conversationId, { runId: null });
    case 'round_ended':
      return roundEnded(plan, event.conversationId, event.hasMore);
    case 'round_failed':
      return { plan: without(plan, event.conversationId), effects: [] };
    case 'stop_requested':
      return plan.working.get(event.conversationId)?.runId === event.runId
        ? { plan, effects: [{ type: 'stop', conversationId: event.conversationId, reason: 'aborted' }] }
        : { plan, effects: [] };
    case 'lease_lost':
      return {
        plan,
        effects: [{ type: 'stop', conversationId: event.conversationId, reason: 'lease_lost' }],
      };
    case 'removing':
      return { plan: { ...plan, removing: new Set([...plan.removing, event.conversationId]) }, effects: [] };
    case 'removed': {
      const removing = new Set(plan.removing);
      removing.delete(event.conversationId);
      return { plan: { ...plan, removing }, effects: [] };
    }
    case 'draining':
      return { plan: { ...plan, isDraining: true }, effects: [] };
    case 'grace_over':
      return {
        plan,
        effects: [...plan.working.keys()].map((conversationId) => ({
          type: 'stop',
          conversationId,
          reason: 'interrupted',
        })),
      };
  }
}

function requestWork(plan: WorkPlan, conversationId: string): Planned {
  if (!mayStart(plan, conversationId)) return { plan, effects: [] };
  if (plan.working.has(conversationId)) return unchangedBut(plan, conversationId, { isRequestedAgain: true });
  return startRound(plan, conversationId);
}

/** What came while a round was going on is looked at in another one. */
function roundEnded(plan: WorkPlan, conversationId: string, hasMore: boolean): Planned {
  const isRequestedAgain = hasMore || plan.working.get(conversationId)?.isRequestedAgain === true;
  return isRequestedAgain && mayStart(plan, conversationId)
    ? startRound(plan, conversationId)
    : { plan: without(plan, conversationId), effects: [] };
}

function startRound(plan: WorkPlan, conversationId: string): Planned {
  const working = new Map(plan.working).set(conversationId, { runId: null, isRequestedAgain: false });
  return { plan: { ...plan, working }, effects: [{ type: 'start_round', conversationId }] };
}

function unchangedBut(plan: WorkPlan, conversationId: string, change: Partial<RoundState>): Planned {
  const work = plan.working.get(conversationId);
  if (!work) return { plan, effects: [] };
  const working = new Map(plan.working).set(conversationId, { ...work, ...change });
  return { plan: { ...plan, working }, effects: [] };
}

function without(plan: WorkPlan, conversationId: string): WorkPlan {
  const working = new Map(plan.working);
  working.delete(conversationId);
  return { ...plan, working };
}
