import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import { createConversation, ofType, readEvents, send, untilFinished } from '../support/conversations.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import type { PlainBrowser } from '../support/plain-browser.ts';

/** Of each step: at $2.50 and $15 a million tokens, $0.0004. */
const usage = { prompt_tokens: 90, completion_tokens: 10 };
const stepMicrodollars = 90 * 2.5 + 10 * 15;

let model: OpenAiServer;
let team: InvitedTeam;
let bob: PlainBrowser;
beforeAll(async () => {
  // It never comes to an end by itself, but for the limit of steps.
  model = await startOpenAiServer(({ body }) =>
    JSON.stringify(body).includes('say a word')
      ? { text: 'A word.', usage }
      : { toolCalls: [{ name: 'list_files', arguments: { path: '.' } }], usage },
  );
  team = await openInvitedTeam({
    store: 'Redis',
    processes: 2,
    environment: () => ({ OPENAI_BASE_URL: model.url, VITRINE_MODEL: 'gpt-5.4' }),
  });
  bob = await team.join('Bob');
});
afterAll(async () => {
  await team?.close();
  await model?.close();
});

const tokens = (amount: number | null, change: Partial<Budget> = {}) => ({
  scope: 'team',
  period: 'day',
  unit: 'tokens',
  of: null,
  ...change,
  amount,
});
const set = async (...budgets: object[]) =>
  (await team.call(team.admin, '/api/settings', { method: 'PATCH', body: { budgets } })).status;
const budgetsOf = async (browser: PlainBrowser, id: string, query = '') =>
  (await team.call(browser, `/api/conversations/${id}/budgets${query}`)).body;
/** Of a process of the team. */
const at = (browser: PlainBrowser, index: number) => {
  const server = team.as(browser);
  const url = team.servers[index]?.url ?? '';
  return { ...server, url, request: (path: string, init?: object) => browser.request(url + path, init) };
};
const spentToday = async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { totals } = (await team.call(team.admin, `/api/savings?from=${today}`)).body;
  return totals.inputTokens + totals.outputTokens;
};
const memberId = async (name: string) =>
  (await team.call(team.admin, '/api/members')).body.members.find(
    (one: { name: string }) => one.name === name,
  )?.id;

test('runs of two processes see each other’s spending, and none goes over by more than its one step', async () => {
  const before = await spentToday();
  expect(await set(tokens(before + 1_050))).toBe(204);
  const runs = [0, 1].map(async (index) => {
    const server = at(index === 0 ? team.admin : bob, index);
    const id = await createConversation(server);
    const { runId } = await send(server, id, 'look around');
    const { data } = await untilFinished(server, id, runId);
    const steps = ofType(await readEvents(server, id), 'assistant.message').length;
    return { ...data, steps };
  });
  const ends = await Promise.all(runs);
  for (const end of ends) {
    expect(end).toMatchObject({ outcome: 'budget', error: { code: 'budget_reached' } });
    expect(end.steps).toBeLessThan(20);
  }
  const spent = (await spentToday()) - before;
  expect(spent).toBe(100 * ends.reduce((sum, { steps }) => sum + steps, 0));
  expect(spent).toBeGreaterThanOrEqual(1_050);
  expect(spent).toBeLessThan(1_050 + 2 * 100);
});

test('a run that begins when all is spent asks the model nothing; raised, a new message goes on', async () => {
  const server = team.as(bob);
  const id = await createConversation(server);
  const asked = model.requests.length;
  const { runId } = await send(server, id, 'say a word');
  expect((await untilFinished(server, id, runId)).data.outcome).toBe('budget');
  expect(model.requests).toHaveLength(asked);
  expect(await budgetsOf(bob, id)).toMatchObject({
    budgets: [{ scope: 'team', level: 'spent' }],
    isWhole: true,
    admins: ['Ada'],
  });
  expect(await set(tokens(1_000_000))).toBe(204);
  const again = await send(server, id, 'say a word');
  expect((await untilFinished(server, id, again.runId)).data.outcome).toBe('completed');
  expect(await budgetsOf(bob, id)).toMatchObject({ budgets: [{ amount: 1_000_000, level: 'within' }] });
});

test('money is that of the model’s price, exactly, and warned of from four fifths on', async () => {
  const server = team.as(bob);
  const id = await createConversation(server);
  const kind = { scope: 'conversation', period: 'month', unit: 'microdollars' } as const;
  expect(await set(tokens(stepMicrodollars + 50, kind))).toBe(204);
  const { runId } = await send(server, id, 'say a word');
  expect((await untilFinished(server, id, runId)).data.outcome).toBe('completed');
  const { budgets } = await budgetsOf(bob, id);
  expect(budgets.find(({ scope }: Budget) => scope === 'conversation')).toMatchObject({
    of: id,
    spent: stepMicrodollars,
    unknownSteps: 0,
    level: 'warned',
  });
  expect(await set(tokens(null, kind))).toBe(204);
});

test('what a person may spend is theirs and admins’ to know, and everybody’s where the team allows it', async () => {
  const server = team.as(bob);
  const id = await createConversation(server);
  const [ada, bobs] = [await memberId('Ada'), await memberId('Bob')];
  expect(await set(tokens(500_000, { scope: 'member' }), tokens(600_000, { scope: 'member', of: ada }))).toBe(
    204,
  );
  const named = async (browser: PlainBrowser, of: string) => {
    const { budgets, isWhole } = await budgetsOf(browser, id, `?member=${of}`);
    return [budgets.find(({ scope }: Budget) => scope === 'member')?.amount ?? null, isWhole];
  };
  const groups = async () =>
    (await team.call(bob, '/api/savings?groupBy=member')).body.groups.map(({ key }: { key: string }) => key);
  const known = async () => (await team.call(bob, '/api/settings')).body.budgets.length;
  expect(await named(bob, bobs)).toEqual([500_000, true]);
  expect(await named(bob, ada)).toEqual([null, false]);
  expect(await named(team.admin, bobs)).toEqual([500_000, true]);
  expect(await groups()).toEqual(expect.not.arrayContaining([ada]));
  expect(await known()).toBe(2);
  const page = async () => (await team.call(bob, '/savings/budgets')).body as string;
  expect(await page()).not.toContain('of 600,000 tokens');
  const names = (namesPeople: boolean) =>
    team.call(team.admin, '/api/settings', { method: 'PATCH', body: { namesPeople } });
  expect((await names(true)).status).toBe(204);
  expect(await named(bob, ada)).toEqual([600_000, true]);
  expect(await groups()).toEqual(expect.arrayContaining([ada, bobs]));
  expect(await known()).toBe(3);
  expect(await page()).toContain('of 600,000 tokens');
  expect((await names(false)).status).toBe(204);
});

test('a member who is removed and a conversation that is deleted leave what they spent', async () => {
  const cid = await team.join('Cid');
  const server = team.as(cid);
  const id = await createConversation(server);
  const { runId } = await send(server, id, 'say a word');
  await untilFinished(server, id, runId);
  const spent = await spentToday();
  const other = await createConversation(team.as(bob));
  expect((await server.request(`/api/conversations/${id}`, { method: 'DELETE' })).status).toBe(204);
  const removed = await memberId('Cid');
  expect((await team.call(team.admin, `/api/members/${removed}`, { method: 'DELETE' })).status).toBe(204);
  const { budgets } = await budgetsOf(bob, other);
  expect(budgets.find(({ scope }: Budget) => scope === 'team')).toMatchObject({ spent });
});

test('each change is in the audit log: whose, of what, to what', async () => {
  const kind = { period: 'month', unit: 'microdollars' } as const;
  await set(tokens(200_000_000, kind));
  await set(
    tokens(250_000_000, kind),
    tokens(5_000_000, { ...kind, scope: 'member', of: await memberId('Bob') }),
  );
  await set(tokens(250_000_000, kind));
  await set(tokens(null, kind));
  const { entries } = (await team.call(team.admin, '/api/audit?action=budget.changed')).body;
  const result = entries
    .slice(0, 4)
    .map((entry: { subject: { name: string }; detail: string }) => [entry.subject.name, entry.detail]);
  expect(result.sort()).toEqual(
    [
      ['Bob', 'a month: none to $5.00'],
      ['Team', 'a month: $200.00 to $250.00'],
      ['Team', 'a month: $250.00 to none'],
      ['Team', 'a month: none to $200.00'],
    ].sort(),
  );
});

test.each([
  { amount: 0 },
  { amount: -5 },
  { amount: 0.5 },
  { amount: 1e15 },
  { amount: '10' },
  { period: 'week' },
  { unit: 'yen' },
  { scope: 'world' },
  { scope: 'team', of: 'mem_x' },
  { of: 'not an id' },
])('what is no budget is refused: %j', async (wrong) => {
  const body = { budgets: [{ ...tokens(1_000), ...wrong }] };
  const answer = await team.call(team.admin, '/api/settings', { method: 'PATCH', body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('a budget of nobody, and of nothing there is, is not found; nor are the budgets of nobody', async () => {
  expect(await set(tokens(1, { scope: 'member', of: 'mem_nobody' }))).toBe(404);
  expect(await set(tokens(1, { scope: 'member', of: 'local' }))).toBe(404);
  expect(await set(tokens(1, { scope: 'conversation', of: 'conv_nothing' }))).toBe(404);
  const id = await createConversation(team.as(bob));
  const path = `/api/conversations/${id}/budgets`;
  expect((await team.call(bob, `${path}?member=mem_nobody`)).status).toBe(404);
  expect((await team.call(bob, `${path}?member=a/b`)).status).toBe(400);
  expect((await team.call(bob, `${path}?who=x`)).status).toBe(400);
});
