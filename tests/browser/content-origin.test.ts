import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { noise } from '../support/images.ts';
import { cardOf, makeConversation } from '../support/page-actions.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
let workspace: string;
let server: VitrineServer;
let elsewhere: string;

beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'vitrine-workspace-'));
  writeFileSync(join(workspace, 'picture.png'), await noise(300, 200).png().toBuffer());
  writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n');
  const port = await freePort();
  elsewhere = `http://localhost:${port}`;
  const environment = { VITRINE_BASE_URL: `http://127.0.0.1:${port}`, VITRINE_CONTENT_URL: elsewhere };
  server = await startVitrine({ port, workspace, environment });
});
afterAll(async () => {
  await server?.end();
  rmSync(workspace, { recursive: true });
});

test('images come from the origin of user content, files are kept from there, and texts are read as ever', async () => {
  const { id, artifactIds } = await makeConversation(server, ['show picture.png', 'show notes.txt']);
  const [picture = '', notes = ''] = artifactIds;
  const { context, open } = await visit(server.url, { expects: [/^request elsewhere: http:\/\/localhost/] });
  const asked: { url: string; cookie: string | undefined }[] = [];
  context.on('request', async (request) => {
    if (request.url().startsWith(elsewhere))
      asked.push({ url: request.url(), cookie: (await request.allHeaders()).cookie });
  });
  const page = await open(`/c/${id}`);
  const image = cardOf(page, picture).getByRole('img', { name: /picture\.png/ });
  await eventually(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(300);
  await eventually(() => asked.length).toBeGreaterThan(0);
  expect(asked.every(({ url, cookie }) => url.includes('/api/content/') && cookie === undefined)).toBe(true);
  await page.goto(`${server.url}/c/${id}#${notes}`);
  await page.locator('.panel [data-line="2"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.txt');
  expect(new URL(page.url()).pathname).toBe(`/c/${id}`);
  expect(await context.cookies(elsewhere)).toEqual([]);
});
