import { afterEach, expect, test } from 'vitest';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import {
  createConversation,
  ofType,
  readEvents,
  send,
  until,
  untilFinished,
} from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { startRedisServer } from '../support/redis-server.ts';
import { startVitrine } from '../support/vitrine-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('a terminal that runs on one process is answered through another, and stopped there', async () => {
  const redis = await startRedisServer();
  closing.push(() => redis.stop());
  const start = async () => {
    const server = await startVitrine({ environment: { REDIS_URL: redis.url } });
    closing.push(() => server.end());
    return server;
  };
  const [first, second] = [await start(), await start()];
  const id = await createConversation(first);
  const stream = await openEventStream(`${second.url}/api/conversations/${id}/events`);
  closing.push(async () => stream.close());
  const program = 'name = input("Name? "); print("Hello", name); input("More? ")';
  const { runId } = await send(first, id, `terminal python3 -c '${program}'`);
  type Growth = Extract<ConversationEvent, { type: 'tool.execution_partial_result' }>;
  const { data } = await until('its first output', async () =>
    stream.events().find((event): event is Growth => event.type === 'tool.execution_partial_result'),
  );
  const act = async (what: string, body: object) =>
    (
      await second.request(`/api/conversations/${id}/terminals/${data.toolCallId}/${what}`, {
        method: 'POST',
        body,
      })
    ).status;
  const shows = (text: string) =>
    until(text, async () =>
      (await (await second.request(`/api/artifacts/${data.artifactId}`)).text()).includes(text),
    );
  await shows('Name? ');
  expect(await act('control', { kind: 'take' })).toBe(204);
  expect(await act('input', { data: 'Mara\r' })).toBe(204);
  await shows('Hello Mara');
  await second.request(`/api/conversations/${id}/abort`, { method: 'POST' });
  expect((await untilFinished(second, id, runId)).data.outcome).toBe('aborted');
  const [call] = ofType(await readEvents(second, id), 'tool.execution_complete');
  expect(call?.data.result?.content).toContain('stopped by a person');
  expect(await act('control', { kind: 'take' })).toBe(404);
});
