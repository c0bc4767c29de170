import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerDirectly } from '#lib/http/answer-directly.ts';
import { createStreamQueue } from '#lib/streams/stream-queue.ts';

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

/** A server that answers everything so. */
async function serve(handle: (request: Request) => Promise<Response>): Promise<number> {
  const server = createServer((message, response) => {
    void answerDirectly({ handle, params: {}, takesBytes: false }, message, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

test('a HEAD request is answered with the headers alone', async () => {
  const port = await serve(
    async ({ method }) =>
      new Response(method === 'HEAD' ? null : 'all of it', { headers: { 'X-Method': method } }),
  );
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'HEAD', '']);
});

test('a stream of events comes whole and ends, also to a client that reads slowly', async () => {
  const queue = createStreamQueue(() => {});
  const port = await serve(async () => new Response(queue.readable));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const reader = answer.body?.getReader();
  const piece = Buffer.alloc(10_000, 'x');
  const writing = (async () => {
    for (let count = 0; count < 300; count += 1) {
      queue.replay(piece);
      await queue.drained();
    }
    queue.end();
  })();
  let byteLength = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    byteLength += next.value.byteLength;
    if (byteLength % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await writing;
  expect(byteLength).toBe(300 * piece.byteLength);
});

test('the stream of a client that is gone before it begins, or in the middle, is ended', async () => {
  for (const isEarly of [true, false]) {
    const ended = Promise.withResolvers<void>();
    const queue = createStreamQueue(ended.resolve);
    const begun = Promise.withResolvers<void>();
    const port = await serve(async ({ signal }) => {
      begun.resolve();
      if (isEarly && !signal.aborted) await once(signal, 'abort');
      return new Response(queue.readable);
    });
    const sent = request({ port, host: '127.0.0.1' });
    sent.on('error', () => {});
    sent.end();
    await begun.promise;
    queue.send(Buffer.from('one'));
    if (!isEarly) await once(sent, 'response');
    sent.destroy();
    await ended.promise;
    expect(queue.isEmpty()).toBe(true);
  }
});

test.for([
  { name: 'alone', isPipelined: false },
  { name: 'behind an answer that is still to come', isPipelined: true },
])('a stream of events has no chunks and ends with its connection: $name', async ({ isPipelined }) => {
  const queue = createStreamQueue(() => {});
  const opened = Promise.withResolvers<void>();
  const port = await serve(async ({ url }) => {
    if (url.endsWith('/stream')) {
      opened.resolve();
      return new Response(queue.readable);
    }
    await opened.promise;
    await new Promise(setImmediate);
    return new Response('earlier', { headers: { 'Content-Length': '7' } });
  });
  const socket = connect(port, '127.0.0.1');
  const paths = isPipelined ? ['/earlier', '/stream'] : ['/stream'];
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  queue.send(Buffer.from('one '));
  while (!received.includes('one ')) await once(socket, 'data');
  queue.send(Buffer.from('two'));
  queue.end();
  await once(socket, 'end');
  const answers = received.split('HTTP/1.1 200 ').slice(1);
  expect(answers).toHaveLength(paths.length);
  const [head = '', body] = answers.at(-1)?.split('\r\n\r\n') ?? [];
  expect(head.toLowerCase()).toContain('connection: close');
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
  expect(body).toBe('one two');
});
