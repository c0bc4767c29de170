import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import {
  action,
  begin,
  cardNamed,
  cardOf,
  makeConversation,
  saidTexts,
  say,
} from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

const hostileName = 'a<img src=x onerror=window.wasRun=1>.html';
const lines = [
  '<script>window.wasRun = 1</script><img src=x onerror="window.wasRun = 2">',
  '</span></div><svg onload="window.wasRun = 3">',
  '\u001b[31mred\u001b[0m and \u0007bell',
  'access = "user\u202e \u2066// admin only\u2069 \u2066"',
  'zero\u200bwidth\u2060joined\ufeff',
  `{{constructor.constructor("window.wasRun = 4")()}} \${window.wasRun = 5}`,
  ...Array.from({ length: 60 }, (_, index) => `plain line ${index}`),
];
const [script = ''] = lines;
const command = `echo '${script}'`;
/** In what stands for an image, and in what a link says when it is pointed at. */
const names = `# Names

![${script}](https://evil.example/pixel.png '${script}')

![${script}]()

![" onerror="window.wasRun = 6" x="](/own.png)

[${script}](https://example.com/a '"><img src=x onerror=window.wasRun=7>')

[named][hostile] and ![${script}][hostile]

[hostile]: https://example.com/b '"><script>window.wasRun = 8</script>'
`;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      [hostileName]: `${lines.join('\n')}\n`,
      'names.md': names,
      'wide.txt': `${'<b>wide</b> '.repeat(2_000)}\n${'short\n'.repeat(40)}`,
    },
  });
});
afterAll(async () => await stage?.close());

const wasRun = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasRun') ?? null);

async function expectInert(page: Page, rowsIn: string): Promise<void> {
  const row = (number: number) => page.locator(`${rowsIn} [data-line="${number}"] .src`);
  await row(6).waitFor();
  for (const number of [1, 2, 6]) expect(await row(number).textContent()).toBe(lines[number - 1]);
  expect(await page.locator(`${rowsIn} .ln`).locator('script, img, svg').count()).toBe(0);
  const chips = async (number: number) => await row(number).locator('.zw').allTextContents();
  expect(await chips(3)).toEqual(['U+001B', 'U+001B', 'U+0007']);
  expect(await chips(4)).toEqual(['RLO', 'LRI', 'PDI', 'LRI']);
  expect(await chips(5)).toEqual(['ZWSP', 'WJ', 'BOM']);
  // As chips they no longer turn the line around.
  expect(await row(4).textContent()).not.toMatch(/[\u202e\u2066\u2069]/);
  expect(await wasRun(page)).toBeNull();
}

test('a file that tries to be a page is shown inert, with what hides in it as chips', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, `show ${hostileName}`);
  const card = page.locator('[data-card]');
  await expectInert(page, '.card-body');
  expect(await card.getByRole('button', { name: hostileName }).count()).toBe(1);
  await action(card, 'open').click();
  await expectInert(page, '.panel .lines');
  expect(await page.locator('.panel').getByRole('heading').first().textContent()).toBe(hostileName);
  await action(card, 'flip').click();
  await eventually(() => card.locator('.seen').textContent()).toContain(hostileName);
  await page.reload();
  await expectInert(page, '.card-body');
  expect(await page.locator('img').count()).toBe(0);
});

test('a search and a listing of it are as inert', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  const id = await begin(page, 'find wasRun');
  const search = page.locator('[data-card]').first();
  await eventually(() => search.locator('.hits .src').allTextContents()).toContain(script);
  await action(search, 'open').click();
  await eventually(() => page.locator('.panel .hits .src').allTextContents()).toContain(script);
  expect(await page.locator('.panel').locator('script, img').count()).toBe(0);
  await say(page, 'list all');
  await eventually(() => page.locator('[data-card]').count()).toBe(2);
  expect(await page.locator('.thread').textContent()).toContain(hostileName);
  expect(await page.locator('.thread .card').locator('script, img').count()).toBe(0);
  expect(await wasRun(page)).toBeNull();
  expect(id).not.toBe('');
});

test('a command, and what it prints, are shown as they were written', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, `run ${command}`);
  const card = cardNamed(page, command);
  const expectWritten = async () => {
    await eventually(() => card.locator('.src').allTextContents()).toEqual([script]);
    expect(await card.locator('.card-title').textContent()).toBe(command);
    expect(await saidTexts(page)).toEqual([`run ${command}`]);
    await eventually(() => page.locator('nav.side').textContent()).toContain(`run echo '<script>`);
    expect(await page.locator('.thread, nav.side').locator('script, img').count()).toBe(0);
  };
  await expectWritten();
  await action(card, 'open').click();
  const panel = page.locator('.panel');
  await eventually(() => panel.locator('.lines .src').allTextContents()).toEqual([script]);
  expect(await panel.getByRole('heading').first().textContent()).toBe(command);
  expect(await panel.locator('script, img').count()).toBe(0);
  await action(card, 'flip').click();
  await eventually(() => card.locator('.seen').textContent()).toContain(script);
  await page.reload();
  await expectWritten();
  expect(await wasRun(page)).toBeNull();
});

test('what a document calls its images and links is text: shown where it is a name, nowhere where it is a hint', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show names.md']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactIds[0]}`);
  const shown = page.locator('.panel .document');
  await shown.getByRole('heading', { name: 'Names' }).waitFor();
  await eventually(() => shown.locator('p').allTextContents()).toEqual([
    `external image: evil.example ${script}`,
    script,
    '" onerror="window.wasRun = 6" x="',
    script,
    `named and external image: example.com ${script}`,
  ]);
  expect(await shown.locator('script, img, [title], [onerror]').count()).toBe(0);
  const links = await shown.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual([
    'https://evil.example/pixel.png',
    'https://example.com/a',
    'https://example.com/b',
    'https://example.com/b',
  ]);
  expect(await wasRun(page)).toBeNull();
});

test('the bytes themselves, opened as a page, run nothing and load nothing', async () => {
  const { artifactIds } = await makeConversation(stage.server, [`show ${hostileName}`]);
  // Their policy refuses what they try, and the browser says so.
  const { context } = await visit(stage.server.url, {
    expects: [/^console: .*Content Security Policy|sandboxed|^console: policy violation/],
  });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const path = `/api/artifacts/${artifactIds[0]}`;
  const response = await page.goto(stage.server.url + path);
  expect(response?.headers()['content-security-policy']).toContain('sandbox');
  expect(await wasRun(page)).toBeNull();
  expect(requests).toEqual([path]);
});

test('a line of 24,000 characters is shown cut, and says how long it is', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show wide.txt']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const row = cardOf(page, artifactIds[0] ?? '').locator('[data-line="1"]');
  await row.waitFor();
  expect(await row.locator('.cut').textContent()).toBe('cut, 23 KB in all');
  expect((await row.textContent())?.length).toBeLessThan(2_100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});
