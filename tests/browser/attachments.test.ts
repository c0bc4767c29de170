import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import {
  action,
  cardNamed,
  cardOf,
  changeAppearance,
  composer,
  isShownIn,
  makeConversation,
  saidTexts,
  say,
} from '../support/page-actions.ts';
import { afterFrames } from '../support/page-tasks.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
/** Says how often it ran. */
const count = 'echo x >> count.txt; seq 30; echo time $(wc -l < count.txt)';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      'src/limits/bucket.ts': numberedLines(200, (number) => `const line${number} = ${number};`),
      'long.txt': numberedLines(30_000, (number) => `words of line ${number} and some more`),
      'a.csv': 'name,size\none,1\ntwo,2\n',
    },
  });
});
afterAll(async () => await stage?.close());

const chips = (page: Page) => page.locator('.composer .draft-attachment');
const giveButton = (page: Page) => page.locator('.panel-foot').getByRole('button', { name: /^Give/ });

describe('giving to the model', () => {
  test('the price stands on the button, the chip and the message; M gives, a reload keeps, sending clears', async () => {
    const {
      id,
      artifactIds: [artifactId = ''],
    } = await makeConversation(stage.server, ['show src/limits/bucket.ts']);
    const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactId}:L40-L62`);
    await giveButton(page)
      .getByText(/^\d+ tokens$/)
      .waitFor();
    const words = (await giveButton(page).locator('.price').textContent()) ?? '';
    await page.keyboard.press('m');
    await eventually(() => chips(page).allInnerTexts()).toEqual([`bucket.ts\nL40–L62 · ${words}`]);
    await page.locator('.panel-foot').getByText('In your message').waitFor();
    await composer(page).fill('help');
    await page.reload();
    await eventually(() => chips(page).count()).toBe(1);
    expect(await composer(page).inputValue()).toBe('help');
    await eventually(() => axeViolations(page)).toEqual([]);

    await composer(page).press('Enter');
    const attachment = page.locator('.thread .attachment');
    await attachment.waitFor();
    expect(await chips(page).count()).toBe(0);
    expect(await attachment.innerText()).toContain(`bucket.ts L40–L62 · ${words}`);
    // The page shows it before the server has it.
    await eventually(async () => {
      const [, message] = ofType(await readEvents(stage.server, id), 'user.message');
      return message?.data.attachments.map(({ tokens }) => `${tokens} tokens`);
    }).toEqual([words]);

    await page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await attachment.getByRole('link', { name: /bucket\.ts/ }).click();
    await page.locator('.panel .ln.sel[data-line="40"]').waitFor();
    await eventually(() => isShownIn(page.locator('.panel .ln.sel[data-line="40"]'), '.lines')).toBe(true);
    await attachment.getByRole('link', { name: 'as read' }).click();
    await page.locator('.panel .ln').getByText(`From ${artifactId}#L40-L62`).waitFor();
    await page.locator('.panel .ln').getByText('const line62 = 62;').waitFor();
  });

  test('the whole is attached from the menu and removed again; what is too long says so and attaches nothing', async () => {
    const {
      id,
      artifactIds: [small = '', long = ''],
    } = await makeConversation(stage.server, ['show src/limits/bucket.ts', 'show long.txt']);
    const visitor = await visit(stage.server.url, { expects: [/413/] });
    const page = await visitor.open(`/c/${id}#${small}`);
    await page.locator('.panel').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Give the whole result to the model' }).click();
    await eventually(() => chips(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^bucket\.ts\nwhole · [\d,]+ tokens$/),
    ]);
    await page.getByRole('button', { name: 'Remove bucket.ts' }).click();
    await eventually(() => chips(page).count()).toBe(0);

    await action(cardOf(page, long), 'open').click();
    await page.locator('.panel .ln').getByText('words of line 1 and').waitFor();
    await page.keyboard.press('m');
    await page.locator('.panel').getByText('long.txt is too long: one message can carry at most').waitFor();
    expect(await chips(page).count()).toBe(0);
  });

  test('what cannot be sent stays in the draft, with its chip', async () => {
    const {
      id,
      artifactIds: [artifactId = ''],
    } = await makeConversation(stage.server, ['show src/limits/bucket.ts']);
    const visitor = await visit(stage.server.url, { expects: [/404/] });
    const page = await visitor.open(`/c/${id}#${artifactId}:L1-L3`);
    await giveButton(page)
      .getByText(/tokens$/)
      .waitFor();
    await giveButton(page).click();
    await chips(page).waitFor();
    await page.route('**/messages', (route) =>
      route.fulfill({
        status: 404,
        json: { error: 'src/limits/bucket.ts has expired', code: 'artifact_expired' },
      }),
    );
    await say(page, 'what is wrong here?');
    await page.getByRole('alert').getByText('src/limits/bucket.ts has expired').waitFor();
    expect(await composer(page).inputValue()).toBe('what is wrong here?');
    expect(await chips(page).count()).toBe(1);
    expect(await saidTexts(page)).toEqual(['show src/limits/bucket.ts']);
  });

  test('on a phone the bar gives too', async () => {
    const {
      id,
      artifactIds: [artifactId = ''],
    } = await makeConversation(stage.server, ['show src/limits/bucket.ts']);
    const page = await (await visit(stage.server.url, phone)).open(`/c/${id}#${artifactId}:L1-L3`);
    await page
      .locator('.panel-foot .narrow-only')
      .getByText(/^\d+ tokens$/)
      .waitFor();
    await giveButton(page).click();
    await page.locator('.panel-foot').getByText('In your message').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await eventually(() => chips(page).count()).toBe(1);
  });
});

test('a result is compared with the run it replaced, from the panel’s menu; Escape goes back to it', async () => {
  const { id } = await makeConversation(stage.server, [`run ${count}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, count);
  await card.locator('.ln').first().waitFor();
  await card.getByRole('button', { name: 'Run again' }).click();
  await card.getByText(/run again by/).waitFor();
  await action(card, 'open').click();
  await page.locator('.panel').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Compare with the run at \d\d:\d\d/ }).click();
  const changed = page.getByRole('region', { name: 'What changed' }).first();
  await changed.locator('.ln.add').getByText('time 2').waitFor();
  expect(await changed.locator('.ln.del').innerText()).toContain('time 1');
  expect(await changed.locator('.diff-figures').innerText()).toMatch(/\+1\s*−1/);
  expect(await changed.locator('em').allInnerTexts()).toEqual(['1', '2']);
  await eventually(() => axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Everything' }).locator('.ln').first().waitFor();
  expect(await changed.count()).toBe(0);
});

test('a reader’s settings hold at once, after a reload from the first byte, and on a share', async () => {
  const {
    id,
    artifactIds: [table = '', file = ''],
  } = await makeConversation(stage.server, ['show a.csv', 'show src/limits/bucket.ts']);
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(`/c/${id}#${table}`);
  await page.locator('.panel').getByRole('grid').or(page.locator('.panel [role="table"]')).first().waitFor();
  await changeAppearance(page, async () => {
    await page.getByRole('switch', { name: /^Open artifacts as source/ }).check();
    await page.getByRole('switch', { name: 'Colours in code' }).uncheck();
    await page.getByRole('switch', { name: 'Wrap long lines in the panel' }).check();
    await page.getByRole('button', { name: 'Compact' }).click();
    await page.getByText('Dark', { exact: true }).click();
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await eventually(() => axeViolations(page)).toEqual([]);
  });
  await page.locator('.panel .lines.wrap .ln').getByText('name,size').waitFor();
  await cardOf(page, file).locator('.ln').first().waitFor();

  const reloaded = await page.reload();
  expect(await reloaded?.text()).toContain('data-theme="dark" data-reading="source plain wrap compact"');
  await page.locator('.panel .lines.wrap .ln').getByText('name,size').waitFor();
  await cardOf(page, file).locator('.ln').first().waitFor();
  const shared = await stage.server.request(`/api/artifacts/${table}/shares`, {
    method: 'POST',
    body: { audience: 'link' },
  });
  const share = await visitor.open(new URL((await shared.json()).url).pathname);
  await share.locator('.lines.wrap .ln').getByText('name,size').waitFor();

  // Who has other settings sees colours by then: they were not chosen here, nor do they only come later.
  const other = await (await visit(stage.server.url)).open(`/c/${id}`);
  await cardOf(other, file).locator('.ln .token').first().waitFor();
  await afterFrames(page);
  expect(await page.locator('.ln .token').count()).toBe(0);
});
