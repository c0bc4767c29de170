import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Host, parseHost } from '#lib/core/vocabulary/network/host.ts';
import { createCommandProxy } from '#lib/workspace/network/command-proxy.ts';
import { createUpstream, type NetworkRules } from '#lib/workspace/network/upstream.ts';

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const hello: Answer = (request, response) =>
  response.end(`${request.method} ${request.url} ${request.headers.host}`);

/** An origin on loopback under the name `origin.test`, and the proxy of one command that may reach it. */
async function openProxy(answer: Answer = hello, rules: Partial<NetworkRules> = {}) {
  const port = await listen(createServer(answer));
  const upstream = createUpstream({
    hosts: [parseHost(`origin.test:${port}`)].filter((host): host is Host => host !== null),
    privateHosts: { 'origin.test': '127.0.0.1' },
    openConnections: 20,
    connections: 100,
    bytes: 1024 * 1024,
    ...rules,
  });
  const { server: proxyServer } = createCommandProxy(upstream);
  const proxyPort = await listen(proxyServer);
  /** Sends bytes to the proxy, and returns everything that comes until it closes. */
  const send = async (bytes: string): Promise<string> => {
    const socket = connect(proxyPort, '127.0.0.1');
    socket.write(bytes);
    return await text(socket);
  };
  const get = (url: string, headers = '') =>
    send(`GET ${url} HTTP/1.1\r\nHost: wrong.test\r\n${headers}Connection: close\r\n\r\n`);
  return { port, proxyPort, proxyServer, upstream, send, get };
}

test('a request with a whole URL is sent on, under the host of its URL and without the headers of the connection', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const { port, get, upstream } = await openProxy((request, response) => {
    seen.push(request.headers);
    hello(request, response);
  });
  const answer = await get(
    `http://origin.test:${port}/a?b=c`,
    'Proxy-Authorization: secret\r\nProxy-Connection: x\r\nX-Hop: 1\r\nConnection: X-Hop\r\nX-End: 2\r\n',
  );
  expect(answer).toContain(`GET /a?b=c origin.test:${port}`);
  expect(seen[0]).toMatchObject({ 'x-end': '2', host: `origin.test:${port}` });
  expect(Object.keys(seen[0] ?? {})).not.toContain('proxy-authorization');
  expect(Object.keys(seen[0] ?? {})).not.toContain('x-hop');
  expect(upstream.traffic()).toEqual([
    {
      host: 'origin.test',
      port,
      refusal: null,
      connections: 1,
      sentBytes: expect.any(Number),
      receivedBytes: expect.any(Number),
    },
  ]);
});

test('a tunnel carries bytes both ways, and each way ends by itself', async () => {
  const { port, proxyPort, upstream } = await openProxy();
  const socket = connect({ port: proxyPort, host: '127.0.0.1', allowHalfOpen: true });
  // What follows at once is not lost, and the client ends its side before it has an answer.
  socket.end(
    `CONNECT origin.test:${port} HTTP/1.1\r\nHost: x\r\n\r\nGET /t HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n`,
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200 OK/);
  expect(answer).toContain('GET /t y');
  expect(upstream.traffic()[0]?.receivedBytes).toBeGreaterThan(50);
});

test.each([
  ['another host', 'example.org', 'not_allowed'],
  ['an address', '127.0.0.1', 'address'],
  ['an address in other notation', '0x7f.1', 'address'],
  ['an address as one number', '2130706433', 'address'],
  ['an IPv6 address', '[::1]', 'address'],
  ['a mapped address', '[::ffff:127.0.0.1]', 'address'],
  ['a name within a name', 'origin.test.example.org', 'not_allowed'],
  ['two trailing dots', 'origin.test..', 'address'],
  ['nothing', '', 'address'],
])('%s is refused in a tunnel, and nothing is reached', async (_what, host, refusal) => {
  let asked = 0;
  const { port, send, upstream } = await openProxy(() => {
    asked += 1;
  });
  expect(await send(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 40[03] .*\r\n/,
  );
  expect(asked).toBe(0);
  for (const row of upstream.traffic()) expect(row).toMatchObject({ refusal, connections: 1 });
});

test('one trailing dot is the same host, and capitals are', async () => {
  const { port, send } = await openProxy();
  for (const host of ['origin.test.', 'ORIGIN.test'])
    expect(
      await send(
        `CONNECT ${host}:${port} HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n`,
      ),
    ).toContain('GET / y');
});

test.each([
  ['another host', (port: number) => `http://example.org:${port}/`],
  ['another port', () => 'http://origin.test:1/'],
  ['an address', (port: number) => `http://127.0.0.1:${port}/`],
  ['an address in other notation', (port: number) => `http://0177.0.0.1:${port}/`],
  ['a name before an address', (port: number) => `http://origin.test@127.0.0.1:${port}/`],
  ['another scheme', (port: number) => `ftp://origin.test:${port}/`],
  ['a path, as of a web server', () => '/'],
])('a request for %s is refused', async (_what, url) => {
  let asked = 0;
  const { port, get } = await openProxy(() => {
    asked += 1;
  });
  expect(await get(url(port))).toMatch(/^HTTP\/1.1 403 /);
  expect(asked).toBe(0);
});

test('a redirect is the program’s own: where it leads is asked for, and refused', async () => {
  const { port, get } = await openProxy((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
  });
  expect(await get(`http://origin.test:${port}/`)).toMatch(/^HTTP\/1.1 302 [\s\S]*location: http:/i);
  expect(await get('http://127.0.0.1/')).toMatch(/^HTTP\/1.1 403 /);
});

test('connections beyond the limits are refused: those at the same time, and all of them', async () => {
  const { port, send, get, upstream } = await openProxy(() => {}, { openConnections: 2, connections: 3 });
  const tunnels = [0, 1].map(() => send(`CONNECT origin.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`));
  await expect.poll(() => upstream.traffic()[0]?.connections).toBe(2);
  expect(await get(`http://origin.test:${port}/`)).toMatch(/^HTTP\/1.1 403 [\s\S]*too many connections/);
  opened[0]?.closeAllConnections();
  await Promise.all(tunnels);
  const third = send(`CONNECT origin.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => upstream.traffic()[0]?.connections).toBe(3);
  opened[0]?.closeAllConnections();
  await third;
  expect(await get(`http://origin.test:${port}/`)).toContain('too many connections');
  expect(upstream.traffic()[1]).toMatchObject({ refusal: 'connection_limit', connections: 2 });
});

test('an endless download is cut, and nothing more is reached', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const { port, get, upstream } = await openProxy(
    (_, response) => {
      const write = () => {
        while (response.write(chunk));
        response.once('drain', write);
      };
      response.on('error', () => {});
      write();
    },
    { bytes: 256 * 1024 },
  );
  await get(`http://origin.test:${port}/`).catch(() => '');
  expect(upstream.traffic()[0]?.receivedBytes).toBeGreaterThan(256 * 1024);
  expect(await get(`http://origin.test:${port}/`)).toMatch(/^HTTP\/1.1 403 [\s\S]*too many bytes/);
});

test('a command that asks for very many hosts and ports has bounded rows', async () => {
  const { send, upstream } = await openProxy();
  for (let start = 0; start < 600; start += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(`CONNECT h${start + index}.test:${start + index + 1} HTTP/1.1\r\nHost: x\r\n\r\n`),
      ),
    );
  const rows = upstream.traffic();
  expect(rows.length).toBeLessThanOrEqual(202);
  expect(rows.reduce((sum, { connections }) => sum + connections, 0)).toBe(600);
});

/** A server that answers with these bytes, whatever it is asked; what it was sent. */
async function openRaw(answer: string) {
  let received = '';
  const raw = createRawServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += String(chunk);
        if (received.includes('\r\n\r\n')) socket.end(answer);
      });
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  const port = (raw.address() as AddressInfo).port;
  const host = parseHost(`origin.test:${port}`);
  const proxy = await openProxy(hello, { hosts: host ? [host] : [] });
  return { ...proxy, port, received: () => received, end: () => raw.close() };
}

test.each([
  ['a status of no meaning', 'HTTP/1.1 099 x\r\n\r\n'],
  ['words that cannot be sent on', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ['no HTTP at all', 'SSH-2.0-x\r\n'],
  ['nothing', ''],
])('a host that answers with %s ends that request, and nothing else', async (_what, answer) => {
  const { port, get, end } = await openRaw(answer);
  await get(`http://origin.test:${port}/`).catch(() => '');
  end();
  expect(await get('http://example.org/')).toMatch(/^HTTP\/1.1 403 /);
});

test('a body without a length is no second request, whatever the method', async () => {
  const { port, send, received, end } = await openRaw('HTTP/1.1 204 No\r\n\r\n');
  const inner = 'GET /inner HTTP/1.1\r\nHost: i\r\n\r\n';
  await send(
    `DELETE http://origin.test:${port}/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
  );
  end();
  expect(received().toLowerCase()).toContain('transfer-encoding: chunked');
  expect(received()).toContain(`\r\n\r\n${inner.length.toString(16)}\r\nGET /inner`);
});

test('many requests at once on one connection: the first is answered, the others are refused', async () => {
  let asked = 0;
  const { port, send } = await openProxy((_, response) => {
    asked += 1;
    response.end('one');
  });
  const one = `GET http://origin.test:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
  expect(await send(one.repeat(500))).toMatch(/^HTTP\/1.1 200 /);
  expect(asked).toBe(1);
});

test('connections that were refused are not kept, even if they go on sending', async () => {
  const { port, proxyServer } = await openProxy();
  const { port: proxyPort } = proxyServer.address() as AddressInfo;
  for (let round = 0; round < 50; round += 1) {
    const socket = connect(proxyPort, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`CONNECT other.test:${port} HTTP/1.1\r\nHost: x\r\n\r\nzz`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
  }
  await expect
    .poll(() => new Promise((resolve) => proxyServer.getConnections((_, count) => resolve(count))))
    .toBe(0);
});
