import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { createConversation } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { answered, begin, composer, saidTexts, say } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard } from '../support/stage.ts';
import { newDataDir, startVitrine } from '../support/vitrine-server.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let isRefusing = false;

beforeAll(async () => {
  stage = await openSharedStage({
    script: (request) => {
      if (isRefusing) return { status: 400 };
      const status = /\b\d{3}\b/.exec(heard(request))?.[0];
      return status ? { status: Number(status) } : { text: 'Well.' };
    },
  });
});
afterAll(async () => await stage?.close());

test.each([
  [500, 'The model server failed (500). Try again.'],
  [401, 'The model server refused the key (401). Check OPENAI_API_KEY.'],
])(
  'a model server that answers %i is reported in words, and the next message is answered',
  async (status, words) => {
    const page = await (await visit(stage.server.url)).open('/');
    await begin(page, `say ${status}`);
    const notice = page.getByRole('article', { name: 'How the run ended' });
    await notice.getByText(words).waitFor();
    await notice.getByRole('button', { name: 'Try again' }).waitFor();
    await say(page, 'are you well');
    await eventually(() => answered(page)).toBe('Well.');
  },
);

test('a run that failed is continued by one click, in every tab, and the thread says by whom', async () => {
  isRefusing = true;
  const visitor = await visit(stage.server.url);
  const page = await visitor.open('/');
  const id = await begin(page, 'go on');
  const tab = await visitor.open(`/c/${id}`);
  const notice = tab.getByRole('article', { name: 'How the run ended' });
  await notice.getByText('The work done so far is kept.').waitFor();
  isRefusing = false;
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await notice.getByText(/^Continued by /).waitFor();
  await eventually(() => answered(tab)).toBe('Well.');
  expect(await notice.getByRole('button', { name: /Continue|Try again/ }).count()).toBe(0);
  // What it went on from stays, also for whoever comes later.
  const later = await visitor.open(`/c/${id}`);
  await later.getByText(/^Continued by /).waitFor();
  expect(await saidTexts(later)).toEqual(['go on']);
});

test('a message over the limit is refused with the reason, and its text stays in the field', async () => {
  const id = await createConversation(stage.server);
  const page = await (await visit(stage.server.url, { expects: [/413 \(/] })).open(`/c/${id}`);
  const tooLong = 'x'.repeat(200_001);
  await say(page, tooLong);
  const alert = page.getByRole('alert').filter({ hasText: 'A message can have at most 200,000 characters' });
  await alert.waitFor();
  expect(await composer(page).inputValue()).toBe(tooLong);
  expect(await saidTexts(page)).toEqual([]);
  await composer(page).fill('short');
  await eventually(() => alert.count()).toBe(0);
  await composer(page).press('Enter');
  await eventually(() => saidTexts(page)).toEqual(['short']);
});

test('a first message over the limit leaves no empty conversation behind', async () => {
  const page = await (await visit(stage.server.url, { expects: [/413 \(/] })).open('/');
  const list = async () =>
    (await (await stage.server.request('/api/conversations')).json()).conversations.length;
  const before = await list();
  await say(page, 'x'.repeat(200_001));
  await page.getByRole('alert').filter({ hasText: 'at most 200,000' }).waitFor();
  expect(await composer(page).inputValue()).toHaveLength(200_001);
  await eventually(list).toBe(before);
});

test('a server that is stopped and started again is waited for in words, and nothing is missed', async () => {
  const port = await freePort();
  const dataDir = newDataDir();
  const startOnPort = () =>
    startVitrine({ dataDir, workspace: stage.workspace, environment: { PORT: String(port) } });
  const url = `http://127.0.0.1:${port}`;
  const first = await startOnPort();
  const lost = [/net::ERR_/, /503 \(Service Unavailable\)/];
  const visitor = await visit(url, { expects: lost });
  const page = await visitor.open('/');
  const id = await begin(page, 'help');
  const tab = await visitor.open(`/c/${id}`);
  await eventually(() => answered(tab)).toContain('I am the offline model');

  expect((await first.end('SIGTERM')).code).toBe(0);
  const note = 'Reconnecting. The run goes on; you will get what you missed.';
  for (const open of [page, tab]) await open.getByText(note).waitFor();
  const second = await startOnPort();
  try {
    // Said elsewhere while these tabs are still waiting to try again.
    const send = (text: string) =>
      fetch(`${url}/api/conversations/${id}/messages`, {
        method: 'POST',
        headers: { Origin: url, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      });
    expect((await send('list')).status).toBe(202);
    for (const open of [page, tab]) {
      await eventually(() => open.getByText(note).count()).toBe(0);
      await eventually(() => saidTexts(open)).toEqual(['help', 'list']);
    }
    await say(page, 'hello');
    for (const open of [page, tab])
      await eventually(() => saidTexts(open)).toEqual(['help', 'list', 'hello']);
  } finally {
    await second.end();
  }
});

test('a message that finds no server stays in the field, and counts once when it is sent again', async () => {
  const id = await createConversation(stage.server);
  const visitor = await visit(stage.server.url, { expects: [/net::ERR_/] });
  const page = await visitor.open(`/c/${id}`);
  // The answer is lost, not the message: the worst case.
  let isCut = true;
  await visitor.context.route('**/messages', async (route) => {
    if (!isCut) return route.continue();
    isCut = false;
    await route.fetch();
    await route.abort();
  });
  await say(page, 'only once');
  await page.getByRole('alert').filter({ hasText: 'The server did not answer.' }).waitFor();
  expect(await composer(page).inputValue()).toBe('only once');
  await composer(page).press('Enter');
  await eventually(() => composer(page).inputValue()).toBe('');
  await eventually(() => answered(page)).toBe('Well.');
  await page.reload();
  await eventually(() => saidTexts(page)).toEqual(['only once']);
});
