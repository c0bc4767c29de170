import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { answered, begin, say } from '../support/page-actions.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { byInvites, joinFirst, joinNext, type TeamMember } from '../support/team-visitors.ts';

const visit = prepareBrowser();
let stage: Stage;
let ada: TeamMember;
let bo: TeamMember;
/** Of the one conversation. */
let path: string;

/** $0.25 a step, at $2.50 a million tokens of input. */
const usage = { prompt_tokens: 100_000, completion_tokens: 0 };

/** Looks at the folder three times where it is asked to work; else it says a word. */
function script({ body }: RecordedRequest): ScriptedReply {
  const messages = body.messages as { role: string; content: unknown }[];
  const stated = messages.findLastIndex(({ role }) => role === 'user');
  const isWork = JSON.stringify(messages[stated]?.content).includes('work');
  const looks = messages.slice(stated).filter(({ role }) => role === 'tool').length;
  return isWork && looks < 3
    ? { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }], usage }
    : { text: 'Done.', usage };
}

beforeAll(async () => {
  stage = await openStage({
    files: { 'notes.txt': 'one\n' },
    script,
    environment: { ...byInvites, VITRINE_MODEL: 'gpt-5.4' },
  });
});
afterAll(async () => await stage?.close());

const set = async (dollars: number | null, scope = 'team') => {
  const kind = { scope, period: 'month', unit: 'microdollars', of: null };
  const amount = dollars === null ? null : Math.round(dollars * 1_000_000);
  return (await ada.call('PATCH', '/api/settings', { budgets: [{ ...kind, amount }] })).status;
};
const ending = (page: Page) => page.getByRole('article', { name: 'How the run ended' }).last();
const field = (page: Page) => ending(page).getByRole('spinbutton', { name: 'Raise to' });
const note = (page: Page) => page.locator('.dock .note', { hasText: 'the team’s budget' });

test('a team: an admin and a member', async () => {
  ada = await joinFirst(visit, stage.server, 'Ada');
  bo = await joinNext(visit, stage.server, ada, 'Bo');
});

test('a run stops as the budget is used up: everybody reads what was spent, of what, until when, and who can raise it', async () => {
  expect(await set(0.6)).toBe(204);
  const bos = await bo.open('/');
  path = `/c/${await begin(bos, 'work')}`;
  await ending(bos).getByText('This month’s $0.60 are used up.').waitFor();
  await ending(bos).getByText('$0.75 of $0.60, until the end of').waitFor();
  await ending(bos).getByText('Ask Ada to raise the budget.').waitFor();
  expect(await field(bos).count()).toBe(0);
  expect(stage.model?.requests).toHaveLength(3);
  await expectAccessible(bos);
});

test('an admin raises it there, after a reload too, and a new message goes on', async () => {
  const adas = await ada.open(path);
  await field(adas).waitFor();
  await expectAccessible(adas);
  await adas.reload();
  await untilAwake(adas);
  await field(adas).fill('0');
  await field(adas).press('Enter');
  await eventually(() =>
    field(adas).evaluate((input: HTMLInputElement) => input.validity.rangeUnderflow),
  ).toBe(true);
  await field(adas).fill('5');
  await ending(adas).getByRole('button', { name: 'Raise' }).click();
  await ending(adas).getByText('The budget has room again').waitFor();
  const bos = await bo.open(path);
  await ending(bos).getByText('The budget has room again').waitFor();
  await say(bos, 'go on with the work');
  await eventually(() => answered(bos)).toContain('Done.');
  expect(await ending(bos).getByText('The budget has room again').count()).toBe(0);
  await ending(adas).getByText('This month’s $0.60 are used up.').waitFor();
});

test('people are told when four fifths are spent, at once, and after a reload', async () => {
  const bos = await bo.open(path);
  const adas = await ada.open(path);
  expect(await note(bos).count()).toBe(0);
  const { totals } = await (await ada.call('GET', '/api/savings')).json();
  expect(await set((totals.costMicrodollars / 1_000_000 + 0.25) / 0.85)).toBe(204);
  await say(bos, 'a word');
  for (const page of [bos, adas])
    await note(page).getByText('85 % of the team’s budget for this month').waitFor();
  await adas.reload();
  await untilAwake(adas);
  await note(adas).waitFor();
  await expectAccessible(adas);
});

test('the page of budgets: an admin sets them, and sees everybody; a member sees their own', async () => {
  const adas = await ada.open('/savings/budgets');
  const form = adas.getByRole('form', { name: 'Set a budget' });
  await form.getByRole('combobox', { name: 'For' }).selectOption('Each member');
  await form.getByRole('combobox', { name: 'Unit' }).selectOption('Tokens');
  await form.getByRole('spinbutton', { name: 'Amount' }).fill('1000000');
  await form.getByRole('button', { name: 'Set budget' }).click();
  const members = adas.getByRole('table', { name: 'Members' });
  const bos = members.getByRole('row').filter({ hasText: 'Bo' });
  await bos.getByText(/800,000 of 1,000,000 tokens, 80 %.* nearly used up/).waitFor();
  await members.getByRole('row').filter({ hasText: 'Ada' }).getByText('0 of 1,000,000 tokens').waitFor();
  await expectAccessible(adas);
  await bos.getByRole('spinbutton').fill('8000000');
  await bos.getByRole('button', { name: 'Save' }).click();
  await bos.getByText('800,000 of 8,000,000 tokens, 10 %').waitFor();
  await bos.getByRole('button', { name: /^Use the default/ }).click();
  await bos.getByText('800,000 of 1,000,000 tokens').waitFor();

  const mine = await bo.open('/savings/budgets');
  await mine.getByText('800,000 of 1,000,000 tokens').waitFor();
  expect(await mine.getByRole('table', { name: 'Members' }).getByText('Ada').count()).toBe(0);
  expect(await mine.getByRole('spinbutton').count()).toBe(0);
  await expectAccessible(mine);
  await adas.getByRole('switch', { name: /Show each person/ }).check();
  await eventually(async () => {
    await mine.reload();
    return await mine.getByRole('table', { name: 'Members' }).getByText('Ada').count();
  }).toBe(1);
});
