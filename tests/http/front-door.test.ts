import http from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardFrontDoor, refusalOf } from '../../lib/http/front-door.ts';

test.each(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s is answered by Next',
  (method) => {
    expect(refusalOf({ method, url: '/c/%C3%BC?q=%ff', headers: {} }, null)).toBeNull();
  },
);

test.each(['TRACE', 'CONNECT', 'PROPFIND', 'get', ''])('%s is no method here', (method) => {
  expect(refusalOf({ method, url: '/', headers: {} }, null)).toBe(405);
});

test.each(['/%', '/c/%ff', '/s/%e4%b8', '/api/artifacts/%zz', '/%c0%ae%c0%ae/'])(
  '%s is no address',
  (url) => {
    expect(refusalOf({ method: 'GET', url, headers: {} }, null)).toBe(400);
  },
);

test('a connection that asks to be another is answered like any other, and ends', async () => {
  const { createServer } = http;
  guardFrontDoor({ contentUrl: null });
  const server = http.createServer((_, response) => response.end('as ever'));
  Object.assign(http, { createServer });
  // As Next does: it neither answers nor ends it.
  server.on('upgrade', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const asked = ['GET /x HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', 'Upgrade: websocket'];
  socket.write(`${asked.join('\r\n')}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^(HTTP\/1\.1 200 OK.*as ever)?$/s);
  await new Promise((resolve) => server.close(resolve));
});
