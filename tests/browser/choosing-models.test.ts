import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { noise } from '../support/images.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { say } from '../support/page-actions.ts';
import { openStage, type Stage, storeNames } from '../support/stage.ts';

const visit = prepareBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.each(storeNames)('several models, on %s', (store) => {
  let stage: Stage;
  let large: OpenAiServer;
  beforeAll(async () => {
    large = await startOpenAiServer(() => ({ text: 'from the large one' }));
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-config-'));
    const config = {
      models: {
        scripted: { contextTokens: 8_000 },
        large: { baseUrl: large.url, label: 'Large', vision: true, contextTokens: 200_000, reasoning: true },
        unpriced: { baseUrl: large.url, label: 'Unpriced' },
      },
      prices: { scripted: { input: 0.25, output: 2 }, large: { input: 2.5, output: 20 } },
    };
    writeFileSync(join(folder, 'vitrine.config.json'), JSON.stringify(config));
    stage = await openStage({
      store,
      script: ({ raw }) => ({
        text: raw.includes('You name a conversation') ? 'Two models compared' : 'from the small one',
      }),
      environment: { VITRINE_CONFIG: join(folder, 'vitrine.config.json') },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await large?.close();
  });

  test('one is chosen beside Send, by its price and window, and meter, answer and ledger follow', async () => {
    const person = await visit(stage.server.url);
    const page = await person.open('/');
    await say(page, 'one');
    await page.getByText('from the small one', { exact: true }).waitFor();
    // The cheapest one names the conversation, and the list says so by itself.
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await list.getByRole('link', { name: 'Two models compared' }).waitFor();
    await eventually(() => page.locator('.meter').getAttribute('aria-label')).toContain('8,000');
    await page.getByRole('button', { name: 'Model: scripted' }).click();
    const other = page.getByRole('menuitemradio', { name: /Large/ });
    await eventually(() => other.textContent()).toMatch(/2\.50 · 20\.00.*200,000/);
    await other.click();
    await say(page, 'two');
    await page.getByText('from the large one', { exact: true }).waitFor();
    await eventually(() => page.locator('.who .model').allTextContents()).toEqual(['scripted', 'large']);
    await eventually(() => page.locator('.meter').getAttribute('aria-label')).toContain('200,000');
    expect(await axeViolations(page)).toEqual([]);
    // It stays, also over a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Model: Large' }).waitFor();
    const rows = await stage.server.request('/api/savings?groupBy=model');
    expect(await rows.text()).toContain('"large"');
  });

  test('one without a price says so, answers, and its money is reported as not known', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await page.getByRole('button', { name: 'Model: scripted' }).click();
    const unpriced = page.getByRole('menuitemradio', { name: /Unpriced/ });
    await eventually(() => unpriced.textContent()).toContain('price not set');
    await unpriced.click();
    await say(page, 'what do you cost?');
    await page.getByText('from the large one', { exact: true }).waitFor();
    // Nothing is counted as free.
    await eventually(async () => {
      const savings = await stage.server.request('/api/savings?groupBy=model');
      return savings.json();
    }).toMatchObject({
      groups: expect.arrayContaining([
        expect.objectContaining({ key: 'unpriced', unpricedSteps: 1, costMicrodollars: null }),
      ]),
    });
  });

  test('an image for one that does not see is said before, and the one that sees is a press away', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const buffer = await noise(64, 40).png().toBuffer();
    await page
      .getByLabel('Files to attach')
      .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer }]);
    await page.getByText('scripted does not see images.').waitFor();
    await page.getByRole('button', { name: 'Use Large' }).click();
    await page.getByRole('button', { name: 'Model: Large' }).waitFor();
    expect(await page.getByText('does not see images').count()).toBe(0);
    await eventually(() => page.getByRole('progressbar').count()).toBe(0);
    await say(page, 'what is it?');
    await page.getByText('from the large one', { exact: true }).waitFor();
    expect(JSON.stringify(large.requests.at(-1)?.body)).toContain('data:image/png;base64');
  });

  test('admins say which may be chosen; what may not is listed and says so', async () => {
    const person = await visit(stage.server.url);
    const tools = await person.open('/team');
    const row = tools.getByRole('row', { name: /Large/ });
    await row.getByRole('checkbox', { name: 'Allowed' }).uncheck();
    await eventually(() => row.getByRole('button', { name: 'Make default' }).isDisabled()).toBe(true);
    // The page is refreshed after a change.
    await eventually(() => axeViolations(tools)).toEqual([]);
    const page = await person.open('/');
    await page.getByRole('button', { name: 'Model: scripted' }).click();
    const other = page.getByRole('menuitemradio', { name: /Large/ });
    expect(await other.getAttribute('aria-disabled')).toBe('true');
    expect(await other.textContent()).toContain('not allowed by your team');
    const refused = await stage.server.request('/api/conversations', {
      method: 'POST',
      body: { model: 'large' },
    });
    expect(refused.status).toBe(403);
    await row.getByRole('checkbox', { name: 'Allowed' }).check();
  });

  test('where a model has it, its effort is chosen there, and goes with the messages from then on', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await page.getByRole('button', { name: 'Model: scripted' }).click();
    await eventually(() => page.getByRole('group', { name: 'Reasoning effort' }).count()).toBe(0);
    await page.getByRole('menuitemradio', { name: /Large/ }).click();
    await page.getByRole('button', { name: 'Model: Large' }).click();
    await page.getByRole('menuitemradio', { name: 'High' }).click();
    await page.keyboard.press('Escape');
    await say(page, 'think hard');
    await page.getByText('from the large one', { exact: true }).waitFor();
    expect(large.requests.at(-1)?.body.reasoning_effort).toBe('high');
  });

  test('on a phone it is a finger wide', async () => {
    const page = await (await visit(stage.server.url, phone)).open('/');
    const box = await page.getByRole('button', { name: 'Model: scripted' }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Model: scripted' }).click();
    const popup = await page.getByRole('menu').boundingBox();
    expect(popup?.x).toBeGreaterThanOrEqual(0);
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual(390);
  });
});
