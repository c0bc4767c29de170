import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser, type VisitOptions } from '../support/browser.ts';
import { action, cardOf, isShownIn, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const logLines = 200_000;
const esc = '\u001b';

const code = numberedLines(400, (number) =>
  number % 50 === 7
    ? `  const elapsedMs = nowMs - refilledAtMs; // ${number}`
    : `  const line${number} = ${number};`,
);
const log = numberedLines(logLines, (number) =>
  number === 150_000
    ? 'here is the Needle of the haystack'
    : `2026-11-22T10:04:00Z info request ${number} handled`,
);
const printed = numberedLines(
  60,
  (number) => `${number}%\r${esc}[32mstep${esc}[0m ${esc}[1m${number}${esc}[0m of 60`,
);

let stage: SharedStage;
let id: string;
let ids: string[];

beforeAll(async () => {
  const long = `${'long line '.repeat(60)}${'wide '.repeat(300)}needle\n`;
  stage = await openSharedStage({
    files: {
      'src/bucket.ts': code,
      'big.log': log,
      'print.txt': printed,
      'long.txt': long.repeat(3),
      'prose.txt': numberedLines(
        3_000,
        (number) => `${number} ${'a sentence of some length. '.repeat(number % 12)}`,
      ),
    },
  });
  ({ id, artifactIds: ids } = await makeConversation(stage.server, [
    'show src/bucket.ts',
    'show big.log',
    'run cat print.txt',
    'find nowMs in src',
    'edit src/bucket.ts: replace "// 7\n" with "// seven nowMs\n"',
    'show long.txt',
    'show prose.txt',
  ]));
});
afterAll(async () => await stage?.close());

const lines = (page: Page) => page.locator('.panel .lines');
const row = (page: Page, line: number) => lines(page).locator(`[data-line="${line}"]`);
const field = (page: Page) => page.getByRole('textbox', { name: 'Search in this artifact' });
const report = (page: Page) => page.locator('.search-bar output').innerText();
const hitNow = (page: Page) =>
  lines(page)
    .locator('mark.now')
    .evaluateAll((marks) =>
      marks.map((mark) => [mark.textContent, mark.closest('[data-line]')?.getAttribute('data-line')]),
    );

async function openArtifact(index: number, options: VisitOptions = {}): Promise<Page> {
  const page = await (await visit(stage.server.url, options)).open(`/c/${id}`);
  await action(cardOf(page, ids[index] ?? ''), 'open').click();
  await page.locator('.panel-head').getByRole('button', { name: 'Search', exact: true }).waitFor();
  return page;
}

async function searchFor(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await field(page).fill(query);
}

test('a search marks its hits, and Enter goes from one to the next and round the ends', async () => {
  const page = await openArtifact(0);
  await row(page, 1).waitFor();
  await searchFor(page, 'NOWMS');
  await eventually(() => report(page)).toBe('1 of 8');
  await eventually(() => hitNow(page)).toEqual([['nowMs', '7']]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await eventually(() => report(page)).toBe('3 of 8');
  await eventually(() => hitNow(page)).toEqual([['nowMs', '107']]);
  await eventually(() => isShownIn(row(page, 107), '.lines')).toBe(true);
  expect(await row(page, 57).locator('mark').allTextContents()).toEqual(['nowMs']);
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('Shift+Enter');
  await eventually(() => hitNow(page)).toEqual([['nowMs', '357']]);
  expect(await report(page)).toBe('8 of 8');
  await page.keyboard.press('Enter');
  await eventually(() => hitNow(page)).toEqual([['nowMs', '7']]);
  expect(await page.locator('.panel .ruler path').getAttribute('d')).toMatch(/^(M0 \d+h6){8}$/);

  await page.getByRole('button', { name: 'Match case' }).click();
  await eventually(() => report(page)).toBe('No results');
  expect(await lines(page).locator('mark').count()).toBe(0);
});

test('Esc closes the search, and leaves the keyboard and the panel where they are', async () => {
  const page = await openArtifact(0);
  await searchFor(page, 'nowMs');
  await eventually(() => report(page)).toBe('1 of 8');
  await page.keyboard.press('Escape');
  await eventually(() => field(page).count()).toBe(0);
  await eventually(() => lines(page).locator('mark').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('lines');
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('.panel').count()).toBe(0);
});

test('a search begun in a rich view leads back to it; one that the network cut goes on with Enter', async () => {
  const page = await openArtifact(3, { expects: [/net::ERR_INTERNET_DISCONNECTED/] });
  const heads = page.locator('.panel .file-head');
  await heads.first().waitFor();
  // Not the code of the bar itself is what the network cuts.
  await page.keyboard.press('Control+f');
  await field(page).waitFor();
  await page.context().setOffline(true);
  await searchFor(page, 'nowMs');
  await eventually(() => report(page)).toContain('stopped early');
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await eventually(() => report(page)).toMatch(/^1 of \d+$/);
  await page.keyboard.press('Escape');
  await heads.first().waitFor();
  await eventually(() => page.evaluate(() => document.activeElement?.className)).toContain('lines');
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to line' }).press('Escape');
  await heads.first().waitFor();
});

test('a word of a log of 200,000 lines is found and brought into sight, from where people are', async () => {
  const page = await openArtifact(1);
  await row(page, 1).waitFor();
  await searchFor(page, 'needle');
  await eventually(() => hitNow(page)).toEqual([['Needle', '150000']]);
  expect(await isShownIn(row(page, 150_000), '.lines')).toBe(true);
  await eventually(() => report(page)).toBe('1 of 1');
  await page.keyboard.press('Escape');
  await searchFor(page, 'request 1500');
  // The hit of the search before may still be marked.
  await eventually(async () => (await hitNow(page))[0]?.[1]).toBe('150001');
  await eventually(() => report(page)).toBe('12 of 110');
  await field(page).fill('request');
  await eventually(() => report(page)).toBe('1 of the first 10,000, 199,999 in all');
});

test('a terminal is searched as it is read: no colours in between, nothing that was written over', async () => {
  const page = await openArtifact(2);
  await row(page, 1).waitFor();
  await searchFor(page, 'step 60 of');
  await eventually(() => hitNow(page)).toEqual([['step 60 of', '60']]);
  await field(page).fill('60%');
  await eventually(() => report(page)).toBe('No results');
});

test('what is copied of a terminal is what people read', async () => {
  const visitor = await visit(stage.server.url);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.server.url });
  const page = await visitor.open(`/c/${id}#${ids[2]}`);
  await row(page, 1).waitFor();
  await page.bringToFront();
  await page.locator('.panel-head').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).first().waitFor();
  const expected = numberedLines(60, (number) => `step ${number} of 60`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(expected);
});

test('hits are marked in matches and in changes too', async () => {
  const page = await openArtifact(3);
  await searchFor(page, 'refilled');
  await eventually(() => report(page)).toBe('1 of 8');
  await eventually(async () => (await hitNow(page)).map(([text]) => text)).toEqual(['refilled']);

  const other = await openArtifact(4);
  await searchFor(other, 'seven now');
  await eventually(async () => (await hitNow(other)).map(([text]) => text)).toEqual(['seven now']);
});

test('a hit far to the right comes into sight, one in the part that is cut is reported', async () => {
  const page = await openArtifact(5);
  await row(page, 1).waitFor();
  await searchFor(page, 'line wide');
  await eventually(() => hitNow(page)).toEqual([['line wide', '1']]);
  await eventually(async () => {
    const mark = await lines(page).locator('mark.now').boundingBox();
    const box = await lines(page).boundingBox();
    return mark !== null && box !== null && mark.x > box.x && mark.x + mark.width < box.x + box.width;
  }).toBe(true);
  await field(page).fill('needle');
  await eventually(() => report(page)).toBe('1 of 3, past the cut');
});

test('wrapping lines, and not wrapping them, leaves the line at the top where it is', async () => {
  const page = await openArtifact(6);
  await row(page, 1).waitFor();
  const top = () =>
    lines(page).evaluate((element) => {
      const edge = element.getBoundingClientRect().top;
      const rows = [...element.querySelectorAll<HTMLElement>('[data-line]')];
      return Number(rows.find((each) => each.getBoundingClientRect().bottom > edge + 1)?.dataset.line);
    });
  // All that is in sight is here, and for so many frames nothing has moved.
  const settled = () =>
    lines(page).evaluate(async (element) => {
      const look = () => `${element.className} ${element.scrollTop} ${element.scrollHeight}`;
      const isWaiting = () => element.querySelector('.chunk:empty') !== null;
      let before = look();
      for (let still = 0; still < 20; still = before === look() && !isWaiting() ? still + 1 : 0) {
        before = look();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
  for (const line of [1_500, 37, 2_900]) {
    await page.keyboard.press('g');
    await page.keyboard.type(`${line}`);
    await page.keyboard.press('Enter');
    await row(page, line).waitFor();
    await lines(page).evaluate((element) => element.scrollBy(0, 7));
    await settled();
    const before = await top();
    for (const isWrapped of [true, false, true, false]) {
      await page.keyboard.press('w');
      await eventually(() => lines(page).evaluate((element) => element.classList.contains('wrap'))).toBe(
        isWrapped,
      );
      await settled();
      expect(await top(), `from line ${before}, wrapped: ${isWrapped}`).toBe(before);
    }
  }
});

test('a share is searched too: what is shared, and no more', async () => {
  const { server } = stage;
  const body = { audience: 'link', lines: 'L50-L110' };
  const response = await server.request(`/api/artifacts/${ids[0]}/shares`, { method: 'POST', body });
  const { token } = (await response.json()) as { token: string };
  const answer = await server.request(`/api/shares/${token}/artifact/search?q=nowMs`);
  expect((await answer.text()).split('\n').filter((text) => text.includes('"line"'))).toEqual([
    '{"line":57,"starts":[20]}',
    '{"line":107,"starts":[20]}',
  ]);
  const page = await (await visit(server.url)).open(`/s/${token}`);
  await page.locator('.lines .ln').first().waitFor();
  await page.keyboard.press('Control+f');
  await field(page).fill('nowMs');
  await eventually(() => report(page)).toBe('1 of 2');
  await eventually(() => page.locator('mark.now').count()).toBe(1);
});

test('a bad search is refused in words', async () => {
  const { server } = stage;
  const ask = async (path: string) => {
    const response = await server.request(path);
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await ask(`/api/artifacts/${ids[0]}/search?q=`)).toEqual([400, 'invalid_request']);
  expect(await ask(`/api/artifacts/${ids[0]}/search?q=${'a'.repeat(1_001)}`)).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await ask(`/api/artifacts/art_${'a'.repeat(26)}/search?q=a`)).toEqual([404, 'not_found']);
  expect(await ask(`/api/shares/${'a'.repeat(32)}/artifact/search?q=a`)).toEqual([404, 'not_found']);
});

test.each(['light', 'dark'] as const)('a search has no fault that axe finds, in %s', async (colorScheme) => {
  const page = await openArtifact(2, { colorScheme });
  await searchFor(page, 'step 1');
  await eventually(() => report(page)).toBe('1 of 11');
  await lines(page).locator('mark.now').waitFor();
  await eventually(() => axeViolations(page, { part: '.panel' })).toEqual([]);
});

test('? lists the keys of the panel', async () => {
  const page = await openArtifact(0);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  for (const does of [
    'search',
    'next, previous hit',
    'go to line',
    'wrap lines',
    'both views',
    'copy link to the lines',
  ])
    await dialog.getByText(does, { exact: true }).waitFor();
});
