import { describe, expect, test } from 'vitest';
import {
  type DurableEvent,
  durableEvent,
  ephemeralEvent,
  type NewEvent,
  type RunOutcome,
} from '#lib/core/vocabulary/events.ts';
import { checkHistory } from './check-history.ts';
import type { History } from './history.ts';

const conversationId = 'conv_1';
const timestamp = '2026-11-30T10:00:00.000Z';
const author = { id: 'local', name: 'me' };

const logOf = (events: NewEvent[]): DurableEvent[] =>
  events.map((event, at) => ({ ...event, id: String(at + 1) }) as DurableEvent);

const message = durableEvent(
  'user.message',
  {
    ...{ messageId: 'msg_1', runId: 'run_1', clientMessageId: 'c1', content: 'hello', author },
    attachments: [],
  },
  timestamp,
);
const start = durableEvent(
  'run.started',
  { runId: 'run_1', messageId: 'msg_1', model: 'scripted' },
  timestamp,
);
const answer = durableEvent('assistant.message', { messageId: 'msg_2', content: 'the answer' }, timestamp);
const end = durableEvent('run.finished', { runId: 'run_1', outcome: 'completed' }, timestamp);
const step = {
  conversation: { id: conversationId, title: '' },
  usage: { outputTokens: 100_001 },
} as History['ledger'][number];
/** With tokens that nobody reported. */
const estimated: typeof step = { ...step, usage: { ...step.usage, outputTokens: 7 } };

/** Of a round in which all went well. */
function goodHistory(): History {
  const log = logOf([message, start, answer, end]);
  return {
    sent: [
      {
        conversationId,
        clientMessageId: 'c1',
        text: 'hello',
        isLast: true,
        accepted: [{ messageId: 'msg_1', runId: 'run_1' }],
      },
    ],
    logs: new Map([[conversationId, log]]),
    viewings: [{ conversationId, events: log, connections: 2 }],
    answers: [{ clientMessageId: 'c1', outputTokens: 100_001, text: 'the answer' }],
    requests: ['c1'],
    ledger: [step],
    artifacts: [{ artifactId: 'art_1', status: 200, text: 'whole', expected: 'whole', byteLength: 5 }],
    ...{ processes: [], hangs: [], leaks: [], endsNoRun: false },
  };
}

const broken: [string, (history: History) => Partial<History>, RegExp][] = [
  [
    'a message that was lost',
    () => ({ logs: new Map([[conversationId, logOf([])]]), viewings: [] }),
    /not in the log/,
  ],
  [
    'a message that is there twice',
    () => ({
      logs: new Map([[conversationId, logOf([message, message, start, answer, end])]]),
      viewings: [],
    }),
    /in the log 2 times/,
  ],
  [
    'a message with another text',
    ({ sent }) => ({ sent: sent.map((each) => ({ ...each, text: 'bye' })) }),
    /another text/,
  ],
  [
    'a message accepted under two IDs',
    ({ sent }) => ({
      sent: sent.map((each) => ({ ...each, accepted: [{ messageId: 'msg_9', runId: 'run_1' }] })),
    }),
    /other IDs/,
  ],
  ['a message of nobody', () => ({ sent: [] }), /nobody sent/],
  [
    'a run without an end',
    () => ({ logs: new Map([[conversationId, logOf([message, start, answer])]]), viewings: [] }),
    /ended 0 times/,
  ],
  [
    'a run that ends twice',
    () => ({ logs: new Map([[conversationId, logOf([message, start, answer, end, end])]]), viewings: [] }),
    /ended 2 times/,
  ],
  [
    'a viewer who missed an event',
    ({ viewings }) => ({ viewings: viewings.map((each) => ({ ...each, events: each.events.slice(0, 2) })) }),
    /received 2 of 4/,
  ],
  [
    'a viewer who was sent an event twice',
    ({ viewings }) => ({
      viewings: viewings.map((each) => ({ ...each, events: [...each.events.slice(0, 1), ...each.events] })),
    }),
    /received an event twice/,
  ],
  [
    'a viewer who was shown other words',
    ({ viewings }) => ({
      viewings: viewings.map((each) => ({ ...each, events: withWords(each.events, 'another answer') })),
    }),
    /words that msg_2 does not have/,
  ],
  [
    'a run that completed without the answer',
    ({ answers }) => ({ answers: answers.map((each) => ({ ...each, text: 'something else' })) }),
    /without the answer/,
  ],
  ['a step that is not in the ledger', () => ({ ledger: [] }), /not in the ledger/],
  ['a step that is in the ledger twice', () => ({ ledger: [step, step] }), /twice/],
  ['a step that nobody made', () => ({ ledger: [step, estimated] }), /has 2 steps .* asked 1 times/],
  [
    'an artifact that is gone',
    ({ artifacts }) => ({ artifacts: artifacts.map((each) => ({ ...each, status: 410 })) }),
    /is gone: 410/,
  ],
  [
    'an artifact with other bytes',
    ({ artifacts }) => ({ artifacts: artifacts.map((each) => ({ ...each, text: 'half' })) }),
    /another content/,
  ],
  ['a process that was left', () => ({ processes: ['sleep 20'] }), /still runs/],
  ['a request that hangs', () => ({ hangs: ['/ was not answered'] }), /not answered/],
  [
    'a server that accepts nothing any more',
    ({ sent }) => ({
      sent: sent.map((each) => ({ ...each, accepted: [] })),
      logs: new Map([[conversationId, logOf([])]]),
      viewings: [],
    }),
    /sent after the faults, was not answered/,
  ],
  [
    'a round without a message after its faults',
    ({ sent }) => ({ sent: sent.map((each) => ({ ...each, isLast: false })) }),
    /nothing was sent/,
  ],
  [
    'a run that a harmless fault interrupts',
    () => ({ ...ended('interrupted', [answer]), endsNoRun: true }),
    /run_1 was interrupted/,
  ],
  [
    'words that were shown and not kept',
    () => {
      const { logs, viewings } = ended('interrupted', []);
      return {
        logs,
        viewings: viewings.map((each) => ({ ...each, events: withWords(each.events, 'half') })),
      };
    },
    /words that msg_2 does not have: half/,
  ],
  [
    'an artifact of a command without its output',
    ({ artifacts }) => ({ artifacts: artifacts.map((each) => ({ ...each, text: '', expected: null })) }),
    /another content/,
  ],
  [
    'an artifact that is refused',
    ({ artifacts }) => ({ artifacts: artifacts.map((each) => ({ ...each, status: 403 })) }),
    /not readable: 403/,
  ],
  ['an answer to somebody else', () => ({ leaks: ['/api/artifacts/art_1'] }), /may not see it/],
];

/** A history whose run ended so. */
function ended(outcome: RunOutcome, messages: NewEvent[]) {
  const log = logOf([
    message,
    start,
    ...messages,
    durableEvent('run.finished', { runId: 'run_1', outcome }, timestamp),
  ]);
  return {
    logs: new Map([[conversationId, log]]),
    viewings: [{ conversationId, events: log, connections: 1 }],
  };
}

/** As a viewer hears them while the model speaks. */
function withWords(events: History['viewings'][number]['events'], deltaContent: string) {
  const words = ephemeralEvent(
    'assistant.message_delta',
    { messageId: 'msg_2', deltaContent, offset: 0 },
    timestamp,
  );
  return [...events.slice(0, 2), { ...words, id: null }, ...events.slice(2)];
}

describe('the check of a history', () => {
  test('finds nothing where all went well', () => {
    expect(checkHistory(goodHistory())).toEqual([]);
  });

  test.each(broken)('finds %s', (_, change, text) => {
    const history = goodHistory();
    const found = checkHistory({ ...history, ...change(history) });
    expect(found.map((each) => each.text).join('\n')).toMatch(text);
  });
});
