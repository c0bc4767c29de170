import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { failingProject, fix } from '../support/failing-project.ts';
import { begin, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { ...failingProject, 'ask.py': 'name = input("Name? ")\nprint("Hello", name)\n' },
  });
});
afterAll(async () => await stage?.close());

const cardNamed = (page: Page, name: string): Locator =>
  page.getByRole('article', { name, exact: true }).last();
const outcomes = async (id: string) =>
  ofType(await readEvents(stage.server, id), 'run.finished').map((event) => event.data.outcome);
const source = () => readFileSync(join(stage.workspace, 'bucket.js'), 'utf8');

/** The colours in which the words of a line stand. */
const coloursOf = (card: Locator, text: string): Promise<string[]> =>
  card
    .getByText(text)
    .first()
    .evaluate((element) => {
      const spans = [element, ...element.querySelectorAll('*')];
      return [...new Set(spans.map((span) => getComputedStyle(span).color))];
    });

test('tests run live in colour, are stopped by another tab, run again, and pass after an edit that is undone and redone', async () => {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  const id = await begin(page, 'run npm test');
  const card = cardNamed(page, 'npm test');
  await card.getByText('running').waitFor();
  await card.getByText('grants whole tokens').first().waitFor();
  expect(await card.getByText('running').count()).toBe(1);
  // What passed is green, not the ink of all text.
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  expect((await coloursOf(card, 'grants whole tokens')).some((colour) => colour !== ink)).toBe(true);

  const other = await (await visit(stage.server.url)).open(`/c/${id}`);
  const otherCard = cardNamed(other, 'npm test');
  await otherCard.getByText('grants whole tokens').first().waitFor();
  await otherCard.getByRole('button', { name: 'Stop' }).click();
  for (const each of [card, otherCard]) {
    await each.getByText('stopped by a person').waitFor();
    await each.getByText('grants whole tokens').first().waitFor();
  }
  expect(await outcomes(id)).toEqual(['aborted']);

  writeFileSync(join(stage.workspace, 'pause-ms'), '1500');
  await card.getByRole('button', { name: 'Run again' }).click();
  for (const each of [card, otherCard]) await each.getByText('running').waitFor();
  for (const each of [card, otherCard]) await each.getByText('exit 1', { exact: true }).waitFor();
  await card.getByText(/run again by/).waitFor();

  await say(page, `edit bucket.js: replace "${fix.from}" with "${fix.to}"`);
  const diff = cardNamed(page, 'bucket.js');
  await diff.getByText('+1').waitFor();
  expect(await diff.getByText(fix.to).count()).toBeGreaterThan(0);
  expect(source()).toContain(fix.to);
  await diff.getByRole('button', { name: 'Undo' }).click();
  await diff.getByText(/Undone by/).waitFor();
  await cardNamed(other, 'bucket.js')
    .getByText(/Undone by/)
    .waitFor();
  expect(source()).toContain(fix.from);
  await diff.getByRole('button', { name: 'Redo' }).click();
  await diff.getByText(/Redone by/).waitFor();
  expect(source()).toContain(fix.to);

  await card.getByRole('button', { name: 'Run again' }).click();
  await card.getByText(/^exit 0/).waitFor();
  // The model has read the first run alone, and the card says so.
  await card.getByRole('button', { name: 'Flip to what the model saw' }).click();
  await card.getByText('stopped by a person').first().waitFor();
});

test('a program that asks a question is answered by a person who takes the terminal over', async () => {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  const id = await begin(page, 'terminal python3 ask.py');
  const card = cardNamed(page, 'python3 ask.py');
  await card.getByText('Name?').filter({ visible: true }).first().waitFor();
  const other = await (await visit(stage.server.url)).open(`/c/${id}`);
  const otherCard = cardNamed(other, 'python3 ask.py');
  await otherCard.getByText('Name?').filter({ visible: true }).first().waitFor();

  await card.getByRole('button', { name: /Take over/ }).click();
  await card.getByText('You are typing here').waitFor();
  // A page that is loaded again is at the terminal again.
  await page.reload();
  await card.getByText('You are typing here').waitFor();
  // What is typed before what it asked is there goes nowhere.
  await card.getByText('Name?').filter({ visible: true }).first().waitFor();
  await card.getByRole('textbox').focus();
  await page.keyboard.type('Mara');
  await otherCard.getByText('Name? Mara').filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Enter');
  for (const each of [card, otherCard]) {
    // What is read out holds it too.
    await each.getByText('Hello Mara').first().waitFor();
    await each.getByText(/^exit 0/).waitFor();
  }
  await eventually(() => outcomes(id)).toEqual(['completed']);
});

test('a terminal that was taken over is handed back, and lets others type', async () => {
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  await begin(page, 'terminal python3 ask.py');
  const card = cardNamed(page, 'python3 ask.py');
  await card.getByRole('button', { name: /Take over/ }).click();
  await card.getByRole('button', { name: /Hand back/ }).click();
  await card.getByRole('button', { name: /Take over/ }).waitFor();
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('stopped by a person').waitFor();
});

test('what a panel asks for as an artifact grows is asked for again after one request has failed', async () => {
  const visitor = await visit(stage.server.url, { expects: [/ERR_FAILED/] });
  const page = await visitor.open('/');
  await begin(page, 'run echo start; while [ ! -e go ]; do sleep 0.2; done; echo done');
  const card = page.getByRole('article').last();
  await card.getByText('start', { exact: true }).first().waitFor();
  const outcomes: ('failed' | 'answered')[] = [];
  await page.route('**/api/artifacts/*?format=metadata', async (route) => {
    // The first is answered, so that the artifact is known to grow.
    const outcome = outcomes.length === 1 ? 'failed' : 'answered';
    outcomes.push(outcome);
    await (outcome === 'failed' ? route.abort() : route.continue());
  });
  await card.getByRole('button', { name: 'Open', exact: false }).first().click();
  await page.locator('.panel').waitFor();
  await eventually(() => outcomes.slice(0, 4)).toEqual(['answered', 'failed', 'answered', 'answered']);
  writeFileSync(join(stage.workspace, 'go'), '');
  await page.locator('.panel').getByText('exit 0', { exact: true }).waitFor();
});
