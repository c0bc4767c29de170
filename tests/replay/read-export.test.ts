import { expect, test } from 'vitest';
import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { readExport } from '#lib/replay/read-export.ts';
import { isoAfter, sampleConversation } from '../contracts/samples.ts';

const now = isoAfter(0);
const asked = (at: number, content: string, attachments: object[] = []) =>
  durableEvent(
    'user.message',
    {
      ...{ messageId: `msg_${at}`, runId: `run_${at}`, content, author: { id: 'm', name: 'Ada' } },
      attachments: attachments as [],
    },
    now,
  );
const started = (at: number) =>
  durableEvent('run.started', { runId: `run_${at}`, messageId: `msg_${at}`, model: 'demo' }, now);
const ended = (at: number) => durableEvent('run.finished', { runId: `run_${at}`, outcome: 'completed' }, now);

function exported(events: NewEvent[], change: object = {}): string {
  const conversation = sampleConversation({ title: 'Late orders' });
  const numbered = events.map((event, index) => ({
    ...event,
    id: String(index + 1).padStart(6, '0'),
    ...change,
  }));
  return JSON.stringify({ conversation, events: numbered, artifacts: [] });
}

test('the messages of an export are said again in the order in which they were taken', () => {
  const attachment = { artifactId: 'art_a', title: 'x', textArtifactId: 'art_b', tokens: 3 };
  const edited = durableEvent(
    'message.edited',
    { messageId: 'msg_2', content: 'second, changed', by: { id: 'm', name: 'Ada' } },
    now,
  );
  const gone = durableEvent('message.withdrawn', { messageId: 'msg_3', by: { id: 'm', name: 'Ada' } }, now);
  const [job] = readExport(
    exported([
      ...[asked(1, 'first', [attachment]), started(1), asked(2, 'second'), asked(3, 'third'), edited, gone],
      ...[ended(1), started(2), ended(2)],
    ]),
  ).jobs;
  expect(job?.messagesFor({ isOffline: false }, false)).toEqual(['first', 'second, changed']);
  expect(job).toMatchObject({ name: 'conversation', title: 'Late orders', files: null, check: null });
  expect(job?.note).toContain('Left out: 1');
});

test('who may read the conversation stays with what is made of it', () => {
  const plan = readExport(exported([asked(1, 'first'), started(1), ended(1)]));
  expect(plan.access?.audience).toBe('team');
  expect(plan.access?.createdBy.id).toEqual(expect.any(String));
});

test.each([
  ['# Late orders', 'not JSON'],
  ['{}', 'not an exported conversation'],
  ['[]', 'not an exported conversation'],
  [exported([asked(1, 'x')], { v: 2 }), 'version 2'],
  [exported([asked(1, 'x')], { type: 'user.shouted' }), 'This version cannot read'],
  [exported([durableEvent('conversation.renamed', { title: 'x' }, now)]), 'Nobody wrote a message'],
])('refuses what cannot be replayed: %#', (text, words) => {
  expect(() => readExport(text)).toThrow(words);
});
