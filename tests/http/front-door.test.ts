import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProcessRole } from '#lib/config.ts';
import { limits } from '#lib/core/limits.ts';
import type { ConnectionBounds } from '#lib/http/bound-connections.ts';
import { forwardedHeader, markForwarded } from '#lib/http/forwarding/forwarded-mark.ts';
import { acceptForwarded, answerBeforeNext, guardFrontDoor, refusalOf } from '#lib/http/front-door.ts';

test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s is answered by Next',
  (method) => {
    expect(refusalOf({ method, url: '/c/%C3%BC?q=%ff', headers: {} }, null)).toBeNull();
  },
);

test.each(['TRACE', 'CONNECT', 'PROPFIND', 'get', ''])('%s is not a supported method', (method) => {
  expect(refusalOf({ method, url: '/', headers: {} }, null)).toBe(405);
});

test.each(['/%', '/c/%ff', '/s/%e4%b8', '/api/artifacts/%zz', '/%c0%ae%c0%ae/'])(
  '%s is not a valid request target',
  (url) => {
    expect(refusalOf({ method: 'GET', url, headers: {} }, null)).toBe(400);
  },
);

interface Opened {
  server: Server;
  /** A connection that sends these lines. */
  send(lines: string[], from?: string): Socket;
}

const opened: { server: Server; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server as Next creates it, behind the front door. */
async function open(
  listener: RequestListener,
  bounds: Partial<ConnectionBounds> = {},
  trustedProxies: string[] = [],
  role: ProcessRole = 'all',
): Promise<Opened> {
  const { createServer } = http;
  guardFrontDoor({ contentUrl: 'https://content.example', trustedProxies, role }, { ...limits, ...bounds });
  const server = http.createServer(listener);
  Object.assign(http, { createServer });
  const sockets: Socket[] = [];
  opened.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    server,
    send(lines, from = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      // Some of these tests are about connections that the other side ends midway.
      socket.on('error', () => {});
      sockets.push(socket);
      if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      return socket;
    },
  };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('an upgrade request is answered like any other, and its connection closes', async () => {
  const { server, send } = await open((_, response) => response.end('as ever'));
  // Like Next, it neither answers nor closes the connection.
  server.on('upgrade', () => {});
  const socket = send(['GET /x HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', 'Upgrade: websocket']);
  expect(await text(socket)).toMatch(/^(HTTP\/1\.1 200 OK.*as ever)?$/s);
});

describe('a request with an absolute URL', () => {
  const seen: (Pick<IncomingMessage, 'url'> & { host: string | undefined })[] = [];
  const ask = async (target: string, host = '127.0.0.1') => {
    seen.length = 0;
    const { send } = await open(({ url, headers }, response) => {
      seen.push({ url, host: headers.host });
      response.end();
    });
    return (await text(send([`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close']))).slice(9, 12);
  };

  test('is checked by the host in its URL, not by its Host header', async () => {
    await ask('http://evil.example/api/health?x=1');
    expect(seen).toEqual([{ url: '/api/health?x=1', host: 'evil.example' }]);
    await ask('HTTP://evil.example:81');
    expect(seen).toEqual([{ url: '/', host: 'evil.example:81' }]);
  });

  test('gets 404 for a page of the site on the content origin', async () => {
    expect(await ask('https://content.example/')).toBe('404');
    expect(seen).toEqual([]);
  });

  test.each(['http://127.0.0.1@evil.example/', 'http://', 'ftp://x/', 'evil.example/', '*'])(
    'is rejected as %s',
    async (target) => {
      expect(await ask(target)).toBe('400');
      expect(seen).toEqual([]);
    },
  );
});

describe('the client address of a request', () => {
  const ask = async (headers: string[], trusted: string[] = []) => {
    const seen: unknown[] = [];
    const { send } = await open(
      (request, response) => {
        seen.push(request.headers['x-forwarded-for']);
        response.end();
      },
      {},
      trusted,
    );
    await text(send(['GET / HTTP/1.1', 'Host: x', ...headers, 'Connection: close']));
    return seen[0];
  };

  test('is the connection’s: a header that claims another is overwritten', async () => {
    expect(await ask([])).toBe('127.0.0.1');
    expect(await ask(['X-Forwarded-For: 1.2.3.4'])).toBe('127.0.0.1');
    expect(await ask(['X-Forwarded-For: 1.2.3.4', 'X-Forwarded-For: 5.6.7.8'])).toBe('127.0.0.1');
  });

  test('is the one a trusted proxy reports', async () => {
    expect(await ask(['X-Forwarded-For: 1.2.3.4, 203.0.113.9'], ['127.0.0.1'])).toBe('203.0.113.9');
  });
});

describe('a request that another process forwarded', () => {
  const url = '/api/conversations';
  let nowMs = Date.now();
  let outdated = 0;
  const key = { secret: 'of this installation', nowMs };
  const mark = markForwarded({ method: 'GET', url }, '203.0.113.9', key);
  const ask = async (role: ProcessRole) => {
    acceptForwarded({
      secret: key.secret,
      nowMs: () => nowMs,
      onOutdated() {
        outdated += 1;
      },
    });
    const seen: { client: unknown; isMarked: boolean }[] = [];
    const { send } = await open(
      ({ headers }, response) => {
        seen.push({ client: headers['x-forwarded-for'], isMarked: headers[forwardedHeader] !== undefined });
        response.end();
      },
      {},
      [],
      role,
    );
    const lines = [`GET ${url} HTTP/1.1`, 'Host: x', `${forwardedHeader}: ${mark}`, 'Connection: close'];
    return { status: (await text(send(lines))).slice(9, 12), seen };
  };

  test('comes from the client that it names', async () => {
    const fromClient = { status: '200', seen: [{ client: '203.0.113.9', isMarked: true }] };
    expect(await ask('runner')).toEqual(fromClient);
    expect(await ask('all')).toEqual(fromClient);
    expect(outdated).toBe(0);
  });

  test('is refused three minutes later, and that is reported', async () => {
    nowMs += 180_000;
    for (const role of ['runner', 'all'] as const)
      expect(await ask(role)).toEqual({ status: '503', seen: [] });
    expect(outdated).toBe(2);
  });
});

describe('a connection', () => {
  const forever = (_: IncomingMessage, response: http.ServerResponse) => {
    const send = () => {
      while (response.write(Buffer.alloc(65_536))) {}
    };
    response.on('drain', send);
    send();
  };

  test('closes if its reader stops reading, and so does the work on its response', async () => {
    let ended: (() => void) | null = null;
    const isOver = new Promise<void>((resolve) => (ended = resolve));
    const { send } = await open(
      (request, response) => {
        response.once('close', () => ended?.());
        forever(request, response);
      },
      { idleReaderMs: 200 },
    );
    send(['GET / HTTP/1.1', 'Host: x']).pause();
    await isOver;
  });

  test('stays open while the server itself is silent', async () => {
    const { send } = await open(
      (_, response) => {
        response.write('first');
        setTimeout(() => response.end('last'), 600);
      },
      { idleReaderMs: 100 },
    );
    expect(await text(send(['GET / HTTP/1.1', 'Host: x', 'Connection: close']))).toMatch(/first.*last/s);
  });

  test('closes if a request’s head or body does not arrive completely', async () => {
    const silent = () => {};
    const { send } = await open(silent, { requestHeadersMs: 200, requestMs: 400 });
    const length = 'Content-Length: 1000';
    const starts = ['GET / HTTP/1.1\r\nX-Long: ', `POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`];
    for (const start of starts) {
      const socket = send([]).resume();
      socket.write(start);
      const drip = setInterval(() => socket.write('x'), 20);
      await closed(socket);
      clearInterval(drip);
    }
    await closed(send([]).resume());
  });

  test('has more time for a file than for any other request', async () => {
    answerBeforeNext((_, url) => {
      const handle = async (request: Request) => new Response(`${(await request.text()).length} bytes`);
      return url === '/upload' ? { handle, takesBytes: true, params: {} } : null;
    });
    const { send } = await open(() => {}, { requestMs: 100 });
    const socket = send(['POST /upload HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Length: 9']);
    for (const part of ['abc', 'def', 'ghi']) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.write(part);
    }
    expect(await text(socket)).toMatch(/9 bytes/);
  });

  test('waits longer for the next request than the minute that proxies keep it, and announces so', async () => {
    const { send } = await open((_, response) => response.end('here'));
    const socket = send(['GET / HTTP/1.1', 'Host: x']);
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    const [, seconds] = /^Keep-Alive: timeout=(\d+)\r$/im.exec(answer) ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  test('closes if no next request arrives', async () => {
    const { send } = await open((_, response) => response.end('here'), { keepAliveMs: 100 });
    await closed(send(['GET / HTTP/1.1', 'Host: x']).resume());
  });

  test('is refused above the total limit', async () => {
    const { send, server } = await open((_, response) => response.end(), { connections: 3 });
    const first = [send([]), send([]), send([])];
    await Promise.all(first.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const count = () => new Promise((resolve) => server.getConnections((_, found) => resolve(found)));
    while ((await count()) !== 3) await new Promise((resolve) => setTimeout(resolve, 10));
    await closed(send([]).resume());
    expect(await count()).toBe(3);
  });

  test('is refused above the limit of its address, except from this machine or a trusted proxy', async () => {
    const { send } = await open((_, response) => response.end('here'), { connectionsPerAddress: 2 }, [
      '127.0.0.3',
    ]);
    const asked = ['GET / HTTP/1.1', 'Host: x', 'Connection: close'];
    const isAnswered = async (from: string) => (await text(send(asked, from))).endsWith('here');
    const idle = [send([], '127.0.0.2'), send([], '127.0.0.2')];
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await isAnswered('127.0.0.2').catch(() => false)).toBe(false);
    for (const from of ['127.0.0.1', '127.0.0.3']) {
      for (let at = 0; at < 4; at += 1) send([], from);
      expect(await isAnswered(from)).toBe(true);
    }
    // A connection that closes makes room.
    idle[0]?.destroy();
    while (!(await isAnswered('127.0.0.2').catch(() => false))) {}
  });
});
