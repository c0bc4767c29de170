import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { titleOf } from '#lib/runs/titles/title-maker.ts';
import { until } from '../support/conversations.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const isNaming = ({ raw }: RecordedRequest): boolean => raw.includes('You name a conversation');
const listed = { scripted: {}, small: { label: 'small' }, tiny: { label: 'tiny' } };
const prices = {
  scripted: { input: 3, output: 15 },
  small: { input: 0.3, output: 1.2 },
  tiny: { input: 0.1, output: 0.4 },
};

async function play(
  name: (request: RecordedRequest) => ScriptedReply,
  config: object = { models: listed, prices },
): Promise<RunStage> {
  const file = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(file, JSON.stringify(config));
  return await startRunStage(
    (request) => (isNaming(request) ? name(request) : { text: 'Its clock jumps.' }),
    {
      environment: { VITRINE_CONFIG: file },
    },
  );
}

const titleIn = async ({ services, conversation }: RunStage) =>
  (await services.stores.conversations.get(conversation.id))?.title;
const isMade = async (stage: RunStage) =>
  await until('a title', async () => ((await stage.steps()).length > 1 ? true : undefined));
const message = 'Hi, can you find out why the bucket test fails?';
const byRule = 'Find out why the bucket test fails?';

test('the cheapest model names a conversation after its first answer, and is charged as that', async () => {
  const stage = await play(() => ({ text: '"Bucket test fails after clock jump"\n' }));
  await stage.ask(message);
  await until('the title', async () =>
    (await titleIn(stage)) === 'Bucket test fails after clock jump' ? true : undefined,
  );
  const naming = stage.model.requests.filter(isNaming);
  expect(naming).toHaveLength(1);
  expect(naming[0]?.body).toMatchObject({ model: 'tiny' });
  expect(naming[0]?.raw).toContain('Its clock jumps.');
  expect((await stage.steps()).map(({ purpose, model }) => [purpose, model])).toEqual([
    ['answer', 'scripted'],
    ['title', 'tiny'],
  ]);
  // One title for a conversation.
  await stage.ask('And why does the clock jump?');
  expect(stage.model.requests.filter(isNaming)).toHaveLength(1);
});

test('where there is only the model that answers, the rule names it', async () => {
  const stage = await play(() => ({ text: 'Another' }), { prices });
  await stage.ask(message);
  // A request for a title would have come before the end of another run.
  await stage.ask('And then?');
  expect(stage.model.requests.filter(isNaming)).toEqual([]);
  expect(await titleIn(stage)).toBe(byRule);
});

test('only a model that the team allows makes titles', async () => {
  const stage = await play(() => ({ text: 'Bucket and clock' }));
  await stage.services.stores.settings.change({ allowedModels: ['scripted', 'small'] });
  await stage.ask(message);
  await isMade(stage);
  expect(stage.model.requests.find(isNaming)?.body).toMatchObject({ model: 'small' });
});

test('once a budget is used up, nothing is spent on a title', async () => {
  const budgets = [{ scope: 'conversation', period: 'day', tokens: 1 }];
  const stage = await play(() => ({ text: 'Bucket and clock' }), { models: listed, prices, budgets });
  await stage.ask(message);
  // A request for a title would have come before the end of another run.
  await stage.ask('And then?');
  expect(stage.model.requests.filter(isNaming)).toEqual([]);
});

test.for([
  ['an error', { status: 400 }],
  ['nothing', { text: '' }],
  ['a mark', { text: '…' }],
] as const)('a model that answers %s leaves the title of the rule', async ([, reply]) => {
  const stage = await play(() => reply);
  await stage.ask(message);
  await isMade(stage);
  await stage.services.runner.drain();
  expect(await titleIn(stage)).toBe(byRule);
});

test('a name that a person gives meanwhile stays', async () => {
  const gate = Promise.withResolvers<void>();
  const stage = await play(() => ({
    text: 'Bucket and clock',
    pauses: { afterWords: 0, until: gate.promise },
  }));
  await stage.ask(message);
  const { services, conversation } = stage;
  const renamed = durableEvent('conversation.renamed', { title: 'Ours' }, new Date().toISOString());
  await services.stores.events.append(conversation.id, [renamed]);
  await services.stores.conversations.update(conversation.id, { title: 'Ours' });
  gate.resolve();
  await isMade(stage);
  expect(await titleIn(stage)).toBe('Ours');
});

test('a title goes with the message that it was made from', async () => {
  const stage = await play(() => ({ text: 'Bucket and clock' }));
  await stage.ask(message);
  await until('the title', async () => ((await titleIn(stage)) === 'Bucket and clock' ? true : undefined));
  const [first] = (await stage.events()).filter((event) => event.type === 'user.message');
  const by = { id: 'local', name: 'me' };
  await stage.services.threadActs.deleteMessage(stage.conversation.id, first?.data.messageId ?? '', by);
  expect(await titleIn(stage)).toBe('New conversation');
});

describe('a title in a model’s words', () => {
  test('is found in time in whatever a model repeats without end', () => {
    for (const mark of ['.', '*', ' ', '"'])
      expect(titleOf(`Name ${mark.repeat(500_000)}x`)).toMatch(/^Name/);
  });

  test.each([
    ['Title: Bucket test fails.', 'Bucket test fails'],
    ['**Bucket test**', 'Bucket test'],
    ['Bucket\u202e test\u0007 fails\nBecause …', 'Bucket test fails'],
    ['word '.repeat(40), `${'word '.repeat(11)}word…`],
  ])('%j is %j', (words, title) => {
    expect(titleOf(words)).toBe(title);
  });
  test.each(['', '…', '""', '123'])('there is none in %j', (words) => {
    expect(titleOf(words)).toBeNull();
  });
});
