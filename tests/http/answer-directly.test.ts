import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerDirectly } from '#lib/http/answer-directly.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('a client that is gone before its answer aborts the request', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const handle = async ({ signal }: Request) => {
    begun.resolve(signal);
    await once(signal, 'abort');
    return new Response('nobody reads it');
  };
  const server = createServer((message, response) => {
    void answerDirectly({ handle, params: {}, takesBytes: false }, message, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method: 'POST' });
  sent.on('error', () => {});
  sent.end('{}');
  const signal = await begun.promise;
  expect(signal.aborted).toBe(false);
  sent.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
});
