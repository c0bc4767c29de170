import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation } from '../support/conversations.ts';
import { answered, answeredInLog, saidTexts, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, wordsUpTo } from '../support/stage.ts';

const visit = prepareBrowser();

/** The tabs that hold an event stream right now, once for each stream. */
function watchStreams(context: BrowserContext): () => Page[] {
  const open = new Map<object, Page>();
  const isStream = (url: string) => new URL(url).pathname === '/api/events';
  context.on('request', (request) => {
    if (isStream(request.url())) open.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => [...open.values()].filter((page) => !page.isClosed());
}

/** The rest of the slow answer is said once its reader is gone. */
const gate = Promise.withResolvers<void>();
let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({
    script: (request) =>
      heard(request).startsWith('slow')
        ? { text: wordsUpTo(100), delayMs: 20, pauses: { afterWords: 40, until: gate.promise } }
        : { text: 'Quick.' },
  });
});
afterAll(async () => await stage?.close());

test('ten tabs share one event stream, and when its tab is closed another one takes over without a gap', async () => {
  const visitor = await visit(stage.server.url);
  const streams = watchStreams(visitor.context);
  const [here, there] = [await createConversation(stage.server), await createConversation(stage.server)];
  const tabs: { page: Page; id: string }[] = [];
  for (let count = 0; count < 10; count += 1) {
    const id = count % 3 === 2 ? there : here;
    tabs.push({ page: await visitor.open(`/c/${id}`), id });
  }
  await eventually(() => streams().length).toBe(1);
  const [leader] = streams();

  const others = () => tabs.filter(({ page }) => page !== leader);
  const of = (id: string) => others().filter((tab) => tab.id === id);
  const [writer, ...readers] = of(here).map(({ page }) => page);
  if (!writer) throw new Error('a tab is needed');
  await say(writer, 'slow');
  for (const page of readers) await eventually(() => answered(page)).toContain('word2');

  await leader?.close();
  gate.resolve();
  await say(of(there)[0]?.page ?? writer, 'said while nobody listened');
  await eventually(() => answeredInLog(stage.server, here)).toBe(wordsUpTo(100));
  for (const { page } of of(here)) {
    await eventually(() => answered(page)).toBe(wordsUpTo(100));
    expect(await saidTexts(page)).toEqual(['slow']);
  }
  for (const { page } of of(there)) {
    await eventually(() => saidTexts(page)).toEqual(['said while nobody listened']);
    await eventually(() => answered(page)).toBe('Quick.');
  }
  expect(streams()).toHaveLength(1);
  expect(streams()[0]).not.toBe(leader);
});
