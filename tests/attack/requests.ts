import assert from 'node:assert/strict';
import fc from 'fast-check';
import { routes } from '#lib/http/routes.ts';
import type { Route } from '#lib/http/routing/define-route.ts';
import { createFilledPaths } from '../support/filled-paths.ts';
import { nameOf } from '../support/route-named.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';
import { shortText } from './texts.ts';

/** Words that mean something in bodies and addresses here. */
const keys = [
  ...[
    'text',
    'title',
    'id',
    'messageId',
    'audience',
    'ttlSeconds',
    'kinds',
    'url',
    'name',
    'path',
    'cursor',
    'limit',
  ],
  ...[
    'from',
    'to',
    'groupBy',
    'by',
    'key',
    'kind',
    'format',
    'q',
    'lines',
    'start',
    'end',
    'model',
    'isOn',
    'body',
  ],
  ...[
    'attachments',
    'artifactIds',
    'approvals',
    'budgets',
    'arguments',
    'content',
    'decision',
    'scopes',
    'state',
  ],
  ...['__proto__', 'constructor', 'toString', ''],
];
const key = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...keys) }, shortText);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    shortText,
    fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(-1), fc.constant(1e21)),
    fc.constantFrom('team', 'day', 'tool', 'msg_1', 'art_a', '2026-11-30T10:00:00.000Z', 'auto', 'markdown'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

interface Sent {
  route: Route;
  /** In place of the parameters of the path that it would have. */
  parameter: string | null;
  query: readonly [string, string][];
  body: { text: string; type: string } | null;
  headers: Record<string, string>;
}

/** Headers as a client can send them at all. */
const headerValue = shortText.map((text) => text.replace(/[^\x20-\x7e]/g, '').trim());

/** The first takes seconds each time; the other would leave the requests after it nothing to be about. */
const ownTests: ReadonlySet<string> = new Set(['POST /api/health/checks', 'DELETE /api/conversations/:id']);

const sent: fc.Arbitrary<Sent> = fc.record({
  route: fc.constantFrom(...routes.filter((route) => !ownTests.has(nameOf(route)))),
  parameter: fc.option(shortText, { freq: 3 }),
  query: fc.oneof(fc.constant<[string, string][]>([]), fc.array(fc.tuple(key, shortText), { maxLength: 4 })),
  body: fc.option(
    fc.oneof(
      {
        weight: 5,
        arbitrary: value.map((json) => ({ text: JSON.stringify(json) ?? 'null', type: 'application/json' })),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          text: shortText,
          type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x'),
        }),
      },
    ),
  ),
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc
        .array(
          fc.tuple(
            fc.constantFrom(
              'cookie',
              'range',
              'if-none-match',
              'last-event-id',
              'accept',
              'authorization',
              'x-forwarded-for',
            ),
            headerValue,
          ),
          { maxLength: 3 },
        )
        .map((entries) => Object.fromEntries(entries)),
    },
  ),
});

const patienceMs = 30_000;

/** Who sends the requests. */
export interface Attacker {
  /** What each of them is sent with. */
  headers: Record<string, string>;
  /** The path of a route that is about a conversation with an artifact. */
  filledPath(route: Route): string;
  /** @param isFilled about that conversation. Whether anything but a refusal may be the answer */
  mayBeAnswered(route: Route, isFilled: boolean): boolean;
  /** Words that no answer has. */
  hidden: string | null;
}

/** Whose server it is: everything is theirs. */
export const ownerOf = async (server: VitrineServer): Promise<Attacker> => ({
  headers: {},
  filledPath: await createFilledPaths(server),
  mayBeAnswered: () => true,
  hidden: null,
});

/** One request: it is answered, a refusal with a sentence and a code, and never with a fault of the server. */
async function send(server: VitrineServer, attacker: Attacker, what: Sent): Promise<number> {
  const { route, parameter, query, body, headers } = what;
  const path =
    parameter === null
      ? attacker.filledPath(route)
      : route.path.replaceAll(/:\w+/g, encodeURIComponent(parameter.toWellFormed()) || '-');
  const search = query.length === 0 ? '' : `?${new URLSearchParams([...query])}`;
  const hasBody = body !== null && route.method !== 'GET';
  const response = await fetch(`${server.url}${path.split('?')[0]}${search}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      Origin: server.url,
      ...attacker.headers,
      ...(hasBody ? { 'Content-Type': body.type } : {}),
      ...headers,
    },
    signal: AbortSignal.timeout(patienceMs),
    ...(hasBody ? { body: body.text } : {}),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  assert.ok(response.status < 500, `${nameOf(route)} answered ${response.status}: ${text.slice(0, 300)}`);
  // `fetch` resolves a segment of dots, and Next redirects what is left to itself without its slash: no route was asked.
  const { pathname } = new URL(`${server.url}${path}`);
  const isSlashOnly =
    response.status === 308 && response.headers.get('location') === pathname.replace(/\/+$/, '') + search;
  const mayBe = isSlashOnly || attacker.mayBeAnswered(route, parameter === null);
  assert.ok(mayBe || response.status >= 400, `${nameOf(route)} was answered ${response.status}`);
  assert.ok(attacker.hidden === null || !text.includes(attacker.hidden), `${nameOf(route)} revealed it`);
  if (response.status < 400 || isStream || !text.startsWith('{')) return response.status;
  const { error, code } = JSON.parse(text);
  assert.equal(typeof error, 'string');
  assert.match(String(code), /^[a-z_]+$/);
  return response.status;
}

/**
 * Sends so many requests to a server.
 * @returns how many were answered with each status
 * @throws where one is not answered so, with the seed and the request
 */
export async function attackRoutes(
  server: VitrineServer,
  cases: number,
  seed: number,
  attacker: Attacker,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const property = fc.asyncProperty(sent, async (what) => {
    const status = await send(server, attacker, what);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  try {
    await fc.assert(property, { numRuns: cases, seed });
  } catch (cause) {
    throw new Error(`seed ${seed}: ${(cause as Error).message}`, { cause });
  }
  return counts;
}
