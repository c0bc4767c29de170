import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser, untilAwake } from '../support/browser.ts';
import { until } from '../support/conversations.ts';
import { begin, completedCalls } from '../support/page-actions.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';

const visit = prepareBrowser();
let stage: Stage;

beforeAll(async () => {
  stage = await openStage({
    files: { 'src/server.ts': numberedLines(300, (number) => `const line${number} = ${number};`) },
    environment: { VITRINE_ARTIFACT_TTL_SECONDS: '2' },
  });
});
afterAll(async () => await stage?.close());

test('an expired card still tells what it was and what the model saw, also after a reload', async () => {
  const visitor = await visit(stage.server.url, { expects: [/404 \(Not Found\)/] });
  const page = await visitor.open('/');
  await page.clock.install();
  const id = await begin(page, 'show src/server.ts');
  await page.locator('[data-card] .ln').first().waitFor();
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
    const told = await card.textContent();
    for (const text of ['src/server.ts', 'expired', ' KB of file content', 'run by'])
      expect(told).toContain(text);
    expect(told).toContain(`sha256 ${metadata.sha256.slice(0, 4)}…${metadata.sha256.slice(-4)}`);
    await card.getByRole('button', { name: 'What the model saw' }).click();
    expect(await card.locator('.seen').textContent()).toBe(call?.result?.content);
    expect(await card.locator('.ln').count()).toBe(0);
  };
  // Its own clock turns the card over, without a word from the server.
  await page.clock.fastForward(20_000);
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
});
