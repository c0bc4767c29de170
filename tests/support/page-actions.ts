import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import { createConversation, ofType, readEvents, send, untilFinished } from './conversations.ts';
import type { VitrineServer } from './vitrine-server.ts';

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

export async function say(page: Page, text: string, key = 'Enter'): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press(key);
}

/** Says the first thing of a new conversation, and gives its ID. */
export async function begin(page: Page, text: string): Promise<string> {
  await say(page, text);
  await page.waitForURL(/\/c\/conv_/);
  return conversationOf(page);
}

export const conversationOf = (page: Page): string => /conv_[a-z2-7]+/.exec(page.url())?.[0] ?? '';

export const cardOf = (page: Page, artifactId: string): Locator =>
  page.locator(`[data-card="${artifactId}"]`);

/** The latest card of that title. */
export const cardNamed = (page: Page, name: string): Locator =>
  page.getByRole('article', { name, exact: true }).last();

export const action = (card: Locator, name: 'flip' | 'share' | 'open'): Locator =>
  card.locator(`[data-card-action="${name}"]`);

/** What people said in the thread, in order. */
export const saidTexts = (page: Page): Promise<string[]> =>
  page.locator('.thread .as-typed').allTextContents();

/** All of the agent's words in the thread, with single spaces. */
export async function answered(page: Page): Promise<string> {
  const texts = await page
    .getByRole('article', { name: 'The agent wrote' })
    .locator('.prose')
    .allTextContents();
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** The same of the log. */
export async function answeredInLog(server: VitrineServer, conversationId: string): Promise<string> {
  const messages = ofType(await readEvents(server, conversationId), 'assistant.message');
  return messages
    .map((event) => event.data.content)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export async function completedCalls(
  server: VitrineServer,
  conversationId: string,
): Promise<DurableEvent<'tool.execution_complete'>['data'][]> {
  return ofType(await readEvents(server, conversationId), 'tool.execution_complete').map(({ data }) => data);
}

/** Says these in a conversation, one after the other, each when the one before is done. */
export async function sayAll(server: VitrineServer, conversationId: string, texts: string[]): Promise<void> {
  for (const text of texts) {
    // They tell the offline model what to do, at any length.
    const { runId } = await send(server, conversationId, text, { pasteAsText: true });
    await untilFinished(server, conversationId, runId);
  }
}

/** A conversation in which these were asked, one after the other, and the artifacts that came of it. */
export async function makeConversation(
  server: VitrineServer,
  texts: string[],
): Promise<{ id: string; artifactIds: string[] }> {
  const id = await createConversation(server);
  await sayAll(server, id, texts);
  const calls = await completedCalls(server, id);
  return { id, artifactIds: calls.flatMap(({ toolTelemetry }) => toolTelemetry.artifactId ?? []) };
}

/** In the panel that is open: the model's side, and what its view was chosen from. */
export async function openWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Model saw|What the model saw/ }).click();
  await page.getByText('Why this view').click();
  await page.locator('.why p').first().waitFor();
}

/** The lines that are selected in the panel, by number. */
export const selectedLines = (page: Page): Promise<number[]> =>
  page
    .locator('.panel .ln.sel')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-line'))));

/** Whether all of an element is within what its scroller shows. */
export const isShownIn = (element: Locator, scroller: string): Promise<boolean> =>
  element.evaluate((row, selector) => {
    const box = row.closest(selector)?.getBoundingClientRect();
    const own = row.getBoundingClientRect();
    return box !== undefined && own.top >= box.top && own.bottom <= box.bottom;
  }, scroller);

export async function scrollToEnd(scroller: Locator): Promise<void> {
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
}

/** Changes the theme, and waits until its colours are there: they fade from one to the other. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-theme', name);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  }, theme);
}

/** Goes to the settings of how pages look, changes one, and comes back. */
export async function changeAppearance(page: Page, change: () => Promise<unknown>): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/profile/preferences'));
  await change();
  expect((await saved).ok()).toBe(true);
  await page.getByRole('link', { name: 'Back to conversations' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).waitFor({ state: 'detached' });
}
