import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { begin } from '../support/page-actions.ts';
import { rawRequest } from '../support/raw-request.ts';
import { heard, isAfterTool, openStage, type Stage } from '../support/stage.ts';

const { resolve } = createRequire(import.meta.url);
/** Unmodified, as on npm. It leaves its process ID in a file. */
const example = (name: string, folder: string) => ({
  command: process.execPath,
  args: [
    '-e',
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, name))}, String(process.pid));
     import(${JSON.stringify(join(dirname(resolve(`@modelcontextprotocol/server-${name}`)), 'index.js'))});`,
    '--',
    '--stdio',
  ],
  sandbox: false,
});

const visit = prepareBrowser();
let stage: Stage;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-apps-'));
  const config = join(folder, 'vitrine.config.json');
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: {
        clock: example('basic-vanillajs', folder),
        metrics: example('system-monitor', folder),
        cohorts: example('cohort-heatmap', folder),
        hostile: {
          command: process.execPath,
          args: [join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-apps.mjs')],
          sandbox: false,
        },
      },
      approvals: {
        'mcp__clock__*': 'auto',
        'mcp__metrics__get-system-info': 'auto',
        'mcp__cohorts__*': 'auto',
        'mcp__hostile__*': 'auto',
      },
    }),
  );
  const call = (name: string, args: object = {}) => ({ name, arguments: args });
  const calls: Record<string, { name: string; arguments: object }> = {
    time: call('mcp__clock__get-time'),
    metrics: call('mcp__metrics__get-system-info'),
    cohorts: call('mcp__cohorts__get-cohort-data'),
    ...Object.fromEntries(
      ['top', 'flood', 'frames', 'silent', 'calls', 'gone', 'album', 'grabs', 'ghosts', 'focuses'].map(
        (kind) => [kind, call(`mcp__hostile__${kind}`)],
      ),
    ),
  };
  stage = await openStage({
    store: 'SQLite',
    environment: { VITRINE_CONFIG: config },
    script(request) {
      const wanted = calls[heard(request)];
      return wanted && !isAfterTool(request) ? { toolCalls: [wanted] } : { text: 'Done.' };
    },
  });
});
afterAll(async () => {
  await stage?.close();
  rmSync(folder, { recursive: true });
});

/** The frames of apps are on the other name of this machine; what is of their pages is not ours. */
const ofApps = [
  /^request elsewhere: http:\/\/localhost:\d+\/api\/content\//,
  /^console: [\s\S]*\((?:about:srcdoc|http:\/\/localhost:\d+\/api\/content\/.*)\)$/,
  /^console: policy violation: script-src eval in about/,
];
/** The browser reports what the server refuses. */
const ofCalls = [...ofApps, /^console: .*status of 404 .*\/app\/calls\)$/];
/** The page inside the frame without an origin, inside the frame on the other origin. */
const appIn = (page: Page, title: string): FrameLocator =>
  page.frameLocator(`iframe[title="App: ${title}"]`).frameLocator('iframe');
/** The server shows the last twelve months, whenever it is asked. */
const firstCohort = new Date(
  Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 11),
).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** Ends the program of a server, as if it were gone. */
function endServer(name: string): void {
  const file = join(folder, name);
  process.kill(Number(readFileSync(file, 'utf8')));
  rmSync(file);
}

test('the page of a server shows its result on the card, again after a reload and on a share’s page, without the server', async () => {
  const { open } = await visit(stage.server.url, { expects: ofApps });
  const page = await open('/');
  await begin(page, 'cohorts');
  const card = page.getByRole('article', { name: 'cohorts get-cohort-data' });
  const app = appIn(page, 'cohorts get-cohort-data');
  await app.getByText(firstCohort).waitFor();
  await card.getByText('asked by the server').waitFor();
  await card.getByText('Page of cohorts. It may call cohorts, and nothing else.').waitFor();
  await expectAccessible(page);
  // The structure is for the page; the model reads the words.
  const sent = JSON.stringify(stage.model?.requests.at(-1)?.body);
  expect(sent).toContain('Cohort Analysis: 12 cohorts');
  expect(sent).not.toContain('usersRetained');

  await page.reload();
  await app.getByText(firstCohort).waitFor();
  endServer('cohort-heatmap');
  await card.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const shared = await open(new URL(link).pathname);
  await appIn(shared, 'cohorts get-cohort-data').getByText(firstCohort).waitFor();
  await shared.getByText('It can call nothing here.').waitFor();
  await expectAccessible(shared);
  expect(existsSync(join(folder, 'cohort-heatmap'))).toBe(false);
});

test('another one shows what was stored too: the same time after a reload and on a share’s page', async () => {
  const { open } = await visit(stage.server.url, { expects: ofApps });
  const page = await open('/');
  await begin(page, 'time');
  const time = (of: Page) =>
    appIn(of, 'clock get-time')
      .getByText(/^20\d\d-\d\d-\d\dT/)
      .innerText();
  const first = await time(page);
  await page.reload();
  expect(await time(page)).toBe(first);
  await page.getByRole('article', { name: 'clock get-time' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: /share/i });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(await time(await open(new URL(link).pathname))).toBe(first);
});

test('an app calls tools of its server where a person allows it, and the model reads nothing of them', async () => {
  const page = await (await visit(stage.server.url, { expects: ofApps })).open('/');
  await begin(page, 'metrics');
  const card = page.getByRole('article', { name: 'metrics get-system-info' });
  await appIn(page, 'metrics get-system-info').getByText('System Monitor').waitFor();
  await card.getByText('The app wants to call poll-system-stats.').waitFor();
  await expectAccessible(page);
  const requests = stage.model?.requests.length;
  await card.getByRole('button', { name: 'Any call of it, while open' }).click();
  await card.getByText(/[2-9] calls, 0 tokens/).waitFor();
  expect(stage.model?.requests.length).toBe(requests);
  await page.goto(`${stage.server.url}/savings?by=tool`);
  const row = page.getByRole('row').filter({ hasText: 'poll-system-stats' });
  await row.first().waitFor();
});

test('an app is opened large and is still the same page, in the theme that the person has', async () => {
  const page = await (await visit(stage.server.url, { expects: ofApps, colorScheme: 'dark' })).open('/');
  await begin(page, 'time');
  const app = appIn(page, 'clock get-time');
  const field = app.getByRole('textbox').first();
  await field.fill('written before');
  expect(await app.locator('html').evaluate((html) => html.dataset.theme ?? html.style.colorScheme)).toBe(
    'dark',
  );
  await page.getByRole('button', { name: 'Open the app large' }).click();
  const small = page.getByRole('button', { name: 'Back to its card' });
  await small.waitFor();
  expect(await page.locator('.app-stage').evaluate((stage) => stage.getBoundingClientRect().width)).toBe(
    1440,
  );
  expect(await field.inputValue()).toBe('written before');
  await expectAccessible(page);
  await small.click();
  await small.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('written before');
  await page.getByRole('button', { name: 'As text' }).click();
  await page.getByText('Shown as text.').waitFor();
});

test('what an app asks for is done by a person: a link, and a message that becomes a draft', async () => {
  const page = await (await visit(stage.server.url, { expects: ofCalls })).open('/');
  await begin(page, 'calls');
  const app = appIn(page, 'hostile calls');
  await app.getByText('called all').waitFor();
  // Of another server, and one that is for the model alone.
  await app.getByText(/^other: .*hostile has no tool poll-system-stats that its page may call/).waitFor();
  await app.getByText(/^model: .*hostile has no tool for_model that its page may call/).waitFor();
  await app.getByText(/^own: .*for_page in words/).waitFor();
  await app.getByText('script link: {"isError":true}').waitFor();
  await page.getByText('https://elsewhere.example/docs').waitFor();
  await page.getByRole('button', { name: 'Do not open' }).click();
  await app.getByText('link: {"isError":true}', { exact: true }).waitFor();
  await page.getByText('hostile calls suggests a message.').waitFor();
  const requests = stage.model?.requests.length;
  await page.getByRole('button', { name: 'Put in the composer' }).click();
  await eventually(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(
    'api-03 is at 92%. Show its processes.',
  );
  expect(stage.model?.requests.length).toBe(requests);
});

describe('a hostile page', () => {
  const refused = [
    ...ofApps,
    /^console: policy violation: \S+ \S+ in (?:about|.*\/api\/content\/)/,
    /^console: Framing/,
  ];
  const card = (page: Page, name: string) => page.getByRole('article', { name: `hostile ${name}` });

  test('reaches neither the window around it, nor the network, nor what is stored', async () => {
    const page = await (await visit(stage.server.url, { expects: refused })).open('/');
    await begin(page, 'top');
    const url = page.url();
    const app = appIn(page, 'hostile top');
    await app.getByText('tried all').waitFor();
    const tried = await app.locator('p').allInnerTexts();
    expect(tried.filter((line) => !line.endsWith(': refused'))).toEqual(['tried all']);
    expect(tried).toHaveLength(9);
    // Nor does it leave its frame, which would tell another site what it was sent: no request goes there.
    await app.getByRole('button', { name: 'leave' }).click();
    await eventually(() => page.frames().map((frame) => frame.url())).toContain(
      'chrome-error://chromewebdata/',
    );
    expect(page.url()).toBe(url);
  });

  test.each([
    ['flood', 'The app was ended: it sent too many messages.'],
    ['ghosts', 'The app was ended: it sent too many messages.'],
    ['frames', 'The app was ended: it opened too many frames.'],
    ['silent', 'The app was not ready in 10 s.'],
  ])('that does this is ended, and its text is shown: %s', async (name, reason) => {
    const page = await (await visit(stage.server.url, { expects: ofApps })).open('/');
    await begin(page, name);
    await card(page, name).getByText(reason).waitFor();
    await card(page, name).getByText(`${name} in words`).waitFor();
    await expect(card(page, name).locator('iframe').count()).resolves.toBe(0);
    // Our page answers.
    await page.getByRole('textbox', { name: 'Message' }).fill('still here');
    await expectAccessible(page);
  });

  test('gets neither the keyboard, nor the whole window, nor room for endless words', async () => {
    const page = await (await visit(stage.server.url, { expects: ofApps })).open('/');
    await begin(page, 'grabs');
    const app = appIn(page, 'hostile grabs');
    await app.getByText('long message: refused').waitFor();
    expect(await page.getByText('suggests a message').count()).toBe(0);
    expect(await page.locator('.app-stage').evaluate((element) => element.matches(':modal'))).toBe(false);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.click();
    await card(page, 'grabs').getByText('it took the keyboard again and again').waitFor();
    await page.keyboard.type('my secret words');
    expect(await field.inputValue()).toBe('my secret words');
  });

  test('that takes the focus once does not get what is typed, and can be written in by who wants to', async () => {
    const page = await (await visit(stage.server.url, { expects: ofApps })).open('/');
    const field = page.getByRole('textbox', { name: 'Message' });
    await begin(page, 'focuses');
    const app = appIn(page, 'hostile focuses');
    await app.getByText('focused').waitFor();
    await field.click();
    await page.keyboard.type('my secret words');
    expect(await field.inputValue()).toBe('my secret words');
    // Who has just typed here does not go there by themselves.
    await page.waitForTimeout(2_500);
    await app.getByRole('textbox').click();
    await page.keyboard.type('for the app');
    expect(await app.getByRole('textbox').inputValue()).toBe('for the app');
  });

  test('cannot put a question under a pointer that is about to click', async () => {
    const page = await (await visit(stage.server.url, { expects: ofCalls })).open('/');
    await begin(page, 'calls');
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await open.waitFor();
    const isDisabled = await open.evaluate((button) => (button as HTMLButtonElement).disabled);
    expect(isDisabled).toBe(true);
    // Two clicks on one spot: the second is on what comes after, and counts for nothing.
    await page.getByRole('button', { name: 'Do not open' }).dblclick();
    await page.getByText('hostile calls suggests a message.').waitFor();
    await page.waitForTimeout(300);
    expect(await page.getByText('hostile calls suggests a message.').count()).toBe(1);
  });

  test('that its server does not send is a note, and the result is there as text', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await begin(page, 'gone');
    await card(page, 'gone')
      .getByText(/^Its page is not shown: /)
      .waitFor();
    await card(page, 'gone').getByText('gone in words').waitFor();
  });
});

test('files that came with a result and what it refers to open in the panel', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, 'album');
  const list = page.getByRole('list', { name: 'Came with it' });
  const pictures = list.getByRole('img');
  await eventually(() => pictures.count()).toBe(2);
  await eventually(() =>
    pictures.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
  ).toEqual([8, 8]);
  await expectAccessible(page);
  await pictures.first().click();
  await page.locator('.panel').getByText('hostile album, 1 of 3').first().waitFor();
  await list.getByRole('button', { name: 'Notes of the day' }).click();
  await page.locator('.panel').getByRole('heading', { name: 'Notes', exact: true }).waitFor();
});

test('the frame of an app is on the other name of this machine, which serves it only by its link and to be framed', async () => {
  const page = await (await visit(stage.server.url, { expects: ofApps })).open('/');
  await begin(page, 'cohorts');
  const card = page.getByRole('article', { name: 'cohorts get-cohort-data' });
  await card.getByText('Page of cohorts.').waitFor();
  const artifactId = await card.getAttribute('data-card');
  const { port } = new URL(stage.server.url);
  const onHost = (host: string, path: string) =>
    rawRequest(stage.server.url, path, { method: 'GET', headers: { Host: `${host}:${port}` } });
  for (const [here, there] of [
    ['127.0.0.1', 'localhost'],
    ['localhost', '127.0.0.1'],
  ] as const) {
    const opened = await onHost(here, `/api/artifacts/${artifactId}/app`);
    const frameUrl = new URL(JSON.parse(opened.text).frameUrl);
    expect(frameUrl.host).toBe(`${there}:${port}`);
    const path = frameUrl.pathname + frameUrl.search;
    const frame = await onHost(there, path);
    expect([frame.status, frame.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(frame.headers['content-security-policy']).toContain(`frame-ancestors http://${here}:${port}`);
    expect(frame.headers['content-security-policy']).toContain("connect-src 'none'");
    expect(frame.text).not.toContain('Cohort');
    const wrong = [
      ['as=app', 'as=shown'],
      ['/app?', '?'],
      [/signature=./, 'signature=_'],
    ] as const;
    for (const [part, other] of wrong) {
      expect((await onHost(there, path.replace(part, other))).status).toBe(404);
    }
    expect((await onHost('elsewhere.example', path)).status).not.toBe(200);
  }
});
