import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/http/routes.ts';
import type { Route } from '#lib/http/routing/define-route.ts';
import { createFilledPaths, unknownPath } from '../support/filled-paths.ts';
import { rawRequest } from '../support/raw-request.ts';
import { nameOf } from '../support/route-named.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

let stage: SharedStage;
let server: VitrineServer;
let filledPath: (route: Route) => string;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'notes.txt': 'one\n' } });
  server = stage.server;
  filledPath = await createFilledPaths(server);
});
afterAll(async () => await stage?.close());

const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  rawRequest(server.url, path, { method, headers: { Origin: server.url, ...headers } });
const notFound = { error: 'Not found', code: 'not_found' };
const pages = [
  '/',
  '/savings',
  '/shares',
  '/tools',
  '/tokens',
  '/team',
  '/members',
  '/audit',
  '/sign-in',
  '/c/x',
  '/s/x',
  '/join/x',
  '/x',
  '/icon.svgx',
];

describe('methods', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
  const known = new Set(routes.map(nameOf));
  const paths = [...new Set(routes.map(({ path }) => path))];

  test.each(paths)('that %s does not have are 405', async (path) => {
    for (const method of methods.filter((one) => !known.has(`${one} ${path}`)))
      expect((await ask(unknownPath(path), method)).status, method).toBe(405);
  });

  test('other than GET and HEAD are 405 on every page, that there is or not', async () => {
    for (const path of pages)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
        expect((await ask(path, method)).status, `${method} ${path}`).toBe(405);
    // As the client of a server action asks; there is none.
    const headers = { 'Next-Action': 'a'.repeat(42), 'Content-Type': 'text/plain' };
    expect((await ask('/', 'POST', headers)).status).toBe(405);
  });
});

describe('addresses', () => {
  test.each([
    '/%',
    '/%ff',
    '/c/%ff',
    '/s/%e4%b8',
    '/join/%',
    '/api/artifacts/%ff',
    '/api/shares/%c0%ae/artifact',
  ])('that are no text (%s) are 400', async (path) => {
    for (const method of ['GET', 'HEAD']) expect((await ask(path, method)).status).toBe(400);
  });

  test.each(['nothing', 'conversations/x/nothing', 'outputs', 'shares/x/y/z', '%00', '..%2f..%2fetc'])(
    'of the API that lead nowhere (/api/%s) are answered as the API answers, never by a page',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, text, headers } = await ask(`/api/${path}`, method);
        expect([status, JSON.parse(text)], method).toEqual([404, notFound]);
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
      expect((await ask(`/api/${path}`, 'HEAD')).status).toBe(404);
    },
  );

  test.each([
    '/nothing',
    '/members',
    '/audit',
    '/savings/x',
    '/c',
    '/c/x',
    '/c/%00',
    `/c/conv_${'a'.repeat(26)}`,
    '/s/x',
    `/s/${'a'.repeat(32)}`,
    '/join/x',
    `/join/${'a'.repeat(43)}`,
    '/.env',
    '/_next/x',
    '/_next/static/x.js',
    '/index.html',
    '/500',
  ])('of pages that are not there (%s) are a true 404', async (path) => {
    for (const method of ['GET', 'HEAD']) expect((await ask(path, method)).status, method).toBe(404);
  });

  test('lead to no image made smaller, of this site or another', async () => {
    for (const url of ['/icon.svg', '/api/health', 'https://evil.example/x.png', 'http://127.0.0.1:1/x.png'])
      expect((await ask(`/_next/image?${new URLSearchParams({ url, w: '64', q: '75' })}`)).status).toBe(404);
  });

  test('lead to no other host', async () => {
    for (const path of ['//evil.example/', '/\\evil.example/', '/sign-in?next=//evil.example/']) {
      const { location = '/' } = (await ask(path)).headers;
      expect(new URL(location, server.url).origin, path).toBe(server.url);
    }
  });
});

describe('queries', () => {
  const withQuery = routes
    .filter(({ query }) => query)
    .map((route): [name: string, route: Route] => [nameOf(route), route]);

  test.each(withQuery)('of %s hold nothing twice', async (_, route) => {
    const { status, text } = await ask(`${filledPath(route)}?twice=1&twice=2`, route.method);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: 'Give twice only once', code: 'invalid_request' },
    ]);
  });

  test('are known by name: a word that is none of theirs is refused', async () => {
    expect(withQuery.length).toBeGreaterThan(15);
    for (const [name, route] of withQuery)
      expect((await ask(`${filledPath(route)}?unknown=1`, route.method)).status, name).toBe(400);
  });

  test('of pages that hold something twice are read as if it were not there', async () => {
    expect((await ask('/shares?of=me&of=team')).status).toBe(200);
    expect((await ask('/sign-in?next=/a&next=/b')).headers.location).toBe('/');
  });
});

test('no header makes a member of anybody, nor leads past the host', async () => {
  for (const headers of [
    { Host: 'evil.example', 'X-Forwarded-Host': '127.0.0.1' },
    { Host: 'evil.example', 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { Host: 'evil.example', Forwarded: 'host=127.0.0.1' },
  ])
    for (const path of ['/', '/c/x', '/s/x', '/icon.svgx', '/api/conversations', '/api/nothing'])
      expect((await ask(path, 'GET', headers)).status, path).toBe(421);
});
