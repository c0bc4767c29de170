import { afterEach, beforeEach, expect, test } from 'vitest';
import { GET as compare } from '../../app/api/artifacts/[id]/compare/route.ts';
import { GET as files } from '../../app/api/artifacts/[id]/files/route.ts';
import { GET as price } from '../../app/api/artifacts/[id]/price/route.ts';
import { POST as redo } from '../../app/api/artifacts/[id]/redo/route.ts';
import { GET as secrets } from '../../app/api/artifacts/[id]/secrets/route.ts';
import { POST as share } from '../../app/api/artifacts/[id]/shares/route.ts';
import { POST as undo } from '../../app/api/artifacts/[id]/undo/route.ts';
import { GET as exportLog } from '../../app/api/conversations/[id]/export/route.ts';
import { POST as send } from '../../app/api/conversations/[id]/messages/route.ts';
import { GET as recount } from '../../app/api/savings/recount/route.ts';
import { GET as sharedFiles } from '../../app/api/shares/[id]/artifact/files/route.ts';
import { createShare } from '../../lib/http/create-share.ts';
import { createReadGate } from '../../lib/stores/read-gate.ts';
import { sampleArtifact } from '../contracts/samples.ts';
import { type ApprovalStage, openApprovalStage } from '../support/approval-stage.ts';

type Route = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

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
  // There is no room for anything, and nobody waits.
  globals[servicesKey] = { ...stage.services, wholeReads: createReadGate({ bytes: 0, waiting: 0 }) };
});
afterEach(async () => {
  delete globals[servicesKey];
  await stage.close();
});

const routes: [string, Route, string, (object | null)?][] = [
  ['compares two results', compare, '?with=$artifact'],
  ['divides a text by its files', files, ''],
  ['divides a shared text by its files', sharedFiles, ''],
  ['prices a text', price, ''],
  ['looks for secrets', secrets, ''],
  ['shares', share, '', { audience: 'team' }],
  ['takes a change back', undo, '', null],
  ['makes a change again', redo, '', null],
  ['exports a log', exportLog, '?format=markdown'],
  ['gives a text to the model', send, '', { text: 'x', attachments: [{ artifactId: '$artifact' }] }],
  ['counts again', recount, '?from=2026-11-01&to=2026-11-02'],
];

test.each(routes)(
  'whoever %s is told to wait where too much is read already',
  async (_, route, query, body) => {
    const isOfConversation = route === exportLog || route === send;
    const id = isOfConversation ? stage.conversation.id : route === sharedFiles ? token : artifactId;
    const text = body ? JSON.stringify(body).replace('$artifact', artifactId) : null;
    const request = new Request(`http://127.0.0.1/api/x${query.replace('$artifact', artifactId)}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Host: '127.0.0.1', Origin: 'http://127.0.0.1', 'Content-Type': 'application/json' },
      body: text,
    });
    const response = await route(request, { params: Promise.resolve({ id }) });
    const { code } = await response.json();
    expect([response.status, code, response.headers.get('retry-after')]).toEqual([503, 'busy', '5']);
  },
);
