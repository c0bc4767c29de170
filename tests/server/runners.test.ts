import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { ofType, readEvents, send, until, untilFinished } from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { makeRepository } from '../support/git-repository.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

/** Of all processes of an installation. */
const metricsToken = 'a-token-for-the-metrics-of-all-runners';
const shared = {
  VITRINE_SECRET: 'a secret of thirty-two characters',
  VITRINE_METRICS_TOKEN: metricsToken,
};
/** As on three machines: a web process, and two runners with a disk and a workspace each. */
let redis: RedisServer;
let web: VitrineServer;
let runners: Record<'shop' | 'docs', VitrineServer>;
const folders = { shop: workspaceWith('shop'), docs: workspaceWith('docs') };
const ports = { shop: 0, docs: 0 };
const dataDirs = { shop: newDataDir(), docs: newDataDir() };

function workspaceWith(name: string): string {
  const folder = join(tempFolder(), name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'where.txt'), `this is ${name}\n`);
  return folder;
}

const startRunner = (name: 'shop' | 'docs') =>
  startVitrine({
    port: ports[name],
    dataDir: dataDirs[name],
    workspace: folders[name],
    environment: { ...shared, REDIS_URL: redis.url, VITRINE_ROLE: 'runner' },
  });

beforeAll(async () => {
  makeRepository(folders.docs, { 'where.txt': 'this is docs\n' });
  redis = await startRedisServer();
  ports.shop = await freePort();
  ports.docs = await freePort();
  runners = { shop: await startRunner('shop'), docs: await startRunner('docs') };
  web = await startVitrine({
    workspace: '',
    environment: { ...shared, REDIS_URL: redis.url, VITRINE_ROLE: 'web' },
  });
}, 120_000);
afterAll(async () => {
  await Promise.all([web, ...Object.values(runners ?? {})].map((server) => server?.end()));
  await redis?.stop();
});

async function begin(workspace: string, more: object = {}): Promise<string> {
  const response = await web.request('/api/conversations', {
    method: 'POST',
    body: { workspace, ...more },
  });
  expect(response.status).toBe(201);
  return (await response.json()).id;
}

/** How many runs a process works on. */
async function runsOn(server: VitrineServer): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const text = await (await server.request('/api/metrics', { headers })).text();
  return Number(/^vitrine_runs_active(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1]);
}

/** What the agent read of a file, asked through the web process. */
async function readThrough(id: string, path: string): Promise<string> {
  const { runId } = await send(web, id, `read ${path}`);
  expect((await untilFinished(web, id, runId)).data.outcome).toBe('completed');
  const call = ofType(await readEvents(web, id), 'tool.execution_complete').at(-1);
  return call?.data.result?.content ?? '';
}

test('each conversation is worked on where its workspace is', async () => {
  expect(await readThrough(await begin('shop'), 'where.txt')).toContain('this is shop');
  expect(await readThrough(await begin('docs'), 'where.txt')).toContain('this is docs');
});

test('a web process has no commands and no workspace, and its pages show those of the runners', async () => {
  const health = await (await web.request('/api/health')).json();
  expect(health.commands.mode).toBe('off');
  expect(health.status).toBe('ready');
  for (const path of ['/', '/workspaces', '/workspaces/docs', '/tools']) {
    const page = await web.request(path);
    expect([path, page.status]).toEqual([path, 200]);
  }
  const { workspaces } = await (await web.request('/api/workspaces')).json();
  expect(
    workspaces.toSorted((one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)),
  ).toMatchObject([
    { name: 'docs', source: 'operator', isGone: false, isAway: false },
    { name: 'shop', source: 'operator', isGone: false, isAway: false },
  ]);
});

test('files, commands, terminals and worktrees of any runner work through a web process', async () => {
  const id = await begin('docs', { worktree: true });
  const found = await web.request(`/api/conversations/${id}/files?q=where`);
  expect((await found.json()).files).toMatchObject([{ path: 'where.txt' }]);
  const inWorktree = await web.request(`/api/conversations/${id}/worktree`);
  expect(await inWorktree.json()).toMatchObject({ changedFiles: 0 });
  const attached = await web.request(`/api/conversations/${id}/attachments`, {
    method: 'POST',
    body: { path: 'where.txt' },
  });
  expect(attached.status).toBe(201);
  const { runId } = await send(web, id, 'run cat where.txt; pwd');
  await untilFinished(web, id, runId);
  const [call] = ofType(await readEvents(web, id), 'tool.execution_complete');
  expect(call?.data.result?.content).toContain('this is docs');
  const missing = await web.request(`/api/workspaces/shop/files?q=where`);
  expect((await missing.json()).files).toMatchObject([{ path: 'where.txt' }]);
  expect((await web.request(`/api/conversations/${id}`, { method: 'DELETE' })).status).toBe(204);
});

test('an upload that is forwarded arrives byte for byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
  const answer = await fetch(`${web.url}/api/attachments?name=noise.bin`, {
    method: 'POST',
    headers: { Origin: web.url },
    body: bytes,
  });
  const { artifactId } = await answer.json();
  const read = await web.request(`/api/artifacts/${artifactId}`);
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a runner answers only what a process of its installation forwards', async () => {
  const { shop } = runners;
  expect((await shop.request('/api/health/live')).status).toBe(200);
  for (const path of ['/', '/api/workspaces', '/api/conversations', '/mcp', '/api/health/../conversations']) {
    expect([path, (await shop.request(path)).status]).toEqual([path, 404]);
    const forged = { headers: { 'Vitrine-Forwarded': `10.0.0.1 ${'A'.repeat(43)}` } };
    expect([path, (await shop.request(path, forged)).status]).toEqual([path, 404]);
  }
});

test('while the runner of a workspace is away its work waits, viewers see why, and it is done once it is back', async () => {
  const id = await begin('shop');
  expect(await readThrough(id, 'where.txt')).toContain('this is shop');
  await runners.shop.end('SIGTERM');
  const stream = await openEventStream(`${web.url}/api/conversations/${id}/events`);
  await until('the runner is no longer alive', async () => {
    const { workspaces } = await (await web.request('/api/workspaces')).json();
    return workspaces.some((one: { name: string; isAway: boolean }) => one.name === 'shop' && one.isAway);
  });
  const { runId } = await send(web, id, 'read where.txt');
  await until('its viewers see why', async () => stream.events().some(({ type }) => type === 'runner.away'));
  const refused = await web.request(`/api/conversations/${id}/files?q=where`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'No runner has the workspace shop at the moment. Try again soon.', code: 'no_runner' },
  ]);
  // The other workspace is not affected, nor is what needs none.
  expect(await readThrough(await begin('docs'), 'where.txt')).toContain('this is docs');
  const { conversation }: { conversation: Conversation } = await (
    await web.request(`/api/conversations/${id}`)
  ).json();
  expect(conversation.workspace).toBe('shop');
  expect(ofType(await readEvents(web, id), 'run.started').some(({ data }) => data.runId === runId)).toBe(
    false,
  );
  runners.shop = await startRunner('shop');
  expect((await untilFinished(web, id, runId)).data.outcome).toBe('completed');
  stream.close();
});

test('a run whose runner is killed in the middle is ended by whoever shares its disk, and the next message is answered', async () => {
  const partner = await startVitrine({
    workspace: folders.docs,
    environment: {
      ...shared,
      REDIS_URL: redis.url,
      VITRINE_ROLE: 'runner',
      VITRINE_CLONES_DIR: `${dataDirs.docs}-clones`,
    },
  });
  const id = await begin('docs', { worktree: true });
  const stream = await openEventStream(`${web.url}/api/conversations/${id}/events`);
  // Either of the two may have begun it; the other one takes over.
  const { runId } = await send(web, id, 'run sleep 600');
  await until('the command runs', async () =>
    stream.events().some(({ type }) => type === 'tool.execution_start'),
  );
  const worker = (await runsOn(runners.docs)) > 0 ? runners.docs : partner;
  expect(await runsOn(worker)).toBe(1);
  await worker.end('SIGKILL');
  expect((await untilFinished(web, id, runId)).data.outcome).toBe('interrupted');
  stream.close();
  expect(await readThrough(id, 'where.txt')).toContain('this is docs');
  await Promise.all([partner, runners.docs].map((server) => server.end()));
  runners.docs = await startRunner('docs');
});

test('where no runner is there, conversations can be read, and what needs one says so', async () => {
  const id = await until('a web process knows that the runner is back', async () => {
    const response = await web.request('/api/conversations', { method: 'POST', body: { workspace: 'docs' } });
    return response.status === 201 ? String((await response.json()).id) : null;
  });
  await Promise.all(Object.values(runners).map((server) => server.end('SIGTERM')));
  await until('no runner is alive', async () => {
    const answer = await web.request('/api/workspaces');
    return answer.status === 503;
  });
  expect((await web.request(`/c/${id}`)).status).toBe(200);
  expect((await web.request('/')).status).toBe(200);
  const refused = await web.request('/api/conversations', { method: 'POST', body: { workspace: 'docs' } });
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'no_runner']);
  rmSync(folders.shop, { recursive: true });
});
