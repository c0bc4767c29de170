import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { createConversation } from '../support/conversations.ts';
import { answered, answeredInLog, begin, saidTexts, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, wordsUpTo } from '../support/stage.ts';

const visit = prepareBrowser();

/** Opened by the test that looks at half an answer. */
let gate = Promise.withResolvers<void>();

/** Says as many words as it is asked for: slowly enough to be watched, and those after the fortieth once the gate is open. */
const slowly = (text: string) => ({
  text: wordsUpTo(Number(/\d+/.exec(text)?.[0] ?? 5)),
  delayMs: 20,
  pauses: { afterWords: 40, until: gate.promise },
});

describe('an answer as it comes, on Redis', () => {
  let stage: SharedStage;
  beforeAll(async () => {
    stage = await openSharedStage({ store: 'Redis', script: (request) => slowly(heard(request)) });
  });
  afterAll(async () => await stage?.close());
  beforeEach(() => {
    gate = Promise.withResolvers();
  });

  test('a page that is loaded again in the middle of an answer misses nothing of it', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const id = await begin(page, '120 words');
    for (const word of ['word5', 'word15', 'word30']) {
      await eventually(() => answered(page)).toContain(word);
      expect(await answered(page)).not.toContain('word119');
      await page.reload();
    }
    gate.resolve();
    await eventually(() => answered(page)).toBe(wordsUpTo(120));
    // The last words may be seen before the message that holds them all is in the log.
    await eventually(() => answeredInLog(stage.server, id)).toBe(wordsUpTo(120));
    // The live text gave way to the message: nothing is there twice.
    await eventually(() => page.getByText('working').count()).toBe(0);
    expect(await answered(page)).toBe(wordsUpTo(120));
    expect(await saidTexts(page)).toEqual(['120 words']);
  });

  test('a second tab and another browser see the words as they come, and each other’s messages', async () => {
    const id = await createConversation(stage.server);
    const visitor = await visit(stage.server.url);
    const first = await visitor.open(`/c/${id}`);
    const second = await visitor.open(`/c/${id}`);
    const elsewhere = await (await visit(stage.server.url)).open(`/c/${id}`);
    const pages = [first, second, elsewhere];
    await say(first, '70 words');
    for (const page of pages) await eventually(() => answered(page)).toMatch(/^word0 word1 /);
    // All of them while it still streams.
    for (const page of pages) expect(await answered(page)).not.toContain('word69');
    gate.resolve();
    for (const page of pages) await eventually(() => answered(page)).toBe(wordsUpTo(70));

    await say(second, '3 words');
    for (const page of pages) {
      await eventually(() => saidTexts(page)).toEqual(['70 words', '3 words']);
      await eventually(() => answered(page)).toBe(`${wordsUpTo(70)} ${wordsUpTo(3)}`);
    }
  });

  test('a tab that was left for another conversation and came back shows what happened meanwhile', async () => {
    const visitor = await visit(stage.server.url);
    const page = await visitor.open('/');
    const id = await begin(page, '50 words');
    await eventually(() => answered(page)).toContain('word5');
    await page.getByRole('link', { name: 'Savings' }).click();
    await page.getByRole('heading', { name: 'Savings' }).waitFor();
    gate.resolve();
    await eventually(() => answeredInLog(stage.server, id)).toBe(wordsUpTo(50));
    await page.goBack();
    await untilAwake(page);
    await eventually(() => answered(page)).toBe(wordsUpTo(50));
  });
});
