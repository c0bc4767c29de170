import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Next reads the same address in this spelling, and only Next does. */
const throughNext = (path: string, id: string) =>
  path.replace(id, `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`);

/** Of the connection, of the moment, and what Next says of its pages. It sends everything in chunks, without a length. */
const ofTheWay = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding', 'vary']);

async function answer(path: string, headers: Record<string, string>) {
  const { status, headers: received, text } = await rawRequest(stage.server.url, path, { headers });
  return { status, text, headers: Object.entries(received).filter(([name]) => !ofTheWay.has(name)) };
}

const none = 'art_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const asked: [what: string, path: string, headers?: Record<string, string>][] = [
  ['bytes', '/api/artifacts/ARTIFACT'],
  ['bytes by the other name', '/api/outputs/ARTIFACT'],
  ['bytes that the browser has', '/api/artifacts/ARTIFACT', { 'If-None-Match': '*' }],
  ['a range', '/api/artifacts/ARTIFACT', { Range: 'bytes=5-20' }],
  ['a range that is not there', '/api/artifacts/ARTIFACT', { Range: 'bytes=99999999-' }],
  ['lines', '/api/artifacts/ARTIFACT?format=json&lines=2-4'],
  ['what the model read', '/api/artifacts/ARTIFACT?view=assistant'],
  ['a query that is none', '/api/artifacts/ARTIFACT?format=xml'],
  ['a name given twice', '/api/artifacts/ARTIFACT?lines=1-2&lines=1-2'],
  ['an artifact that is not there', `/api/artifacts/${none}`],
  ['an ID that is none', '/api/artifacts/none'],
  ['the log as JSON', '/api/conversations/CONVERSATION/events?limit=5', { Accept: 'application/json' }],
  ['a foreign host', '/api/artifacts/ARTIFACT', { Host: 'elsewhere.example' }],
  ['a host that is none', '/api/artifacts/none', { Host: 'a b' }],
];

test.each(asked)('%s: the same answer, with and without Next', async (_, template, headers = {}) => {
  const path = template.replace('ARTIFACT', artifact).replace('CONVERSATION', conversation);
  const id = path.split('?')[0]?.split('/')[3] ?? '';
  const direct = await answer(path, headers);
  const { status, text } = direct;
  expect(direct).toEqual(await answer(throughNext(path, id), headers));
  expect([status, text.length > 0 || status === 304]).toEqual([status, true]);
});

/** The first bytes of a stream, as many as both ways send of the past. */
const head = (path: string, length: number): Promise<{ headers: unknown; text: string }> =>
  new Promise((resolve, reject) => {
    request(stage.server.url + path, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (text.length < length) return;
        const headers = Object.entries(response.headers).filter(([name]) => !ofTheWay.has(name));
        resolve({ headers, text: text.slice(0, length) });
        response.destroy();
      });
    })
      .once('error', reject)
      .end();
  });

test('a stream begins the same, with and without Next', async () => {
  const path = `/api/conversations/${conversation}/events`;
  expect(await head(path, 2_000)).toEqual(await head(throughNext(path, conversation), 2_000));
});

test('only one of the two ways speaks of Next', async () => {
  const path = `/api/artifacts/${artifact}`;
  const vary = async (way: string) => (await rawRequest(stage.server.url, way)).headers.vary;
  expect(await vary(path)).toBeUndefined();
  expect(await vary(throughNext(path, artifact))).toContain('rsc');
});
