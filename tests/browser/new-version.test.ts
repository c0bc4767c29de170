import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
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

  await server.end('SIGTERM');
  server = await startVitrine({ ...options, launcher: version.launcher });
  await banner.waitFor({ timeout: 60_000 });
  expect(await banner.innerText()).toContain('Vitrine was updated');
  await expectAccessible(page);

  // Code that this page had not loaded yet is of a version that no server has any more.
  await composer(page).press('Escape');
  await page.locator('body').press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('alert').count()).toBe(0);

  await banner.getByRole('button', { name: 'Reload' }).click();
  await eventually(() => page.locator('html').getAttribute('data-build')).toBe(version.build);
  await eventually(() => composer(page).inputValue()).toBe('What I was about to ask');
  // The stream of the new page is ready by then, and names the same build.
  await page.waitForResponse((response) => response.url().includes('/api/events')).catch(() => null);
  expect(await banner.count()).toBe(0);
});
