import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { freePort } from '../support/free-port.ts';
import { begin, say } from '../support/page-actions.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
const workspace = join(tempFolder(), 'shop');
const dataDir = newDataDir();
/** Of all processes of an installation. */
const shared = { VITRINE_SECRET: 'a secret of thirty-two characters' };
let redis: RedisServer;
let port: number;
let runner: VitrineServer;
let web: VitrineServer;

const startRunner = () =>
  startVitrine({
    ...{ port, dataDir, workspace },
    environment: { ...shared, REDIS_URL: redis.url, VITRINE_ROLE: 'runner' },
  });

beforeAll(async () => {
  mkdirSync(workspace);
  writeFiles(workspace, { 'prices.txt': 'tea 4\n' });
  redis = await startRedisServer();
  port = await freePort();
  runner = await startRunner();
  web = await startVitrine({
    workspace: '',
    environment: { ...shared, REDIS_URL: redis.url, VITRINE_ROLE: 'web' },
  });
}, 120_000);
afterAll(async () => {
  await Promise.all([web, runner].map((server) => server?.end()));
  await redis?.stop();
});

test('while no server that has the files is there, a conversation says so, and goes on once one is', async () => {
  const expects = [/503 \(Service Unavailable\)/];
  const page = await (await visit(web.url, { expects })).open('/');
  await begin(page, 'read prices.txt');
  const cards = page.getByRole('article', { name: 'prices.txt', exact: true });
  await cards.first().waitFor();
  await runner.end('SIGTERM');
  await say(page, 'read prices.txt');
  const note = page.getByRole('status').filter({ hasText: 'has the files of this conversation' });
  await note.waitFor();
  await expectAccessible(page);
  runner = await startRunner();
  await note.waitFor({ state: 'detached' });
  await cards.nth(1).waitFor();
});

test('workspaces whose runner is away are listed as such', async () => {
  await runner.end('SIGTERM');
  await until('the web process knows', async () => {
    const { reasons } = await (await web.request('/api/health')).json();
    return reasons.some((reason: string) => reason.includes('No runner'));
  });
  const page = await (await visit(web.url, { expects: [/503/] })).open('/workspaces');
  const row = page.getByRole('row').filter({ hasText: 'shop' });
  await row.getByText('Away').waitFor();
  expect(await row.innerText()).toContain(`on 127.0.0.1:${port}`);
  await expectAccessible(page);
});
