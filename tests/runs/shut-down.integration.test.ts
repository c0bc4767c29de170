import { expect, test } from 'vitest';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import { until } from '../support/conversations.ts';
import { startRunStage } from '../support/run-stage.ts';

async function readToEnd(stream: ReadableStream<Uint8Array>): Promise<ConversationEvent[]> {
  const text = await new Response(stream).text();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
}

test('a shutdown starts no new message, lets the active run finish, and ends streams after its last event', async () => {
  const stage = await startRunStage(() => ({ text: 'so many words '.repeat(10), delayMs: 30 }));
  const { services, conversation } = stage;
  await stage.send('go');
  await until('the run to be under way', async () =>
    (await stage.events()).some((event) => event.type === 'assistant.message_delta'),
  );
  const heard = readToEnd(
    services.streams.open({
      memberId: 'local',
      conversations: [{ id: conversation.id, cursor: null }],
      form: 'single',
      stillMay: null,
    }),
  );
  const ending = services.shutDown();
  await expect(stage.send('one more')).rejects.toMatchObject({ code: 'draining' });
  await ending;
  const types = (await heard).map((event) => event.type);
  expect(types.slice(-2)).toEqual(['run.finished', 'session.idle']);
});

test('a reader that reads nothing does not delay a shutdown', async () => {
  const { services, conversation } = await startRunStage(() => ({ text: 'Yes.' }));
  services.streams.open({
    memberId: 'local',
    conversations: [{ id: conversation.id, cursor: null }],
    form: 'single',
    stillMay: null,
  });
  await services.shutDown();
});
