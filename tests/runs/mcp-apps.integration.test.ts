import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sumDays } from '#lib/core/vocabulary/ledger/sums.ts';
import type { ApprovalPolicy } from '#lib/core/vocabulary/tools/approval.ts';
import { callAppTool } from '#lib/operations/artifacts/call-app-tool.ts';
import { createShare } from '#lib/operations/artifacts/create-share.ts';
import { findArtifactSecrets } from '#lib/operations/artifacts/find-artifact-secrets.ts';
import { keepArtifact, releaseArtifact } from '#lib/operations/artifacts/keep-artifact.ts';
import { openResourceLink } from '#lib/operations/artifacts/open-resource-link.ts';
import { readApp } from '#lib/operations/artifacts/read-app.ts';
import { renewArtifacts } from '#lib/operations/artifacts/renew-artifacts.ts';
import { revokeShare } from '#lib/operations/artifacts/revoke-share.ts';
import { readMcpServerViews } from '#lib/operations/team/read-mcp-server-views.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const program = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-apps.mjs');
const origin = {
  address: null,
  siteUrl: 'http://127.0.0.1',
  signal: new AbortController().signal,
  tokenName: null,
};

/** A conversation with one result that an app shows. */
async function showApp({
  tool = 'silent',
  policy = 'auto',
  environment = {},
}: {
  tool?: string;
  policy?: ApprovalPolicy;
  environment?: Record<string, string>;
} = {}) {
  const config = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { hostile: { command: process.execPath, args: [program], sandbox: false } },
      approvals: { 'mcp__hostile__*': 'auto', mcp__hostile__for_page: policy },
    }),
  );
  const call = { name: `mcp__hostile__${tool}`, arguments: { host: 'api-03' } };
  const stage = await startRunStage(
    (_request, index) => (index === 0 ? { toolCalls: [call] } : { text: 'done' }),
    {
      environment: { VITRINE_CONFIG: config, ...environment },
    },
  );
  await stage.ask('go');
  const [outcome] = (await stage.events()).flatMap((event) =>
    event.type === 'tool.execution_complete' ? [event.data] : [],
  );
  const { services, conversation } = stage;
  const { artifacts } = services.stores;
  const read = async () => {
    const artifact = await artifacts.get(outcome?.toolTelemetry.artifactId ?? '');
    if (!artifact) throw new Error('nothing was stored');
    return artifact;
  };
  return {
    ...stage,
    telemetry: outcome?.toolTelemetry,
    read,
    appOf: async () => await artifacts.get((await read()).metadata.app?.artifactId ?? ''),
    callTool: async (name: string, isApproved = false, member = services.localMember) =>
      await callAppTool(
        { services, origin, member },
        { artifact: await read(), conversation },
        { name, arguments: {}, isApproved },
      ),
  };
}

test('the page of a tool is stored with the result, its arguments and its definition', async () => {
  const { services, telemetry, read } = await showApp();
  expect(telemetry).toMatchObject({ app: {}, type: 'text' });
  const { metadata } = await read();
  expect(metadata.app?.server).toBe('hostile');
  const app = await readApp(services, metadata);
  expect(app).toMatchObject({
    server: 'hostile',
    tool: { name: 'silent' },
    arguments: { host: 'api-03' },
    result: { content: [{ type: 'text', text: 'silent in words' }] },
    policy: { connectDomains: [], resourceDomains: [] },
  });
  expect(app.html).toContain('ui/initialize');
});

test('a page that does not come leaves the result, and a note for people alone', async () => {
  const { telemetry, read, model } = await showApp({ tool: 'gone' });
  expect(telemetry?.app?.problem).toMatch(/^Its page is not shown: .+\.$/);
  expect((await read()).metadata.app).toBeUndefined();
  expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('not shown');
});

test('it lasts as long as the result: kept, renewed and released with it', async () => {
  const { services, conversation, read, appOf } = await showApp();
  const bothExpire = async () => [(await read()).metadata.expiresAt, (await appOf())?.metadata.expiresAt];
  const [first, same] = await bothExpire();
  expect(same).toBe(first);
  await keepArtifact(services, services.localMember, await read(), { ttlSeconds: null });
  expect(await bothExpire()).toEqual([null, null]);
  expect((await appOf())?.isKept).toBe(true);
  await releaseArtifact(services, services.localMember, await read());
  const [released, alike] = await bothExpire();
  expect([released, alike]).toEqual([released, released]);
  expect(released).not.toBeNull();
  await renewArtifacts({ ...services, readLifetime: async () => 7_200 }, conversation, [
    (await read()).metadata.id,
  ]);
  const [renewed, renewedToo] = await bothExpire();
  expect(renewedToo).toBe(renewed);
  expect(Date.parse(renewed ?? '')).toBeGreaterThan(Date.parse(released ?? ''));
});

test('a share has a copy of it, which ends with the share; of lines there is none', async () => {
  const { services, read } = await showApp();
  const { artifacts } = services.stores;
  const member = services.localMember;
  const { metadata } = await read();
  const share = async (lines?: string) => {
    const request = { audience: 'team' as const, ...(lines ? { lines } : {}) };
    return (await createShare(services, member, metadata, request)).share;
  };
  const whole = await share();
  const copy = await artifacts.get(whole.id);
  // Like the copy itself it makes room for nobody.
  expect(copy?.metadata.app?.artifactId).toBe(`${whole.id}_app`);
  if (!copy) throw new Error('there is no copy');
  expect(await readApp(services, copy.metadata)).toEqual(await readApp(services, metadata));
  await revokeShare({ services, origin, member }, whole.id);
  expect(await artifacts.get(copy.metadata.app?.artifactId ?? '')).toBeNull();
  expect((await artifacts.get((await share('L1')).id))?.metadata.app).toBeUndefined();
});

test.each(['secret', 'secret_page'])(
  'secrets in the page and in what it is sent are found before it is shared: %s',
  async (tool) => {
    const { services, read } = await showApp({ tool });
    const found = await findArtifactSecrets(
      { stores: services.stores, known: [] },
      (await read()).metadata,
      undefined,
      origin.signal,
    );
    expect(found.kinds).toMatchObject([{ kind: expect.stringMatching(/github/i), isInText: true }]);
  },
);

test('a copy of an image, without what a camera hides in it, has no app that would have it', async () => {
  const { services, read } = await showApp({ tool: 'photo' });
  const { metadata } = await read();
  expect([metadata.type, metadata.app?.server]).toEqual(['image', 'hostile']);
  const { share } = await createShare(services, services.localMember, metadata, { audience: 'team' });
  expect((await services.stores.artifacts.get(share.id))?.metadata.app).toBeUndefined();
});

test('tools that only pages call are on the page Tools, with their policy', async () => {
  const { services } = await showApp({ policy: 'ask_admins' });
  const [view] = await readMcpServerViews(services, services.localMember);
  expect(view?.pageTools).toEqual([
    { name: 'mcp__hostile__for_page', description: 'for_page', policy: 'ask_admins' },
  ]);
  expect(view?.tools.map(({ name }) => name)).not.toContain('mcp__hostile__for_page');
});

test('calls tools of its own server under their policy; each is in the ledger, without tokens', async () => {
  const { services, conversation, callTool, model } = await showApp();
  const requests = model.requests.length;
  expect(await callTool('for_page')).toEqual({
    status: 'done',
    result: expect.objectContaining({ content: [{ type: 'text', text: 'for_page in words' }] }),
  });
  for (const name of ['for_model', 'poll-system-stats', 'read_file', 'constructor', '']) {
    await expect(callTool(name, true)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(model.requests.length).toBe(requests);
  const day = new Date().toISOString().slice(0, 10);
  const entries = await services.stores.ledger.list(`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`);
  const ofApp = entries.filter(({ purpose }) => purpose === 'app');
  expect(ofApp).toMatchObject([
    {
      kind: 'call',
      toolName: 'mcp__hostile__for_page',
      server: 'hostile',
      conversationId: conversation.id,
      success: true,
      fullTokens: null,
      sentTokens: 0,
      title: 'hostile for_page',
    },
  ]);
  const byModel = sumDays(ofApp, 'model').map(({ label, sums }) => [label, sums.calls]);
  expect(byModel).toEqual([['No model', 1]]);
});

test.each([
  ['ask', { status: 'asks' }, 'done'],
  ['ask_admins', { status: 'asks' }, 'done'],
] as const)('under the policy %s it runs once a person allows it', async (policy, first, then) => {
  const { callTool, services } = await showApp({ policy });
  expect(await callTool('for_page')).toEqual(first);
  expect(await callTool('for_page', true)).toMatchObject({ status: then });
  const other = { ...services.localMember, id: 'mem_x', role: 'member' as const };
  const byMember = callTool('for_page', true, other);
  if (policy === 'ask') await expect(byMember).resolves.toMatchObject({ status: 'done' });
  else await expect(byMember).rejects.toMatchObject({ code: 'forbidden' });
});

test('what the policy denies does not run, whoever allows it', async () => {
  const { callTool } = await showApp({ policy: 'deny' });
  await expect(callTool('for_page', true)).rejects.toMatchObject({ code: 'forbidden' });
});

describe('a result with several files', () => {
  const album = () => showApp({ tool: 'album', environment: { VITRINE_MODEL_VISION: 'on' } });

  test('has each of them as an artifact of the type that its bytes say, and a model that sees looks at the images', async () => {
    const { services, read, model, telemetry } = await album();
    const { parts = [] } = (await read()).metadata;
    expect(parts.map(({ type }) => type)).toEqual(['image', 'image', 'file']);
    const records = await Promise.all(
      parts.map(({ artifactId }) => services.stores.artifacts.get(artifactId)),
    );
    expect(records.map((record) => record?.metadata)).toMatchObject([
      { mimeType: 'image/png', dimensions: { width: 8, height: 8 }, title: 'hostile album api-03, 1 of 3' },
      { mimeType: 'image/png' },
      { lineCount: 1 },
    ]);
    expect(telemetry?.seenParts).toEqual(parts.slice(0, 2).map(({ artifactId }) => artifactId));
    const sent = JSON.stringify(model.requests.at(-1)?.body);
    expect(sent.match(/data:image\/png;base64,/g)).toHaveLength(2);
    expect(sent).toContain('Two pictures, a sound, and links.');
    await keepArtifact(services, services.localMember, await read(), { ttlSeconds: null });
    const kept = await services.stores.artifacts.get(parts[0]?.artifactId ?? '');
    expect(kept?.metadata.expiresAt).toBeNull();
  });

  test('and links: each is fetched when it is opened, and nothing else is', async () => {
    const { services, conversation, read, model } = await album();
    const artifact = await read();
    const member = services.localMember;
    const open = (uri: string) =>
      openResourceLink({ services, origin, member }, { artifact, conversation }, uri);
    expect(artifact.metadata.links).toEqual([
      { uri: 'file:///notes.md', title: 'Notes of the day', description: 'what happened' },
      { uri: 'file:///red.png', title: 'red.png' },
      { uri: 'file:///absent.txt', title: 'absent.txt' },
    ]);
    const requests = model.requests.length;
    const notes = await services.stores.artifacts.get(await open('file:///notes.md'));
    expect(notes?.metadata).toMatchObject({
      ...{ title: 'Notes of the day', type: 'file', form: 'markdown', byteLength: 8 },
      ...{ conversationId: conversation.id, arguments: { uri: 'file:///notes.md' } },
    });
    const picture = await services.stores.artifacts.get(await open('file:///red.png'));
    expect(picture?.metadata).toMatchObject({ type: 'image', dimensions: { width: 8, height: 8 } });
    await expect(open('file:///absent.txt')).rejects.toMatchObject({ code: 'not_possible' });
    await expect(open('file:///etc/passwd')).rejects.toMatchObject({ code: 'not_found' });
    expect(model.requests.length).toBe(requests);
  });
});
