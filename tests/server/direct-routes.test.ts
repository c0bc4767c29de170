import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#lib/http/routes.ts';
import type { Route } from '#lib/http/routing/define-route.ts';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openStage, type Stage } from '../support/stage.ts';

let stage: Stage;
let conversation = '';
let artifact = '';
beforeAll(async () => {
  stage = await openStage({ files: { 'notes.txt': 'first\nsecond\n'.repeat(30_000) } });
  conversation = await createConversation(stage.server);
  await ask(stage.server, conversation, 'show notes.txt');
  const [shown] = ofType(await readEvents(stage.server, conversation), 'tool.execution_complete');
  artifact = shown?.data.toolTelemetry.artifactId ?? '';
});
afterAll(() => stage.close());

/** Next decodes this spelling of an ID, so it answers as it would the usual one; the front door knows only the usual one. */
const throughNext = (path: string): string =>
  path.replace(
    /^(\/api\/\w+\/)(\w)/,
    (_, start: string, sign: string) => `${start}%${sign.charCodeAt(0).toString(16)}`,
  );

const json = () => ({ Origin: stage.server.url, 'Content-Type': 'application/json' });

/** Of the connection, of the moment, and what Next says of its pages. It sends everything in chunks, without a length. */
const ofTheWay = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding', 'vary']);

async function answer(path: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  const options = { method, body, headers: method === 'POST' ? { ...json(), ...headers } : headers };
  const { status, headers: received, text } = await rawRequest(stage.server.url, path, options);
  return { status, text, headers: Object.entries(received).filter(([name]) => !ofTheWay.has(name)) };
}

/** Requests by the direct route that they are for; `:id` is the conversation or the artifact of the stage. */
type Requests = readonly [what: string, query: string, headers?: Record<string, string>, body?: string][];
const message = JSON.stringify({ text: 'help', clientMessageId: 'same' });
const artifactRequests: Requests = [
  ['bytes', ''],
  ['bytes that the browser has', '', { 'If-None-Match': '*' }],
  ['a range', '', { Range: 'bytes=5-20' }],
  ['a range that is not there', '', { Range: 'bytes=99999999-' }],
  ['lines', '?format=json&lines=2-4'],
  ['metadata', '?format=metadata'],
  ['what the model read', '?view=assistant'],
  ['a query that is none', '?format=xml'],
  ['a name given twice', '?lines=1-2&lines=1-2'],
  ['a foreign host', '', { Host: 'elsewhere.example' }],
  ['a host that is none', '', { Host: 'a b' }],
];
const requests: Readonly<Record<string, Requests>> = {
  '/api/artifacts/:id': artifactRequests,
  '/api/outputs/:id': artifactRequests,
  // Next has no other spelling of it: see uploads.test.ts.
  '/api/attachments': [],
  '/api/artifacts': [],
  '/api/uploads/:id': [['a link that was not given out', '', {}, 'bytes']],
  '/api/conversations/:id/events': [
    ['the log as JSON', '?limit=5', { Accept: 'application/json' }],
    ['a query that is none', '?limit=none'],
    ['a foreign host', '', { Host: 'elsewhere.example' }],
  ],
  '/api/conversations/:id/messages': [
    // Sent twice with one ID of the client, it is queued once, and both get that answer.
    ['a message', '', {}, message],
    ['a message that is too long', '', {}, JSON.stringify({ text: 'x'.repeat(500_000) })],
    ['a body over the limit', '', {}, JSON.stringify({ text: 'x'.repeat(2_000_000) })],
    ['a field that is none', '', {}, '{"text":"help","role":"system"}'],
    ['half a pair of surrogates', '', {}, '{"text":"help \\ud800","clientMessageId":"half"}'],
    ['a body that is no JSON', '', {}, '{"text":'],
    ['no body', ''],
    ['another type', '', { 'Content-Type': 'text/plain' }, message],
    ['a foreign origin', '', { Origin: 'http://elsewhere.example' }, message],
    ['a foreign host', '', { Host: 'elsewhere.example' }, message],
  ],
  '/api/events': [
    ['an ID that is none', '?conversation=none'],
    ['a foreign host', '?conversation=conv_a', { Host: 'elsewhere.example' }],
  ],
};
const direct = routes.filter(({ isDirect }) => isDirect);
const casesOf = (wanted: readonly Route[]) =>
  wanted.flatMap((route) =>
    (requests[route.path] ?? []).map(([what, query, headers, body]) => ({
      route,
      what,
      query,
      headers,
      body,
    })),
  );
/** A path without an ID has one spelling: by GET the front door answers it, by HEAD Next does. */
const [withId, withoutId] = [
  direct.filter(({ path }) => path.includes(':id')),
  direct.filter(({ path }) => !path.includes(':id')),
];

/** The path of a route with the ID of what the stage has. */
const pathOf = ({ path, scope }: Pick<Route, 'path' | 'scope'>): string =>
  path.replace(':id', scope === 'conversation' ? conversation : artifact);

test('every direct route is asked for something', () => {
  expect(direct.map(({ path }) => path).toSorted()).toEqual(Object.keys(requests).toSorted());
});

test.each(casesOf(withId))(
  '$route.path, $what: the same answer, with and without Next',
  async ({ route, query, headers, body }) => {
    const path = `${pathOf(route)}${query}`;
    const before = await answer(path, headers, route.method, body);
    expect(before).toEqual(await answer(throughNext(path), headers, route.method, body));
    expect([before.status, before.text.length > 0 || before.status === 304]).toEqual([before.status, true]);
  },
);

test.each(casesOf(withoutId))(
  '$route.path, $what: the same status and headers, with and without Next',
  async ({ route, query, headers }) => {
    const path = `${route.path}${query}`;
    const { text, ...before } = await answer(path, headers);
    expect({ ...before, text: '' }).toEqual(await answer(path, headers, 'HEAD'));
    expect(JSON.parse(text)).toHaveProperty('code');
  },
);

test.each(['art_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'none'])(
  'an artifact that does not exist (%s): the same answer, with and without Next',
  async (id) => {
    const path = `/api/artifacts/${id}`;
    expect(await answer(path)).toEqual(await answer(throughNext(path)));
  },
);

/** The first bytes of a stream, as many as both ways send of the past. */
const head = (path: string, length: number, method = 'GET'): Promise<{ headers: unknown; text: string }> =>
  new Promise((resolve, reject) => {
    request(stage.server.url + path, { method }, (response) => {
      let text = '';
      const finish = () => {
        const headers = Object.entries(response.headers).filter(([name]) => !ofTheWay.has(name));
        resolve({ headers, text: text.slice(0, length) });
        response.destroy();
      };
      response
        .setEncoding('utf8')
        .on('data', (chunk) => {
          text += chunk;
          if (text.length >= length) finish();
        })
        .once('end', finish);
    })
      .once('error', reject)
      .end();
  });

const isStream = ({ media }: Route): boolean => media?.includes('text/event-stream') === true;

test.each(withId.filter(isStream))(
  '$path, a stream: starts the same, with and without Next',
  async (route) => {
    const path = pathOf(route);
    expect(await head(path, 2_000)).toEqual(await head(throughNext(path), 2_000));
  },
);

test.each(withoutId.filter(isStream))(
  '$path, a stream: the same headers, with and without Next',
  async ({ path }) => {
    const { headers, text } = await head(`${path}?conversation=${conversation}`, 2_000);
    expect(text).toHaveLength(2_000);
    expect(headers).toEqual((await head(`${path}?conversation=${conversation}`, 0, 'HEAD')).headers);
  },
);

test('only one of the two ways speaks of Next', async () => {
  const path = `/api/artifacts/${artifact}`;
  const vary = async (way: string) => (await rawRequest(stage.server.url, way)).headers.vary;
  expect(await vary(path)).toBeUndefined();
  expect(await vary(throughNext(path))).toContain('rsc');
});
