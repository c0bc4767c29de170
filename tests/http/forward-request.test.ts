import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { forwardRequest } from '#lib/http/forwarding/forward-request.ts';
import { forwardedHeader, markForwarded, readForwardedMark } from '#lib/http/forwarding/forwarded-mark.ts';
import { createOutdatedReport } from '#lib/http/forwarding/forwarded-paths.ts';

const nowMs = Date.now();
const key = { secret: 'of this installation', nowMs };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A runner that keeps what it receives. */
async function startRunner(
  answer: (request: Received, response: ServerResponse) => void = (_, response) => response.end('ok'),
) {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const whole = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(whole);
    answer(whole, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return { address: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`, received };
}

const avoided: string[] = [];
afterEach(() => void avoided.splice(0));
const services = {
  runners: { readSecret: async () => key.secret, avoid: (address: string) => void avoided.push(address) },
  log: { warn() {} },
  nowMs: () => nowMs,
} as unknown as Parameters<typeof forwardRequest>[0];

const requestTo = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  new Request(`http://vitrine.example${path}`, init);

test('a request arrives as it was, with a mark that is of use for no other one', async () => {
  const { address, received } = await startRunner();
  const request = requestTo('/api/x?q=%2F', {
    method: 'POST',
    body: 'all of it',
    headers: {
      Cookie: 'a=b',
      Host: 'vitrine.example',
      'X-Forwarded-For': '10.0.0.9',
      'Content-Type': 'text/plain',
    },
  });
  expect(await (await forwardRequest(services, request, address)).text()).toBe('ok');
  const [first] = received;
  expect(first).toMatchObject({ method: 'POST', url: '/api/x?q=%2F', body: 'all of it' });
  expect(first?.headers).toMatchObject({ cookie: 'a=b', host: 'vitrine.example' });
  const mark = String(first?.headers[forwardedHeader]);
  const own = { method: 'POST', url: '/api/x?q=%2F' };
  expect(readForwardedMark(mark, own, key)).toEqual({ client: '10.0.0.9' });
  expect(readForwardedMark(mark, { ...own, method: 'GET' }, key)).toBeUndefined();
  expect(readForwardedMark(mark, { ...own, url: '/api/y' }, key)).toBeUndefined();
  expect(readForwardedMark(mark.replace('10.0.0.9', '10.0.0.8'), own, key)).toBeUndefined();
  const ofAnother = markForwarded(own, '10.0.0.9', { ...key, secret: 'of another one' });
  expect(readForwardedMark(ofAnother, own, key)).toBeUndefined();
  expect(readForwardedMark('', own, key)).toBeUndefined();
});

test('a mark counts for two minutes by the clock of its receiver, and its time cannot be changed', () => {
  const own = { method: 'POST', url: '/api/x' };
  const mark = markForwarded(own, null, key);
  const readAfter = (seconds: number) =>
    readForwardedMark(mark, own, { ...key, nowMs: nowMs + seconds * 1_000 });
  for (const seconds of [0, 118, -118]) expect(readAfter(seconds), String(seconds)).toEqual({ client: null });
  for (const seconds of [122, -122, 86_400]) expect(readAfter(seconds), String(seconds)).toBe('outdated');
  const [client, sentSeconds, signature] = mark.split(' ');
  const later = `${client} ${Number(sentSeconds) + 3_600} ${signature}`;
  expect(readForwardedMark(later, own, { ...key, nowMs: nowMs + 3_600_000 })).toBeUndefined();
  // As a version before times were signed would send it.
  expect(readForwardedMark(`${client} ${signature}`, own, key)).toBeUndefined();
});

test('outdated marks are reported once, however many come at a time', () => {
  const reported: string[] = [];
  const report = createOutdatedReport({
    log: { warn: (message: string) => reported.push(message) },
  } as unknown as Parameters<typeof createOutdatedReport>[0]);
  for (let count = 0; count < 3; count += 1) report();
  expect(reported).toEqual([expect.stringContaining('more than 120 s')]);
});

test.each([
  '/mcp/..//169.254.169.254/latest',
  '//169.254.169.254/latest',
  '/\\169.254.169.254/latest',
  '/@169.254.169.254/',
])('no path leads to another host: %s', async (path) => {
  const { address, received } = await startRunner();
  await forwardRequest(services, requestTo(path), address);
  expect(received).toHaveLength(1);
});

test('what is announced and not sent cannot be read from the request that follows on the same connection', async () => {
  const { address, received } = await startRunner();
  for (let at = 0; at < 3; at += 1) {
    const headers = { 'Content-Length': '120', Connection: 'close, X-Secret', 'X-Secret': 'of this hop' };
    const answer = await forwardRequest(services, requestTo(`/${at}`, { headers }), address);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
  }
  expect(received.map(({ url }) => url)).toEqual(['/0', '/1', '/2']);
  for (const { headers } of received) {
    expect(headers['content-length']).toBeUndefined();
    expect(headers['x-secret']).toBeUndefined();
  }
});

test('an answer keeps its status and each of its headers, also where it has no body', async () => {
  const { address } = await startRunner(({ url }, response) => {
    response
      .writeHead(url === '/none' ? 204 : 302, { Location: '/there', 'Set-Cookie': ['a=1', 'b=2'] })
      .end();
  });
  const moved = await forwardRequest(services, requestTo('/'), address);
  expect([moved.status, moved.headers.get('location'), moved.headers.getSetCookie()]).toEqual([
    302,
    '/there',
    ['a=1', 'b=2'],
  ]);
  const none = await forwardRequest(services, requestTo('/none'), address);
  expect([none.status, none.body]).toEqual([204, null]);
  expect((await forwardRequest(services, requestTo('/', { method: 'HEAD' }), address)).body).toBeNull();
});

test('a runner that nobody reaches is avoided; one that breaks an answer off is not', async () => {
  const { address } = await startRunner((_, response) => response.destroy());
  const failure = { code: 'no_runner' };
  await expect(forwardRequest(services, requestTo('/'), address)).rejects.toMatchObject(failure);
  expect(avoided).toEqual([]);
  const gone = 'http://127.0.0.1:1';
  await expect(forwardRequest(services, requestTo('/'), gone)).rejects.toMatchObject(failure);
  expect(avoided).toEqual([gone]);
});

test('a client that goes away ends its request, and says nothing of the runner', async () => {
  const { address } = await startRunner(() => {});
  const gone = new AbortController();
  const forwarded = forwardRequest(services, requestTo('/', { signal: gone.signal }), address);
  setTimeout(() => gone.abort(), 50);
  await expect(forwarded).rejects.toThrow();
  expect(avoided).toEqual([]);
});
