import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ToolName, toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation, ofType, readEvents } from '../support/conversations.ts';
import { noise } from '../support/images.ts';
import { action, cardOf, completedCalls, openWhy, sayAll, scrollToEnd } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { numberedLines } from '../support/stage.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

const visit = prepareBrowser();

const long = numberedLines(900, (number) => `const line${number} = ${number};`);
const output = numberedLines(300, (number) => `made line ${number}`).trimEnd();
const program = 'for number in range(1, 901): print("printed", number)';
const patch = `--- /dev/null\n+++ b/patched.txt\n@@ -0,0 +1,300 @@\n${numberedLines(300, (number) => `+patched line ${number}`)}`;

interface Exhibit {
  /** What is said to the offline model. */
  say: string | ((artifactOf: (tool: ToolName) => string) => string);
  /** In the panel: the last of what there is, or what stands for it. `null`: there is no artifact. */
  end: ((view: Locator) => Locator) | null;
}

const lastLine = (text: string) => (view: Locator) => view.locator('.ln').getByText(text, { exact: true });

/** What people see of each tool, in an order in which each finds what it refers to. A new tool does not compile until it is here. */
const exhibits: Readonly<Record<ToolName, Exhibit>> = {
  render_file_contents: { say: 'show src/long.ts', end: lastLine('const line900 = 900;') },
  run_and_display: { say: 'run seq 1 900', end: lastLine('900') },
  display_image: { say: 'show picture.png', end: (view) => view.getByRole('img') },
  embed_media: { say: 'embed https://vimeo.com/76979871', end: (view) => view.locator('.media') },
  read_file: { say: 'read src/long.ts', end: lastLine('const line900 = 900;') },
  list_files: { say: 'list parts', end: (view) => view.locator('.tree-row').getByText('part99.txt') },
  grep_file: { say: 'find const in src/long.ts', end: lastLine('const line900 = 900;') },
  edit_file: {
    say: (artifactOf) => `edit notes.md: replace "here" with "${artifactOf('render_file_contents')}#L1-L300"`,
    end: lastLine('const line300 = 300;'),
  },
  apply_patch: { say: `apply\n${patch}`, end: lastLine('patched line 300') },
  create_file: { say: `create made.txt with \`\`\`\n${output}\n\`\`\``, end: lastLine('made line 300') },
  run_pty_cmd: { say: 'terminal seq 1 900', end: lastLine('900') },
  execute_code: { say: `python: ${program}`, end: lastLine('printed 900') },
  recall_output: {
    say: (artifactOf) => `recall ${artifactOf('read_file')} lines 450-452`,
    end: null,
  },
};

let stage: SharedStage;
let id: string;
const artifacts = new Map<ToolName, string | null>();
const artifactOf = (tool: ToolName): string => artifacts.get(tool) ?? '';

beforeAll(async () => {
  const parts = Array.from({ length: 400 }, (_, index) => [`parts/part${index + 1}.txt`, 'x\n']);
  stage = await openSharedStage({
    files: {
      'src/long.ts': long,
      'notes.md': 'before\nhere\nafter\n',
      'picture.png': await noise(300, 200).png().toBuffer(),
      ...Object.fromEntries(parts),
    },
  });
  id = await createConversation(stage.server);
  for (const tool of toolNames) {
    const { say } = exhibits[tool];
    await sayAll(stage.server, id, [typeof say === 'string' ? say : say(artifactOf)]);
    const call = (await completedCalls(stage.server, id)).at(-1);
    artifacts.set(tool, call?.toolTelemetry.artifactId ?? null);
  }
});
afterAll(async () => await stage?.close());

test('the offline model calls each tool by the words for it, and each succeeds', async () => {
  const started = ofType(await readEvents(stage.server, id), 'tool.execution_start');
  expect(started.map(({ data }) => data.toolName)).toEqual([...toolNames]);
  const calls = await completedCalls(stage.server, id);
  expect(calls.map(({ success, error }) => [success, error])).toEqual(toolNames.map(() => [true, undefined]));
});

test('what each tool found is shown in the panel to its end', async () => {
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  for (const tool of toolNames) {
    const { end: findEnd } = exhibits[tool];
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
  for (const { result, toolTelemetry } of calls) {
    const { artifactId } = toolTelemetry;
    const card = artifactId === null ? page.locator('[data-card="true"]').last() : cardOf(page, artifactId);
    await card.scrollIntoViewIfNeeded();
    if (artifactId !== null) await action(card, 'flip').click();
    expect(await card.locator('.seen').textContent()).toBe(result?.content);
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
