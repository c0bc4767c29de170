import { describe, expect, test } from 'vitest';
import { noWork, planWork, type WorkEffect, type WorkEvent, type WorkPlan } from '#lib/runs/work-plan.ts';

const conversationId = 'cnv_a';
const other = 'cnv_b';

/** The plan after the events, and the effects of the last one. */
function planned(...events: readonly WorkEvent[]): { plan: WorkPlan; effects: readonly WorkEffect[] } {
  return events.reduce<{ plan: WorkPlan; effects: readonly WorkEffect[] }>(
    ({ plan }, event) => planWork(plan, event),
    { plan: noWork, effects: [] },
  );
}

const requested: WorkEvent = { type: 'work_requested', conversationId };
const ended: WorkEvent = { type: 'round_ended', conversationId, hasMore: false };
const startRound: WorkEffect = { type: 'start_round', conversationId };

describe('a round of work', () => {
  test('starts when it is requested, once however often', () => {
    expect(planned(requested).effects).toEqual([startRound]);
    expect(planned(requested, requested).effects).toEqual([]);
  });

  test('is followed by another where more was requested meanwhile, or more is there', () => {
    expect(planned(requested, requested, ended).effects).toEqual([startRound]);
    expect(planned(requested, { ...ended, hasMore: true }).effects).toEqual([startRound]);
    expect(planned(requested, requested, ended, ended)).toEqual({ plan: noWork, effects: [] });
  });

  test('that failed is not repeated at once', () => {
    expect(planned(requested, requested, { type: 'round_failed', conversationId })).toEqual({
      plan: noWork,
      effects: [],
    });
  });

  test('does not start in a conversation that is being deleted, until that is over', () => {
    const removing: WorkEvent = { type: 'removing', conversationId };
    expect(planned(removing, requested).effects).toEqual([]);
    expect(planned(removing, { type: 'work_requested', conversationId: other }).effects).toHaveLength(1);
    expect(planned(requested, removing, { ...ended, hasMore: true }).plan.working.size).toBe(0);
    expect(planned(removing, { type: 'removed', conversationId }, requested).effects).toEqual([startRound]);
  });

  test('does not start once the server shuts down', () => {
    expect(planned({ type: 'draining' }, requested).effects).toEqual([]);
    expect(planned(requested, requested, { type: 'draining' }, ended).plan.working.size).toBe(0);
  });
});

describe('a stop', () => {
  const started: WorkEvent = { type: 'run_started', conversationId, runId: 'run_1' };
  const stop: WorkEvent = { type: 'stop_requested', conversationId, runId: 'run_1' };
  const aborted = [{ type: 'stop', conversationId, reason: 'aborted' }];

  test('reaches the run that it names, and no other', () => {
    expect(planned(requested, started, stop).effects).toEqual(aborted);
    expect(planned(requested, started, { ...stop, runId: 'run_2' }).effects).toEqual([]);
    expect(planned(requested, started, { ...stop, conversationId: other }).effects).toEqual([]);
    expect(planned(requested, started, { type: 'run_ended', conversationId }, stop).effects).toEqual([]);
  });

  test('comes to every active run when its time is over', () => {
    const { effects } = planned(
      requested,
      { type: 'work_requested', conversationId: other },
      { type: 'grace_over' },
    );
    expect(effects.map((effect) => effect.conversationId)).toEqual([conversationId, other]);
  });
});

test('what is requested again keeps the run that is going on', () => {
  const { plan } = planned(requested, { type: 'run_started', conversationId, runId: 'run_1' }, requested);
  expect(plan.working.get(conversationId)).toEqual({ runId: 'run_1', isRequestedAgain: true });
});
