import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation, ofType, readEvents } from '../support/conversations.ts';
import { everyTool, exampleNames, longFile } from '../support/every-tool.ts';
import { noise } from '../support/images.ts';
import { action, cardOf, completedCalls, openWhy, sayAll, scrollToEnd } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();

let stage: SharedStage;
let id: string;
const artifacts = new Map<ToolName, string | null>();
const artifactOf = (tool: ToolName): string => artifacts.get(tool) ?? '';

beforeAll(async () => {
  const parts = Array.from({ length: 400 }, (_, index) => [`parts/part${index + 1}.txt`, 'x\n']);
  stage = await openSharedStage({
    files: {
      'src/long.ts': longFile,
      'notes.md': 'before\nhere\nafter\n',
      'picture.png': await noise(300, 200).png().toBuffer(),
      ...Object.fromEntries(parts),
    },
  });
  id = await createConversation(stage.server);
  for (const tool of exampleNames) {
    const { say } = everyTool[tool];
    await sayAll(stage.server, id, [typeof say === 'string' ? say : say(artifactOf)]);
    const call = (await completedCalls(stage.server, id)).at(-1);
    artifacts.set(tool, call?.toolTelemetry.artifactId ?? null);
  }
});
afterAll(async () => await stage?.close());

test('the offline model calls each tool by the words for it, and each succeeds', async () => {
  const started = ofType(await readEvents(stage.server, id), 'tool.execution_start');
  expect(started.map(({ data }) => data.toolName)).toEqual([...exampleNames]);
  const calls = await completedCalls(stage.server, id);
  expect(calls.map(({ success, error }) => [success, error])).toEqual(
    exampleNames.map(() => [true, undefined]),
  );
});

test('what each tool found is shown in the panel to its end', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  for (const tool of exampleNames) {
    const { end: findEnd } = everyTool[tool];
    if (findEnd === null) continue;
    const card = cardOf(page, artifactOf(tool));
    await card.scrollIntoViewIfNeeded();
    await action(card, 'open').click();
    await page.waitForURL(`**#${artifactOf(tool)}`);
    const view = page.getByRole('region', { name: 'Everything' });
    const end = findEnd(view).last();
    await view.locator('.lines, img, .media').first().waitFor();
    const lines = view.locator('.lines');
    if ((await lines.count()) > 0) await eventually(() => reachesEnd(lines, end)).toBe(true);
    await end.waitFor();
  }
});

test('every card flips to the very text that was sent, and what was recalled is that text itself', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const calls = await completedCalls(stage.server, id);
  let unstored = 0;
  for (const { result, toolTelemetry } of calls) {
    const { artifactId } = toolTelemetry;
    const card =
      artifactId === null ? page.locator('[data-card="true"]').nth(unstored++) : cardOf(page, artifactId);
    await card.scrollIntoViewIfNeeded();
    if (artifactId !== null) await action(card, 'flip').click();
    await eventually(() => card.locator('.seen').textContent()).toBe(result?.content);
    if (artifactId === null) continue;
    expect(await seenOf(stage.server, artifactId)).toBe(result?.content);
  }
});

test('why a view holds what it does: its facts by rank, each sent or left out, and those that were sent are in it', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${artifactOf('read_file')}`);
  const { entries, facts } = await whyOf(page, stage.server, artifactOf('read_file'));
  expect(entries).toEqual(facts.map(({ isShown, text }) => [isShown ? 'sent' : 'left out', text]));
  const sent = facts.filter(({ isShown }) => isShown);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(facts.length);
  const view = await seenOf(stage.server, artifactOf('read_file'));
  for (const { text } of sent) expect(view).toContain(text.split('\n')[0]?.trim());
});

test('of what was only shown to people, it says that nothing was chosen', async () => {
  const shown = artifactOf('run_and_display');
  const page = await (await visit(stage.server.url)).open(`/c/${id}#${shown}`);
  await openWhy(page);
  await page.getByText('This view was not chosen from ranked facts.').waitFor();
});

const seenOf = async (server: VitrineServer, artifactId: string): Promise<string> =>
  await (await server.request(`/api/artifacts/${artifactId}?view=assistant`)).text();

/** Scrolls on, as what is in sight comes; whether the end is there. */
async function reachesEnd(lines: Locator, end: Locator): Promise<boolean> {
  await scrollToEnd(lines);
  return (await end.count()) === 1;
}

async function whyOf(page: Page, server: VitrineServer, artifactId: string) {
  await openWhy(page);
  const items = page.locator('.why li');
  await items.first().waitFor();
  const entries = await items.evaluateAll((rows) =>
    rows.map((row) => [row.querySelector('span')?.textContent, row.querySelector('code')?.textContent]),
  );
  const response = await server.request(`/api/artifacts/${artifactId}?view=facts`);
  const { facts } = (await response.json()) as { facts: { text: string; isShown: boolean }[] };
  return { entries, facts };
}
