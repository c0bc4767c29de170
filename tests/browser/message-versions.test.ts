import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { composer, conversationOf, say } from '../support/page-actions.ts';
import { openStage, type Stage, storeNames } from '../support/stage.ts';

const visit = prepareBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const messages = (page: Page) => page.locator('.msg');
const shown = (page: Page) => page.locator('.msg .says, .msg .prose').allTextContents();
const tool = async (page: Page, at: number, name: string) => {
  await messages(page).nth(at).hover();
  await messages(page).nth(at).getByRole('button', { name, exact: true }).click();
};
const menu = async (page: Page, at: number, name: string) => {
  await tool(page, at, 'More');
  await page.getByRole('menuitem', { name }).click();
};
const arrows = (page: Page, at: number) =>
  messages(page)
    .nth(at)
    .getByRole('group', { name: /^Version/ });

describe.each(storeNames)('messages are not final, on %s', (store) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ store, script: (_request, position) => ({ text: `answer ${position + 1}` }) });
  });
  afterAll(async () => await stage?.close());

  /** What the model was asked last, without the instructions. */
  const lastRequest = (): unknown[] => {
    const { messages: asked } = (stage.model?.requests.at(-1)?.body ?? {}) as {
      messages: { role: string; content: unknown }[];
    };
    return asked.filter(({ role }) => role !== 'system').map(({ content }) => content);
  };
  /** Says something and waits for its answer. */
  const ask = async (page: Page, text: string) => {
    const before = stage.model?.requests.length ?? 0;
    await say(page, text);
    await page.getByText(`answer ${before + 1}`, { exact: true }).waitFor();
  };

  test('an edit starts a version; who looks at the old one moves nobody, until they select it for all', async () => {
    const person = await visit(stage.server.url);
    const page = await person.open('/');
    await ask(page, 'first question');
    await ask(page, 'second question');
    const others = await person.open(`/c/${conversationOf(page)}`);
    await messages(others).nth(3).waitFor();

    await tool(page, 0, 'Edit');
    const editor = page.getByLabel('Edit message');
    await page.getByText('Starts a new version from here. The old one stays at ‹ 1/2 ›.').waitFor();
    await editor.fill('first question, in other words');
    const answer = `answer ${(stage.model?.requests.length ?? 0) + 1}`;
    await editor.press('Enter');
    await page.getByText(answer, { exact: true }).waitFor();
    expect(await shown(page)).toEqual(['first question, in other words', answer]);
    expect(lastRequest()).toEqual(['first question, in other words']);
    expect(await arrows(page, 0).textContent()).toBe('2/2');
    // Everybody is there.
    await eventually(() => shown(others)).toEqual(['first question, in other words', answer]);

    await arrows(page, 0).getByRole('button', { name: 'Earlier version' }).click();
    await eventually(async () => (await shown(page)).length).toBe(4);
    const bar = page.getByRole('status').filter({ hasText: 'You are looking at version 1 of 2.' });
    await bar.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await shown(others)).toEqual(['first question, in other words', answer]);
    await bar.getByRole('button', { name: 'Back to 2' }).click();
    await eventually(() => shown(page)).toEqual(['first question, in other words', answer]);

    await arrows(page, 0).getByRole('button', { name: 'Earlier version' }).click();
    await page.getByRole('button', { name: 'Make this the one' }).click();
    await eventually(async () => (await shown(others)).length).toBe(4);
    expect(await bar.count()).toBe(0);
    await ask(page, 'third question');
    expect(lastRequest()).toEqual([
      'first question',
      expect.stringMatching(/^answer/),
      'second question',
      expect.stringMatching(/^answer/),
      'third question',
    ]);
  });

  test('a message sent while looking at another version goes there, and takes everybody along', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    await tool(page, 0, 'Edit');
    const answer = `answer ${(stage.model?.requests.length ?? 0) + 1}`;
    await page.getByLabel('Edit message').fill('one, edited');
    await page.keyboard.press('Enter');
    await page.getByText(answer, { exact: true }).waitFor();
    await arrows(page, 0).getByRole('button', { name: 'Earlier version' }).click();
    await page.getByText('You are looking at version 1 of 2.').waitFor();
    await ask(page, 'two');
    expect((await shown(page)).filter((text) => !text.startsWith('answer'))).toEqual(['one', 'two']);
    expect(await page.getByText('You are looking at').count()).toBe(0);
    expect(lastRequest()).toEqual(['one', expect.stringMatching(/^answer/), 'two']);
  });

  test('the agent answers again, beside its first answer', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    const answer = `answer ${(stage.model?.requests.length ?? 0) + 1}`;
    await tool(page, 1, 'Answer again');
    await page.getByText(answer, { exact: true }).waitFor();
    expect(await arrows(page, 1).textContent()).toBe('2/2');
    expect(lastRequest()).toEqual(['one']);
  });

  test('a reply quotes, the quote leads there, and the model reads what it answers', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    const first = await messages(page).nth(1).locator('.prose').textContent();
    await tool(page, 1, 'Reply');
    await eventually(() => page.locator('.quoted-row').textContent()).toContain(first);
    await ask(page, 'why?');
    await eventually(() => page.locator('.quote').textContent()).toContain(first);
    expect(await page.locator('.quoted-row').count()).toBe(0);
    expect(lastRequest().at(-1)).toBe(`[[reply: to you: ${first}]]\nwhy?`);
    await page.locator('.quote').click();
    await page.locator('.msg [data-marked], .msg[data-marked]').first().waitFor();
  });

  test('one’s own is deleted after a question, and a note says so', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'a secret');
    await menu(page, 0, 'Delete my message');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await messages(page)
      .first()
      .getByText(/^Deleted by /)
      .waitFor();
    // Nor is it the conversation’s title any more.
    await eventually(() => page.locator('body').innerText()).not.toContain('a secret');
    await page.reload();
    await messages(page)
      .first()
      .getByText(/^Deleted by /)
      .waitFor();
    await messages(page).first().hover();
    await eventually(() => messages(page).first().getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });

  test('a fork begins with a copy and leaves the first conversation as it was', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    await ask(page, 'two');
    const source = conversationOf(page);
    const before = await readEvents(stage.server, source);
    await menu(page, 1, 'Fork from here');
    await page.waitForURL((url) => url.pathname.startsWith('/c/') && !url.pathname.includes(source));
    await eventually(async () => (await shown(page)).length).toBe(2);
    await ask(page, 'else');
    expect(lastRequest()).toEqual(['one', expect.stringMatching(/^answer/), 'else']);
    expect(await readEvents(stage.server, source)).toEqual(before);
  });

  test('an edit while a run is under way waits for its end', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    const id = conversationOf(page);
    const [first] = ofType(await readEvents(stage.server, id), 'user.message');
    // Sent at once, so that the edit comes while the run of the second is queued or active.
    const post = (body: object) =>
      stage.server.request(`/api/conversations/${id}/messages`, { method: 'POST', body });
    const [second, edit] = await Promise.all([
      post({ text: 'two' }),
      post({ text: 'one, edited', replaces: first?.data.messageId }),
    ]);
    expect([second?.status, edit?.status]).toEqual([202, 202]);
    await eventually(async () => ofType(await readEvents(stage.server, id), 'run.finished').length).toBe(3);
    const asked = stage.model?.requests.slice(-2).map(({ body }) => JSON.stringify(body));
    expect(asked?.filter((text) => text.includes('one, edited') && text.includes('"two"'))).toEqual([]);
  });

  test('keys act on the message that has the focus; ↑ in an empty field edits the last of one’s own', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await ask(page, 'one');
    await ask(page, 'two');
    await composer(page).focus();
    await page.keyboard.press('ArrowUp');
    const editor = page.getByLabel('Edit message');
    expect(await editor.inputValue()).toBe('two');
    await page.keyboard.press('Escape');
    await eventually(() => editor.count()).toBe(0);
    await messages(page).first().getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('e');
    await eventually(() => editor.inputValue()).toBe('one');
  });

  test('on a phone everything is in one menu, with room for a finger', async () => {
    const page = await (await visit(stage.server.url, phone)).open('/');
    await ask(page, 'one');
    const button = messages(page).first().getByRole('button', { name: 'What to do with this message' });
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await button.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Edit message').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
