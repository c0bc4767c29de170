import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { freePort } from '../support/free-port.ts';
import { copyVersion, type OtherVersion } from '../support/other-version.ts';
import { composer } from '../support/page-actions.ts';
import { newDataDir, startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
let version: OtherVersion;
let server: VitrineServer;
beforeAll(() => {
  version = copyVersion();
});
afterAll(async () => {
  await server?.end();
  version?.remove();
});

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** A server stores its files a few seconds after its start: all but those in the folder of its build. */
function hasFiles(dataDir: string): boolean {
  const folder = join(import.meta.dirname, '..', '..', '.next', 'standalone', '.next', 'static');
  const own = filesIn(folder) - filesIn(join(folder, version.build.replace('-other', '')));
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  const row = database.prepare('SELECT count(*) AS count FROM page_files').get();
  database.close();
  return Number(row?.count) === own;
}

test('a page that is open while its server is updated says so, works on, and is reloaded with its draft', async () => {
  const options = { port: await freePort(), dataDir: newDataDir() };
  server = await startVitrine(options);
  const { url } = server;
  const expects = [
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
  ];
  const page = await (await visit(url, { expects })).open('/');
  await composer(page).fill('What I was about to ask');
  const banner = page.locator('.banner');
  expect(await banner.count()).toBe(0);

  await until('its files are stored', async () => hasFiles(options.dataDir));
  await server.end('SIGTERM');
  server = await startVitrine({ ...options, launcher: version.launcher });
  await banner.waitFor({ timeout: 60_000 });
  expect(await banner.innerText()).toContain('of another version');
  await expectAccessible(page);

  // Scripts of a version that no server has any more, as a part of this page asks for them when it is first shown.
  const paths = await page.evaluate(() =>
    [...document.scripts].flatMap(({ src }) => (src.includes('/_next/static/chunks/') ? [src] : [])),
  );
  expect(paths.length).toBeGreaterThan(0);
  const statuses = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url, { cache: 'no-store' })).status)),
    paths,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');

  await banner.getByRole('button', { name: 'Reload' }).click();
  await eventually(() => page.locator('html').getAttribute('data-build')).toBe(version.build);
  await eventually(() => composer(page).inputValue()).toBe('What I was about to ask');
  expect(await banner.count()).toBe(0);
});
