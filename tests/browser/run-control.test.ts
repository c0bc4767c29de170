import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { answered, begin, composer, saidTexts, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, wordsUpTo } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

/** `slow` takes far longer than any test waits; everything else is answered at once. */
beforeAll(async () => {
  stage = await openSharedStage({
    script: (request) => {
      const text = heard(request);
      return text.startsWith('slow')
        ? { text: wordsUpTo(2_000), delayMs: 40 }
        : { text: `Answer to ${text}.` };
    },
  });
});
afterAll(async () => await stage?.close());

const notices = (page: Page) => page.getByRole('article', { name: 'How the run ended' });
const queued = (page: Page) => page.getByRole('list', { name: 'Queued messages' });
const outcomes = async (id: string) =>
  ofType(await readEvents(stage.server, id), 'run.finished').map((event) => event.data.outcome);

async function beginSlowly(): Promise<{ page: Page; id: string; other: Page }> {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  const id = await begin(page, 'slow one');
  const other = await (await visit(stage.server.url)).open(`/c/${id}`);
  for (const tab of [page, other]) await eventually(() => answered(tab)).toContain('word3');
  return { page, id, other };
}

test('Stop ends the run for everyone, keeps what was said, says so, and the message can be sent again', async () => {
  const { page, id, other } = await beginSlowly();
  await page.getByRole('button', { name: 'Stop' }).click();
  for (const tab of [page, other]) {
    await notices(tab)
      .getByText(/^Stopped by /)
      .waitFor();
    expect(await tab.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    expect(await answered(tab)).toMatch(/^word0 word1 word2 word3/);
  }
  const kept = await answered(page);
  expect(await answered(other)).toBe(kept);
  await page.reload();
  await eventually(() => answered(page)).toBe(kept);
  expect(await outcomes(id)).toEqual(['aborted']);

  await notices(page).getByRole('button', { name: 'Send again' }).click();
  await eventually(() => saidTexts(page)).toEqual(['slow one', 'slow one']);
  await eventually(() => saidTexts(other)).toEqual(['slow one', 'slow one']);
  await page.getByRole('button', { name: 'Stop' }).click();
  await eventually(() => outcomes(id)).toEqual(['aborted', 'aborted']);
});

test.each(['Control+Enter', 'Meta+Enter'])('%s stops the run and does this next', async (key) => {
  const { page, id, other } = await beginSlowly();
  await say(page, 'this instead', key);
  for (const tab of [page, other]) {
    await eventually(() => answered(tab)).toContain('Answer to this instead.');
    await notices(tab)
      .getByText(/^Stopped by /)
      .waitFor();
  }
  expect(await outcomes(id)).toEqual(['aborted', 'completed']);
});

test('a message during a run is shown as queued to everyone, and answered when the run is over', async () => {
  const { page, id, other } = await beginSlowly();
  await say(page, 'second');
  await say(page, 'third');
  for (const tab of [page, other]) {
    await eventually(() => queued(tab).getByRole('listitem').count()).toBe(2);
    const texts = await queued(tab).getByRole('listitem').allTextContents();
    expect(texts.map((text) => /second|third/.exec(text)?.[0])).toEqual(['second', 'third']);
    // Not in the thread before its turn.
    expect(await saidTexts(tab)).toEqual(['slow one']);
  }
  expect(await composer(page).inputValue()).toBe('');
  await other.getByRole('button', { name: 'Stop' }).click();
  for (const tab of [page, other]) {
    await eventually(() => answered(tab)).toMatch(/Answer to second\. Answer to third\.$/);
    expect(await saidTexts(tab)).toEqual(['slow one', 'second', 'third']);
    expect(await queued(tab).count()).toBe(0);
  }
  expect(await outcomes(id)).toEqual(['aborted', 'completed', 'completed']);
});

test('a message that waits is changed in place and taken back, for everyone; what was changed is what is answered', async () => {
  const { page, other } = await beginSlowly();
  await say(page, 'second');
  await say(page, 'third');
  await eventually(() => queued(page).getByRole('listitem').count()).toBe(2);
  const [first, last] = [
    queued(page).getByRole('listitem').first(),
    queued(page).getByRole('listitem').last(),
  ];
  await first.getByRole('button', { name: 'Edit this message' }).click();
  const field = page.getByRole('textbox', { name: 'Queued message' });
  expect(await field.inputValue()).toBe('second');
  await field.fill('else');
  await field.press('Escape');
  await eventually(() => first.textContent()).toContain('second');
  await first.getByRole('button', { name: 'Edit this message' }).click();
  await field.fill('second, better');
  await field.press('Enter');
  await field.waitFor({ state: 'detached' });
  await last.getByRole('button', { name: 'Remove from the queue' }).click();
  for (const tab of [page, other]) {
    await eventually(() => queued(tab).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/second, better$/),
    ]);
  }
  await page.getByRole('button', { name: 'Stop' }).click();
  for (const tab of [page, other]) {
    await eventually(() => saidTexts(tab)).toEqual(['slow one', 'second, better']);
    await eventually(() => answered(tab)).toMatch(/Answer to second, better\.$/);
  }
});

test('Escape stops nothing; Shift+Escape stops the run, from within the message too', async () => {
  const { page, id } = await beginSlowly();
  const before = await answered(page);
  await composer(page).fill('a draft');
  await composer(page).press('Escape');
  await eventually(async () => (await answered(page)).length).toBeGreaterThan(before.length);
  expect(await outcomes(id)).toEqual([]);
  await composer(page).press('Shift+Escape');
  await notices(page)
    .getByText(/^Stopped by /)
    .waitFor();
  expect(await composer(page).inputValue()).toBe('a draft');
  expect(await outcomes(id)).toEqual(['aborted']);
});

test('a line break is typed with Shift+Enter, and nothing is sent of an empty message', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await composer(page).press('Enter');
  await composer(page).fill('   ');
  await composer(page).press('Enter');
  await composer(page).fill('one');
  await composer(page).press('Shift+Enter');
  await composer(page).pressSequentially('two');
  expect(await composer(page).inputValue()).toBe('one\ntwo');
  expect(new URL(page.url()).pathname).toBe('/');
  await composer(page).press('Enter');
  await eventually(() => saidTexts(page)).toEqual(['one\ntwo']);
});
