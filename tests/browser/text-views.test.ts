import { appendFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake, type VisitOptions } from '../support/browser.ts';
import { expectAccessiblePanel } from '../support/expect-accessible.ts';
import { animation, noise } from '../support/images.ts';
import { cardNamed, cardOf, makeConversation, say } from '../support/page-actions.ts';
import { afterFrames } from '../support/page-tasks.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const lineCount = 20_000;
const errorEvery = 8;
const binaryBytes = 20 * 1024 * 1024;

/** Where hostile texts lead: it counts who comes, and notes what they ask for. */
let connections = 0;
const asked: string[] = [];
const listener = createServer((socket) => {
  connections += 1;
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    asked.push(`${request}`.split('\r\n', 1)[0] ?? '');
    socket.destroy();
  });
});
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
const { port: trackerPort } = listener.address() as AddressInfo;
const tracker = `http://127.0.0.1:${trackerPort}`;
/** What their policy refused, the browser says. */
const expectsRefusals = [/^console: /, new RegExp(`^request elsewhere: ${tracker}/`)];

const entry = (number: number) => {
  const time = `2026-11-21 10:${String(Math.floor(number / 600) % 60).padStart(2, '0')}:${String(Math.floor(number / 10) % 60).padStart(2, '0')}`;
  if (number % errorEvery === 0) return `${time} error connect ECONNREFUSED 10.0.4.12:${number}`;
  if (number % errorEvery === 1) return '    at flush (src/import/batch.ts:118)';
  return number % errorEvery === 5
    ? `${time} warn  pool: 0 idle of 10`
    : `${time} info  batch ${number} written`;
};

const script =
  '\u200b<script>window.wasRun = 1; top.wasRun = 1</script><img src=x onerror="window.wasRun = 2">';
const readme = `---
title: Notes
---

# Notes ${script}

See [the part on code](#code), [a site](https://example.com/x), [a file](./other.md), [bad](javascript:wasRun=3), [ref][r].

![pixel](${tracker}/pixel.png)

${script}

${Array.from({ length: 120 }, (_, index) => `## Part ${index}\n\nWords of part ${index}.\n`).join('\n')}
## Code

\`\`\`ts
const answer = 42; // a comment
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

[r]: https://example.org/ref
`;

/** Every way out that a page knows: none may be taken. */
const hostilePage = `<!doctype html><html manifest="${tracker}/manifest"><head>
<base href="${tracker}/">
<meta http-equiv="refresh" content="0;url=${tracker}/refresh">
<link rel="preconnect" href="${tracker}"><link rel="dns-prefetch" href="${tracker}"><link rel="stylesheet" href="${tracker}/style.css">
<link rel="preload" as="image" href="${tracker}/preload.png"><link rel="icon" href="${tracker}/icon.png">
<style>@import "${tracker}/import.css"; @font-face { font-family: f; src: url(${tracker}/font.woff) } body { font-family: f; background: url(${tracker}/background.png) }</style>
<script src="${tracker}/script.js"></script><script>top.wasRun = 1; top.location = "${tracker}/top"; fetch("${tracker}/fetch")</script></head>
<body onload="top.wasRun = 2"><h1>A page</h1>
<img src="${tracker}/image.png" srcset="${tracker}/srcset.png 2x" onerror="top.wasRun = 3"><img src="/icon.svg?own">
<iframe src="${tracker}/frame"></iframe><iframe srcdoc="<script>top.wasRun = 4</script>"></iframe><object data="${tracker}/object"></object><embed src="${tracker}/embed">
<video poster="${tracker}/poster.png" src="${tracker}/video.mp4" autoplay></video><audio src="${tracker}/audio.mp3" autoplay></audio>
<svg><image href="${tracker}/svg.png"/><use href="${tracker}/use.svg#x"/><a href="${tracker}/svglink"><text y="20">svg link</text></a></svg>
<svg><a href="#here"><set attributeName="href" to="${tracker}/set"/><animate attributeName="href" values="${tracker}/animate" dur="9s"/><text y="20">svg that changes</text></a></svg>
<form action="${tracker}/form"><input name="q" value="x"><button>send</button></form>
<a id="away" href="${tracker}/link" target="_top" ping="${tracker}/ping">away</a>
<template shadowrootmode="open"><link rel="preconnect" href="${tracker}"></template>
</body></html>`;

let stage: SharedStage;

beforeAll(async () => {
  const binary = Buffer.alloc(binaryBytes);
  binary.write('SQLite format 3\0', 0, 'latin1');
  binary.write('<script>far inside</script>', 12_000_000, 'latin1');
  stage = await openSharedStage({
    files: {
      'import.log': numberedLines(lineCount, entry),
      'grows.log': `${numberedLines(50, entry)}`,
      'README.md': readme,
      'long.md': '# Long\n\nwords and more words\n\n'.repeat(50_000),
      'page.html': hostilePage,
      'data.db': binary,
      'shared.json': '{"a": [1, 2, 3]}',
      'shared.csv': 'a,b\n1,2\n3,4\n',
      'noise.png': await noise(1_200, 800).png().toBuffer(),
      'moves.gif': await (await animation(64, 64, 4)).gif({ loop: 0, delay: [50, 50, 50, 50] }).toBuffer(),
      'access.ts': `export const a = 1;\nif (level !== "user\u2067\u200b") {\n${'x();\n'.repeat(40)}}\n// \u202e end\n`,
    },
  });
});
afterAll(async () => {
  await stage?.close();
  listener.close();
});

async function openFile(
  name: string,
  options: VisitOptions = {},
): Promise<{ page: Page; card: Locator; panel: Locator }> {
  const { id, artifactIds } = await makeConversation(stage.server, [`show ${name}`]);
  const page = await (await visit(stage.server.url, options)).open(`/c/${id}`);
  const card = cardOf(page, artifactIds[0] ?? '');
  await card.getByRole('button', { name, exact: true }).first().click();
  return { page, card, panel: page.locator('.panel') };
}

const wasRun = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasRun') ?? null);
const numbers = (panel: Locator) =>
  panel.locator('.lines .ln').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-line'))));

test('a log is filtered by level over all of it, keeps its numbers, and leads back to where a line stands', async () => {
  const { panel, card } = await openFile('import.log');
  await card.locator('.log-level.error').first().waitFor();
  await panel.locator('[data-line="8"] .log-level.error').waitFor();
  expect(await panel.locator('[data-line="9"] .log-under').first().textContent()).toContain('at flush');
  const errors = panel.getByRole('button', { name: 'error 2,500' });
  await errors.click();
  await panel.getByText('4,999 of 20,000 lines').waitFor();
  await eventually(async () => (await numbers(panel)).slice(0, 4)).toEqual([8, 9, 16, 17]);
  expect(await panel.locator('*').count()).toBeLessThan(1_500);

  const list = panel.locator('.lines');
  await eventually(async () => {
    await list.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    return Math.max(...(await numbers(panel)));
  }).toBe(lineCount);

  await panel.getByLabel('Filter lines').fill('12:9992');
  await panel.getByText('1 of 20,000 lines').waitFor();
  expect(await panel.locator('mark').allTextContents()).toEqual(['12:9992']);
  await panel.getByRole('button', { name: 'Show line 9992 in place' }).click();
  await panel.locator('[data-line="9993"]').waitFor();
  expect(await panel.getByLabel('Filter lines').inputValue()).toBe('');
  await panel.getByLabel('Filter lines').fill('no such words');
  await panel.getByText('No lines match this filter.').waitFor();
});

test('a filtered log follows what is written to it', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await say(page, 'run tail -n +1 -f grows.log');
  const card = cardNamed(page, 'tail -n +1 -f grows.log');
  await card.getByText('running').waitFor();
  await card.locator('[data-card-action="open"]').click();
  const panel = page.locator('.panel');
  await panel.getByRole('button', { name: 'Log', exact: true }).click();
  await panel.getByRole('button', { name: 'error', exact: true }).click();
  await panel.locator('[data-line="48"]').waitFor();
  appendFileSync(join(stage.workspace, 'grows.log'), '10:30:00 info quiet\n10:30:01 error it came later\n');
  await panel.locator('[data-line="52"]').getByText('it came later').waitFor();
  expect(await panel.locator('[data-line="51"]').count()).toBe(0);
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('stopped by a person').waitFor();
});

test('a document is a page: nothing of it runs or is fetched, its headings lead to their places', async () => {
  const before = connections;
  const { page, panel } = await openFile('README.md');
  const shown = panel.locator('.document');
  await shown.getByRole('heading', { level: 1 }).waitFor();
  expect(await shown.locator('script, img, iframe, [onerror]').count()).toBe(0);
  expect(await shown.textContent()).toContain(`external image: 127.0.0.1:${trackerPort}`);
  const links = await shown
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
    );
  const rel = 'noopener noreferrer nofollow ugc';
  expect(links).toContainEqual(['a site', 'https://example.com/x', rel]);
  expect(links).toContainEqual(['ref', 'https://example.org/ref', rel]);
  expect(links.map(([text]) => text)).not.toContain('bad');
  await panel.getByText(/^2 characters here are invisible .* Open Source to see them marked\.$/).waitFor();
  expect(await panel.locator('*').count()).toBeLessThan(1_500);

  await shown.getByRole('button', { name: 'the part on code' }).click();
  await shown.locator('.token-comment').getByText('// a comment').waitFor();
  await panel.getByRole('button', { name: '122 headings' }).click();
  await panel.getByRole('navigation').getByRole('button', { name: 'Part 60' }).click();
  await shown.getByRole('heading', { name: 'Part 60' }).waitFor();
  await panel.getByRole('button', { name: 'Source' }).click();
  await panel.locator('[data-line="1"]').waitFor();
  expect([await wasRun(page), connections]).toEqual([null, before]);
});

test('a document over the limit shows its source, and says why where a page is asked for', async () => {
  const { panel } = await openFile('long.md');
  await panel.locator('[data-line="1"]').waitFor();
  await panel.getByRole('button', { name: 'Page' }).click();
  await panel.getByText('too large for a page').waitFor();
});

test('a page of HTML is shown in a frame from which nothing is reached, neither the network nor the top window', async () => {
  const before = connections;
  const { page, panel } = await openFile('page.html', { expects: expectsRefusals });
  await panel.locator('[data-line="1"]').waitFor();
  const own: string[] = [];
  page.on('response', (response) => own.push(response.url()));
  await panel.getByRole('button', { name: 'Preview' }).click();
  await panel.getByText('This preview blocks scripts (2 scripts left out), forms, links').waitFor();
  const frame = panel.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'A page' }).waitFor();
  expect(await panel.locator('iframe').getAttribute('sandbox')).toBe('');
  const address = page.url();
  await frame.locator('#away').click();
  await frame.getByRole('button', { name: 'send' }).click();
  await frame.getByText('svg link').click();
  expect(await frame.locator('set, animate, animateMotion, animateTransform').count()).toBe(0);
  await frame.getByText('svg that changes').click();
  // Whatever has set out by now has done so before the next answer of the server.
  await page.evaluate(async () => await (await fetch('/api/health')).text());
  await afterFrames(page);
  await frame.getByRole('heading', { name: 'A page' }).waitFor();
  expect(connections).toBe(before);
  expect(own.filter((url) => url.endsWith('?own'))).toEqual([]);
  expect([await wasRun(page), page.url()]).toEqual([null, address]);
  // Who does reach it is counted, and is the first of all who set out.
  await page.goto(`${tracker}/control`).catch(() => undefined);
  expect(connections).toBeGreaterThan(before);
  expect(asked[0]).toBe('GET /control HTTP/1.1');
});

test('bytes are shown as they are, of any number, and only those looked at are fetched', async () => {
  const { page, panel } = await openFile('data.db');
  let fetched = 0;
  page.on('response', (response) => {
    if (response.status() === 206) fetched += Number(response.headers()['content-length']);
  });
  await panel.getByText('SQLite database, 20 MB', { exact: true }).waitFor();
  expect(await panel.locator('.hex-row').first().textContent()).toBe(
    '0000000053 51 4c 69 74 65 20 666f 72 6d 61 74 20 33 00SQLite format 3·',
  );
  await panel.getByLabel('Go to offset').fill('12,000,000');
  await page.keyboard.press('Enter');
  await panel.getByText('Part 2 of 3').waitFor();
  const row = panel.locator('.hex-row.sel');
  await row.getByText('<script>far insi').waitFor();
  expect(await row.locator('.hex-at').textContent()).toBe('00b71b00');
  await panel.getByRole('button', { name: 'Next part' }).click();
  await panel.locator('.hex-row').getByText('01000000').waitFor();
  expect(fetched).toBeLessThan(1024 * 1024);
  // So many blocks on, the first is let go of; what it says is still known.
  for (let step = 1; step <= 30; step += 1) {
    const offset = step * 64 * 1024;
    await panel.getByLabel('Go to offset').fill(`${offset}`);
    await page.keyboard.press('Enter');
    await panel.locator('.hex-row.sel').getByText(offset.toString(16).padStart(8, '0')).waitFor();
  }
  expect(await panel.getByText(/^SQLite database/).count()).toBeGreaterThan(0);
  expect(await panel.locator('*').count()).toBeLessThan(1_500);
  expect(await wasRun(page)).toBeNull();
});

test('an image is zoomed by buttons, keys and the wheel, and moved by dragging', async () => {
  const { page, panel } = await openFile('noise.png');
  const image = panel.locator('.image-scroll img');
  const width = () => image.evaluate((element) => element.getBoundingClientRect().width);
  const scroller = panel.getByRole('group', { name: 'Image', exact: true });
  await panel.getByText(/^Fits the width, \d+ %$/).waitFor();
  await panel.getByRole('button', { name: '100 %' }).click();
  await eventually(width).toBe(1_200);
  await panel.getByText('Actual size', { exact: true }).waitFor();
  const left = () => scroller.evaluate((box) => box.scrollLeft);
  const before = await left();
  const box = await scroller.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 80, y, { steps: 4 });
  await page.mouse.up();
  expect(await left()).toBe(before + 80);
  // A drag is no press: it is still at its own size.
  expect(await width()).toBe(1_200);
  await scroller.focus();
  await page.keyboard.press('+');
  await eventually(width).toBe(1_800);
  const atArrow = await left();
  await page.keyboard.press('ArrowLeft');
  await eventually(left).toBeLessThan(atArrow);
  await page.keyboard.press('0');
  await panel.getByText(/^Fits the width/).waitFor();
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await eventually(width).toBeGreaterThan(700);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

test('an image that moves stands still for who wants less motion, until they play it', async () => {
  const { panel } = await openFile('moves.gif', { reducedMotion: 'reduce' });
  await panel.locator('.image-scroll canvas').waitFor();
  await panel.getByRole('button', { name: 'Play' }).click();
  await panel.locator('.image-scroll img').waitFor();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.locator('.image-scroll canvas').waitFor();
});

test('what does not show is reported over the lines, on the card and in the panel', async () => {
  const { card, panel } = await openFile('access.ts');
  await card.getByText('2 characters here are invisible or change the reading order.').waitFor();
  await panel.getByText('3 characters here are invisible or change the reading order.').waitFor();
  expect(await panel.locator('.zw').allTextContents()).toEqual(['RLI', 'ZWSP', 'RLO']);
});

test('who follows a link to one of them has the same views', async () => {
  const { artifactIds } = await makeConversation(stage.server, [
    'show import.log',
    'show README.md',
    'show data.db',
    'show page.html',
    'show shared.json',
    'show shared.csv',
  ]);
  const visitor = await visit(stage.server.url, { expects: expectsRefusals });
  const page = await visitor.open('/');
  const openShare = async (artifactId: string | undefined) => {
    const created = await stage.server.request(`/api/artifacts/${artifactId}/shares`, {
      method: 'POST',
      body: { audience: 'link' },
    });
    const { url } = (await created.json()) as { url: string };
    await page.goto(stage.server.url + new URL(url, stage.server.url).pathname);
    await untilAwake(page);
    return page;
  };
  const log = await openShare(artifactIds[0]);
  await log.getByRole('button', { name: 'warn 2,500' }).click();
  await log.getByText('2,500 of 20,000 lines').waitFor();
  await log.locator('[data-line="5"] .log-level.warn').waitFor();
  const document = await openShare(artifactIds[1]);
  await document.getByRole('heading', { name: 'Part 0' }).waitFor();
  const bytes = await openShare(artifactIds[2]);
  await bytes.locator('.hex-row').getByText('SQLite format 3·').waitFor();
  const html = await openShare(artifactIds[3]);
  await html.getByRole('button', { name: 'Preview' }).click();
  await html.frameLocator('iframe').getByRole('heading', { name: 'A page' }).waitFor();
  const heightOf = (page: Page, box: string) =>
    page.locator(box).evaluate((element) => element.getBoundingClientRect().height);
  expect(await heightOf(await openShare(artifactIds[4]), '.json-tree')).toBeGreaterThan(60);
  expect(await heightOf(await openShare(artifactIds[5]), '.data-grid')).toBeGreaterThan(60);
});

test.each([
  ['import.log', '.log-level.error'],
  ['README.md', '.document h1'],
  ['data.db', '.hex-row'],
  ['noise.png', '.zoom-buttons'],
  ['access.ts', '.hidden-note'],
])('%s has nothing that axe objects to, in light, dark and on a phone', async (name, there) => {
  const { page, panel } = await openFile(name);
  await expectAccessiblePanel(page, panel.locator(there).first());
});
