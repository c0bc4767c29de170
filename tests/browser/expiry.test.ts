import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { begin, completedCalls } from '../support/page-actions.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    files: {
      'data.csv': 'id,name\n1,Ann\n',
      'src/server.ts': numberedLines(300, (number) => `const line${number} = ${number};`),
    },
    environment: { VITRINE_ARTIFACT_TTL_SECONDS: '10' },
  });
});
afterAll(async () => await stage?.close());

test('an expired card still tells what it was and what the model saw, also after a reload', async () => {
  const visitor = await visit(stage.server.url, { expects: [/404 \(Not Found\)/] });
  const page = await visitor.open('/');
  await page.clock.install();
  const id = await begin(page, 'show src/server.ts');
  await page.locator('[data-card]').first().waitFor();
  const [call] = await completedCalls(stage.server, id);
  const artifactId = call?.toolTelemetry.artifactId ?? '';
  const { metadata } = await (
    await stage.server.request(`/api/artifacts/${artifactId}?format=metadata`)
  ).json();
  await until('the bytes to expire', async () => {
    const { status } = await stage.server.request(`/api/artifacts/${artifactId}`);
    return status === 404;
  });

  const expectTombstone = async (card: Locator) => {
    await card.waitFor();
    const message = await card.textContent();
    for (const text of ['src/server.ts', 'expired', ' KB of file content', 'shown by'])
      expect(message).toContain(text);
    expect(message).toContain(`sha256 ${metadata.sha256.slice(0, 4)}…${metadata.sha256.slice(-4)}`);
    await card.getByRole('button', { name: 'What the model saw' }).click();
    await eventually(() => card.locator('.seen').textContent()).toBe(call?.result?.content);
    expect(await card.locator('.ln').count()).toBe(0);
  };
  // Its own clock turns the card over at once, without a word from the server.
  await page.locator('.card.tomb').waitFor();
  await expectTombstone(page.locator('.card.tomb'));
  await page.reload();
  await untilAwake(page);
  await expectTombstone(page.locator('.card.tomb'));

  // A link into it tells the same.
  const linked = await visitor.open(`/c/${id}#${artifactId}:L40`);
  await linked
    .locator('.panel')
    .getByText(/^Expired/)
    .waitFor();
  expect(await linked.locator('.panel .ln').count()).toBe(0);
  const panel = await linked.locator('.panel .mid-empty').innerText();
  for (const text of ['shown by', 'render_file_contents src/server.ts', metadata.sha256.slice(-4)])
    expect(panel).toContain(text);
  expect(await linked.locator('.panel').getByRole('group', { name: 'Shown as' }).count()).toBe(0);
});

test('a panel that is open when its artifact expires says so at once, with what it was and a way to have it anew', async () => {
  const visitor = await visit(stage.server.url, { expects: [/404 \(Not Found\)/] });
  const page = await visitor.open('/');
  await begin(page, 'show data.csv');
  await page.locator('[data-card-action="open"]').click();
  await page.locator('.panel').getByRole('grid').waitFor();
  await page
    .locator('.panel .mid-empty')
    .getByText(/^Expired at/)
    .waitFor();
  expect(await page.locator('.panel').getByRole('group', { name: 'Shown as' }).count()).toBe(0);
  await page.locator('.panel .mid-empty').getByRole('button', { name: 'Run again' }).click();
  await page.locator('.panel').getByRole('grid').waitFor();
});

test('a change can be undone and redone when its diff has expired', async () => {
  const visitor = await visit(stage.server.url, { expects: [/404 \(Not Found\)/] });
  const page = await visitor.open('/');
  const read = () => readFileSync(join(stage.workspace, 'data.csv'), 'utf8');
  await begin(page, 'edit data.csv: replace "Ann" with "Bob"');
  const tomb = page.locator('.card.tomb');
  await tomb.waitFor();
  expect(read()).toContain('1,Bob');
  await tomb.getByRole('button', { name: 'Undo' }).click();
  await tomb.getByText(/^Undone by/).waitFor();
  expect(read()).toContain('1,Ann');
  await tomb.getByRole('button', { name: 'Redo' }).click();
  await tomb.getByText(/^Redone by/).waitFor();
  expect(read()).toContain('1,Bob');
});
