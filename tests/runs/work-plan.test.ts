import { describe, expect, test } from 'vitest';
import {
  noWork,
  planWork,
  type WorkEffect,
  type WorkEvent,
  type WorkPlan,
} from '../../lib/runs/work-plan.ts';

const conversationId = 'cnv_a';
const other = 'cnv_b';

/** The plan after the events, and the effects of the last one. */
function planned(...events: readonly WorkEvent[]): { plan: WorkPlan; effects: readonly WorkEffect[] } {
  return events.reduce<{ plan: WorkPlan; effects: readonly WorkEffect[] }>(
    ({ plan }, event) => planWork(plan, event),
    { plan: noWork, effects: [] },
  );
}

const asked: WorkEvent = { type: 'asked', conversationId };
const ended: WorkEvent = { type: 'round_ended', conversationId, hasMore: false };
const startRound: WorkEffect = { type: 'start_round', conversationId };

describe('a round of work', () => {
  test('starts when it is asked for, once however often', () => {
    expect(planned(asked).effects).toEqual([startRound]);
    expect(planned(asked, asked).effects).toEqual([]);
  });

  test('is followed by another where more was asked for meanwhile, or more is there', () => {
    expect(planned(asked, asked, ended).effects).toEqual([startRound]);
    expect(planned(asked, { ...ended, hasMore: true }).effects).toEqual([startRound]);
    expect(planned(asked, asked, ended, ended)).toEqual({ plan: noWork, effects: [] });
  });

  test('that failed is not repeated at once', () => {
    expect(planned(asked, asked, { type: 'round_failed', conversationId })).toEqual({
      plan: noWork,
      effects: [],
    });
  });

  test('does not start in a conversation that is being deleted, until that is over', () => {
    const leaving: WorkEvent = { type: 'leaving', conversationId };
    expect(planned(leaving, asked).effects).toEqual([]);
    expect(planned(leaving, { type: 'asked', conversationId: other }).effects).toHaveLength(1);
    expect(planned(asked, leaving, { ...ended, hasMore: true }).plan.working.size).toBe(0);
    expect(planned(leaving, { type: 'left', conversationId }, asked).effects).toEqual([startRound]);
  });

  test('does not start once the server shuts down', () => {
    expect(planned({ type: 'draining' }, asked).effects).toEqual([]);
    expect(planned(asked, asked, { type: 'draining' }, ended).plan.working.size).toBe(0);
  });
});

describe('a stop', () => {
  const started: WorkEvent = { type: 'run_started', conversationId, runId: 'run_1' };
  const stop: WorkEvent = { type: 'stop_asked', conversationId, runId: 'run_1' };
  const aborted = [{ type: 'stop', conversationId, reason: 'aborted' }];

  test('reaches the run that it names, and no other', () => {
    expect(planned(asked, started, stop).effects).toEqual(aborted);
    expect(planned(asked, started, { ...stop, runId: 'run_2' }).effects).toEqual([]);
    expect(planned(asked, started, { ...stop, conversationId: other }).effects).toEqual([]);
    expect(planned(asked, started, { type: 'run_ended', conversationId }, stop).effects).toEqual([]);
  });

  test('comes to every active run when its time is over', () => {
    const { effects } = planned(asked, { type: 'asked', conversationId: other }, { type: 'grace_over' });
    expect(effects.map((effect) => effect.conversationId)).toEqual([conversationId, other]);
  });
});

test('what is asked again keeps the run that is going on', () => {
  const { plan } = planned(asked, { type: 'run_started', conversationId, runId: 'run_1' }, asked);
  expect(plan.working.get(conversationId)).toEqual({ runId: 'run_1', isAskedAgain: true });
});
