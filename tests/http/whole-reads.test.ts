import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShare } from '#lib/operations/artifacts/create-share.ts';
import { createReadGate } from '#lib/stores/read-gate.ts';
import { sampleArtifact } from '../contracts/samples.ts';
import { type ApprovalStage, openApprovalStage } from '../support/approval-stage.ts';
import { routeNamed } from '../support/route-named.ts';

const servicesKey = Symbol.for('vitrine.services');
const globals = globalThis as { [servicesKey]?: unknown };
let stage: ApprovalStage;
let artifactId = '';
let token = '';
beforeEach(async () => {
  stage = await openApprovalStage();
  const { stores, localMember } = stage.services;
  const changes = [{ path: 'notes.txt', before: null, after: null }];
  const artifact = sampleArtifact({ conversationId: stage.conversation.id, changes });
  artifactId = artifact.id;
  const writer = await stores.artifacts.create(artifact);
  await writer.write(Buffer.from('one\ntwo\n'));
  const metadata = await writer.complete(null);
  token = (await createShare(stage.services, localMember, metadata, { audience: 'team' })).token;
  // There is no room for any read, and no queue.
  globals[servicesKey] = { ...stage.services, wholeReads: createReadGate({ bytes: 0, waiting: 0 }) };
});
afterEach(async () => {
  delete globals[servicesKey];
  await stage.close();
});

const cases: [what: string, route: string, query: string, body?: object | null][] = [
  ['compares two results', 'GET /api/artifacts/:id/compare', '?with=$artifact'],
  ['divides a text by its files', 'GET /api/artifacts/:id/files', ''],
  ['divides a shared text by its files', 'GET /api/shares/:id/artifact/files', ''],
  ['prices a text', 'GET /api/artifacts/:id/price', ''],
  ['looks for secrets', 'GET /api/artifacts/:id/secrets', ''],
  ['shares', 'POST /api/artifacts/:id/shares', '', { audience: 'team' }],
  ['undoes a change', 'POST /api/artifacts/:id/undo', '', null],
  ['makes a change again', 'POST /api/artifacts/:id/redo', '', null],
  ['exports a log', 'GET /api/conversations/:id/export', '?format=markdown'],
  [
    'gives a text to the model',
    'POST /api/conversations/:id/messages',
    '',
    { text: 'x', attachments: [{ artifactId: '$artifact' }] },
  ],
  ['counts again', 'GET /api/savings/recount', '?from=2026-11-01&to=2026-11-02'],
];

test.each(cases)(
  'a request that %s is told to retry while too much is being read',
  async (_, name, query, body) => {
    const route = routeNamed(name);
    const ids = {
      conversation: stage.conversation.id,
      share: token,
      artifact: artifactId,
      content: artifactId,
    };
    const id = route.scope in ids ? ids[route.scope as keyof typeof ids] : '';
    const text = body ? JSON.stringify(body).replace('$artifact', artifactId) : null;
    const request = new Request(`http://127.0.0.1/api/x${query.replace('$artifact', artifactId)}`, {
      method: route.method,
      headers: { Host: '127.0.0.1', Origin: 'http://127.0.0.1', 'Content-Type': 'application/json' },
      body: text,
    });
    const response = await route.handle(request, { params: Promise.resolve(id === '' ? {} : { id }) });
    const { code } = await response.json();
    expect([response.status, code, response.headers.get('retry-after')]).toEqual([503, 'busy', '5']);
  },
);
