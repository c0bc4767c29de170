import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createFetchStream } from '#lib/runs/fetch-stream.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that sends what the test says, and an answer of it. */
async function openAnswer(paceMs: number, signal?: AbortSignal) {
  const opened = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    opened.resolve(response);
  }).listen(0, '127.0.0.1');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const response = await createFetchStream(() => paceMs)(url, { signal: signal ?? null });
  const connection = await opened.promise;
  const reader = response.body?.getReader();
  if (!reader) throw new Error('the answer has a body');
  return {
    connection,
    async read() {
      const { done, value } = await reader.read();
      return done ? null : new TextDecoder().decode(value);
    },
  };
}

/** Sent one by one, so that they arrive so. */
async function sendEach(connection: ServerResponse, texts: string) {
  for (const text of texts) {
    connection.write(text);
    await sleep(1);
  }
}

test.for([
  { name: 'ends', finish: (connection: ServerResponse) => connection.end() },
  { name: 'breaks', finish: (connection: ServerResponse) => connection.destroy() },
])(
  'the first bytes come at once, what arrives meanwhile all together when the connection $name',
  async ({ finish }) => {
    const { connection, read } = await openAnswer(3_600_000);
    await sendEach(connection, 'a');
    expect(await read()).toBe('a');
    const next = read();
    await sendEach(connection, 'bcd');
    finish(connection);
    expect(await next).toBe('bcd');
    expect(await read()).toBeNull();
  },
);

test('what has arrived comes after a pause', async () => {
  const { connection, read } = await openAnswer(20);
  await sendEach(connection, 'a');
  expect(await read()).toBe('a');
  await sendEach(connection, 'b');
  expect(await read()).toBe('b');
});

test('whoever stops does not wait for the pause to end', async () => {
  const stop = new AbortController();
  const { connection, read } = await openAnswer(3_600_000, stop.signal);
  await sendEach(connection, 'a');
  expect(await read()).toBe('a');
  const next = read();
  stop.abort(new Error('stopped'));
  await expect(next).rejects.toThrow('stopped');
});
