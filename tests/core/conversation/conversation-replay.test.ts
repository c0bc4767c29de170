import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsOf } from '#lib/core/conversation/calls-of.ts';
import { type ConversationState, emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvent, reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { allItems, isSelected, itemsOf, pathThrough } from '#lib/core/conversation/thread-tree.ts';
import { type ConversationEvent, type EphemeralEvent, isEphemeral } from '#lib/core/vocabulary/events.ts';
import { plausibleLog } from '#tests/support/plausible-log.ts';

const isDurable = (event: ConversationEvent) => !isEphemeral(event);

/** The state without its live deltas, which are not part of the history. */
function history(state: ConversationState) {
  const toolCalls = Object.values(state.toolCalls).map((call) => ({
    ...call,
    progress: null,
    partial: null,
    terminalHolder: null,
    elicitation: null,
  }));
  return { ...state, toolCalls, live: null, usage: null };
}

/** How a reader steps through a log: some events forward, or back to an earlier cursor, and finally to the end. */
const walk = fc.array(fc.record({ on: fc.nat(12), back: fc.nat(40) }), { maxLength: 8 });

function readWith(log: ConversationEvent[], steps: { on: number; back: number }[]): ConversationEvent[] {
  const read: ConversationEvent[] = [];
  let at = 0;
  for (const { on, back } of steps) {
    read.push(...log.slice(at, at + on));
    at = Math.max(0, Math.min(log.length, at + on) - back);
  }
  return [...read, ...log.slice(at)];
}

/** Late live deltas: each is dropped, delivered once or delivered twice, somewhere after its own time. */
function disturb(log: ConversationEvent[], delays: number[]): ConversationEvent[] {
  const placed = log.flatMap((event, at): { event: ConversationEvent; at: number }[] => {
    if (!isEphemeral(event)) return [{ event, at }];
    const delay = delays[at % Math.max(1, delays.length)] ?? 0;
    if (delay === 0) return [];
    const late = { event, at: at + delay * 1.5 };
    return delay % 2 === 0 ? [{ event, at }, late] : [late];
  });
  return placed.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

describe('an event log', () => {
  test('read with any overlaps gives the same state as read once', () => {
    fc.assert(
      fc.property(plausibleLog, walk, (log, steps) => {
        const durable = log.filter(isDurable);
        expect(reduceEvents(readWith(durable, steps))).toEqual(reduceEvents(durable));
      }),
      { numRuns: 300 },
    );
  });

  test('read from any cursor ends in the same state', () => {
    fc.assert(
      fc.property(plausibleLog, fc.nat(), (log, at) => {
        const durable = log.filter(isDurable);
        const cut = at % (durable.length + 1);
        const first = reduceEvents(durable.slice(0, cut));
        expect(first.cursor).toBe(durable[cut - 1]?.id ?? null);
        expect(reduceEvents(durable.slice(cut), first)).toEqual(reduceEvents(durable));
      }),
    );
  });

  test('gives the same history whether live deltas arrive, get lost, come late or come twice', () => {
    const delays = fc.array(fc.nat(30), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(plausibleLog, walk, delays, (log, steps, delay) => {
        const expected = history(reduceEvents(log.filter(isDurable)));
        expect(history(reduceEvents(log))).toEqual(expected);
        expect(history(reduceEvents(readWith(disturb(log, delay), steps)))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('never mutates a state it has returned', () => {
    fc.assert(
      fc.property(plausibleLog, (log) => {
        let state = emptyConversation;
        for (const event of log) {
          const before = JSON.stringify(state);
          const next = reduceEvent(state, event);
          expect(JSON.stringify(state)).toBe(before);
          state = next;
        }
      }),
    );
  });
});

describe('in any state of any log', () => {
  const everyState = (log: ConversationEvent[], look: (state: ConversationState) => void) => {
    let state = emptyConversation;
    for (const event of log) {
      state = reduceEvent(state, event);
      look(state);
    }
  };
  const delays = fc.array(fc.nat(30), { minLength: 1, maxLength: 12 });

  test('each message appears exactly once, either in the queue or in one version of the thread', () => {
    fc.assert(
      fc.property(plausibleLog, (log) => {
        everyState(log, ({ tree, queued, runs }) => {
          const users = [...allItems(tree), ...queued].flatMap((item) =>
            item.kind === 'user' && item.runId !== null ? [item.messageId] : [],
          );
          const answered = Object.values(runs).flatMap(({ messageId }) => messageId ?? []);
          expect(users.toSorted()).toEqual([...new Set(answered)].toSorted());
          for (const { runId } of queued) expect(runs[runId]?.status).toBe('queued');
        });
      }),
      { numRuns: 300 },
    );
  });

  test('the shown items are one path through the tree, and an active run is on it', () => {
    fc.assert(
      fc.property(plausibleLog, (log) => {
        everyState(log, ({ tree, items, activeRunId, runs }) => {
          expect(items).toEqual(itemsOf(pathThrough(tree)));
          for (const { id, parentId, childIds, selectedChildId } of Object.values(tree.nodes)) {
            expect(selectedChildId === null).toBe(childIds.length === 0);
            if (selectedChildId !== null) expect(childIds).toContain(selectedChildId);
            if (parentId !== null) expect(tree.nodes[parentId]?.childIds).toContain(id);
          }
          if (activeRunId !== null && runs[activeRunId]?.rerunOf === null) {
            expect(isSelected(tree, activeRunId)).toBe(true);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  test('the files that the model knows are those it read on the shown path', () => {
    fc.assert(
      fc.property(plausibleLog, (log) => {
        everyState(log, ({ items, toolCalls, knownFiles }) => {
          const read = callsOf(items, toolCalls).flatMap(
            ({ result }) => result?.toolTelemetry.knownFiles?.map(({ path }) => path) ?? [],
          );
          expect(Object.keys(knownFiles).toSorted()).toEqual([...new Set(read)].toSorted());
        });
      }),
      { numRuns: 300 },
    );
  });

  test('a call waiting for a re-run is queued until its run starts, and never enters the thread', () => {
    fc.assert(
      fc.property(plausibleLog, (log) => {
        everyState(log, ({ items, queued, runs }) => {
          const waiting = Object.values(runs).filter(
            ({ rerunOf, status }) => rerunOf !== null && status === 'queued',
          );
          const listed = queued.flatMap((item) => (item.kind === 'rerun' ? [item.runId] : []));
          expect(listed.toSorted()).toEqual(waiting.map(({ runId }) => runId).toSorted());
          expect(items.map(({ kind }): string => kind)).not.toContain('rerun');
        });
      }),
    );
  });

  test('only a running call can grow or have its terminal taken over, whatever arrives late or twice', () => {
    fc.assert(
      fc.property(plausibleLog, delays, (log, delay) => {
        everyState(disturb(log, delay), ({ toolCalls, runs, activeRunId }) => {
          const rerunOf = activeRunId === null ? null : runs[activeRunId]?.rerunOf;
          for (const { toolCallId, status, partial, terminalHolder } of Object.values(toolCalls)) {
            if (terminalHolder) expect(status).toBe('running');
            if (partial) expect(status === 'running' || rerunOf === toolCallId).toBe(true);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  test('text streams only during an active run', () => {
    fc.assert(
      fc.property(plausibleLog, delays, (log, delay) => {
        everyState(disturb(log, delay), ({ live, activeRunId }) => {
          if (activeRunId === null) expect(live).toBeNull();
        });
      }),
      { numRuns: 300 },
    );
  });

  test('the streamed text is a prefix of its message, whatever is lost, late or duplicated', () => {
    fc.assert(
      fc.property(plausibleLog, delays, (log, delay) => {
        const say = (type: EphemeralEvent['type'], messageId: string) =>
          log
            .flatMap((event) => (event.type === type && 'messageId' in event.data ? [event.data] : []))
            .filter((data) => data.messageId === messageId)
            .map((data) => ('deltaContent' in data ? data.deltaContent : ''))
            .join('');
        everyState(disturb(log, delay), ({ live }) => {
          if (!live) return;
          expect(say('assistant.message_delta', live.messageId).startsWith(live.text)).toBe(true);
          expect(say('assistant.reasoning_delta', live.messageId).startsWith(live.reasoning)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });
});
