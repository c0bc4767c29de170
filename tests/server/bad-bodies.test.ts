import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#lib/http/routes.ts';
import type { Route } from '#lib/http/routing/define-route.ts';
import { createConversation, ofType, readEvents } from '../support/conversations.ts';
import { createFilledPaths } from '../support/filled-paths.ts';
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

const code = async (response: Response) => [response.status, (await response.json()).code];

test('bodies of five megabytes are 413, also when nobody said how long they are, and the server lives', async () => {
  const path = `/api/conversations/${await createConversation(server)}/messages`;
  const body = JSON.stringify({ text: 'x'.repeat(5_000_000) });
  expect(await code(await server.request(path, { method: 'POST', body }))).toEqual([413, 'body_too_large']);
  const streamed = await fetch(server.url + path, {
    method: 'POST',
    headers: { Origin: server.url, 'Content-Type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await code(streamed)).toEqual([413, 'body_too_large']);
  expect((await server.request('/api/health')).status).toBe(200);
});

test.each(['', 'null', '[]', '5', '"x"', '{', '{"text":{"toString":5}}', '{"constructor":{"prototype":{}}}'])(
  'bodies that are none of a route (%j) are 400 on every route that takes one, and the server lives',
  async (body) => {
    const takesBody = routes.filter((route) => route.body && nameOf(route) !== 'POST /api/conversations');
    expect(takesBody.length).toBeGreaterThan(6);
    for (const route of takesBody) {
      const response = await server.request(filledPath(route), { method: route.method, body });
      expect(response.status, `${nameOf(route)}: ${await response.text()}`).toBe(400);
    }
    expect((await server.request('/api/health')).status).toBe(200);
  },
);

test('words with half a character are stored well-formed, whatever it is the name of', async () => {
  const created = await server.request('/api/conversations', {
    method: 'POST',
    body: '{"title":"a\\ud83d"}',
  });
  const { id } = await created.json();
  const path = `/api/conversations/${id}`;
  const titleOf = async () => (await (await server.request(path)).json()).conversation.title;
  expect(await titleOf()).toBe('a\ufffd');
  const changed = await server.request(path, { method: 'PATCH', body: '{"title":"\\ude00b 👩‍👩‍👧"}' });
  expect((await changed.json()).conversation.title).toBe('\ufffdb 👩‍👩‍👧');
  expect(await titleOf()).toBe('\ufffdb 👩‍👩‍👧');
  const [renamed] = ofType(await readEvents(server, id), 'conversation.renamed').slice(-1);
  expect(renamed?.data.title).toBe('\ufffdb 👩‍👩‍👧');
  expect((await server.request(`${path}/export?format=markdown`)).status).toBe(200);
  expect((await server.request('/api/search?q=%ed%a0%bd')).status).toBe(200);
});
