import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createServices } from '#lib/services.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { until } from '#tests/support/conversations.ts';
import type { ScriptedReply } from '#tests/support/openai-server.ts';
import { type OpenAiApi, type RunStage, startRunStage } from '#tests/support/run-stage.ts';
import { tempFolder, writeFiles } from '#tests/support/temp-folder.ts';

const me = { id: 'local', name: 'me' };
const windowTokens = 20_000;

interface Options {
  byProvider?: boolean;
  api?: OpenAiApi;
  contextWindow?: number | null;
}

const configOf = ({ byProvider, contextWindow }: Pick<Options, 'byProvider' | 'contextWindow'>): string => {
  const window = contextWindow === null ? {} : { contextTokens: contextWindow };
  return JSON.stringify({
    compaction: { byProvider, share: 0.5 },
    models: { scripted: window, other: { label: 'other', ...window } },
  });
};

/** Each answer is its position; the third comes with what the provider made of all before. */
async function start(
  reply: (position: number) => Partial<ScriptedReply>,
  { byProvider = true, api = 'responses', contextWindow = windowTokens }: Options = {},
): Promise<RunStage> {
  const folder = tempFolder();
  writeFiles(folder, { 'vitrine.config.json': configOf({ byProvider, contextWindow }) });
  return await startRunStage((_request, position) => ({ text: `answer ${position}`, ...reply(position) }), {
    api,
    environment: { VITRINE_CONFIG: `${folder}/vitrine.config.json` },
  });
}

const atThird = (position: number) =>
  position === 2 ? { compaction: { id: 'cmp_1', encrypted: 'sealed words' } } : {};

const readState = async ({ services, conversation }: RunStage) =>
  reduceEvents(await readLog(services.stores.events, conversation.id));

async function say(stage: RunStage, text: string, model?: string): Promise<void> {
  const { services, conversation } = stage;
  const message = { text, author: me, attachments: [], interrupt: false, ...(model ? { model } : {}) };
  const { runId } = await services.runner.submit(conversation, message);
  await until('the end of the run', async () => (await readState(stage)).runs[runId]?.finishedAt ?? false);
}

const inputs = ({ model }: RunStage) =>
  model.requests.map(
    ({ body }) => body.input as { type?: string; role?: string; encrypted_content?: string }[],
  );

test('what the provider compacts goes back to it in place of all before, and stays for people and for recall', async () => {
  const stage = await start(atThird);
  for (const text of ['first words', 'second words', 'third words', 'fourth words', 'fifth words']) {
    await say(stage, text);
  }
  for (const { body } of stage.model.requests) {
    expect(body).toMatchObject({
      store: false,
      context_management: [{ type: 'compaction', compact_threshold: windowTokens / 2 }],
    });
  }
  const sent = inputs(stage);
  expect(JSON.stringify(sent[2])).toContain('first words');
  for (const input of sent.slice(3)) {
    const text = JSON.stringify(input);
    expect(text).not.toContain('first words');
    expect(text).not.toContain('answer 1');
    expect(text).toContain('third words');
    const at = input.findIndex(({ type }) => type === 'compaction');
    expect(input[at]).toMatchObject({ id: 'cmp_1', encrypted_content: 'sealed words' });
    expect(JSON.stringify(input[at + 1])).toContain('answer 2');
  }
  // Up to what was added, the prompt is the same again: the prefix stays cached.
  expect(sent[4]?.slice(0, sent[3]?.length)).toEqual(sent[3]);

  const [compaction] = (await readState(stage)).compactions;
  expect(compaction).toMatchObject({
    ...{ trigger: 'provider', onlyFor: 'scripted', isTruncation: false, messagesRemoved: 4 },
  });
  expect(JSON.stringify(sent[3])).toContain(compaction?.artifactId);
  const record = await stage.services.stores.artifacts.get(compaction?.artifactId ?? '');
  if (!record) throw new Error('it is not stored');
  const lines = await readArtifactLines(stage.services.stores.artifacts, record.metadata, {
    from: 1,
    to: 100,
  });
  expect(JSON.stringify(lines)).toContain('first words');
});

test('another model, which cannot read it, reads all messages', async () => {
  const stage = await start(atThird);
  for (const text of ['first words', 'second words', 'third words']) await say(stage, text);
  await say(stage, 'fourth words', 'other');
  const last = JSON.stringify(inputs(stage).at(-1));
  expect(last).toContain('first words');
  expect(last).not.toContain('sealed words');
  await say(stage, 'fifth words', 'scripted');
  const own = JSON.stringify(inputs(stage).at(-1));
  expect(own).not.toContain('first words');
  expect(own).toContain('sealed words');
});

test.each<[string, Options]>([
  ['it is not asked for', { byProvider: false }],
  ['Chat Completions have none', { api: 'chat' }],
  ['the window is not known', { contextWindow: null }],
])('where %s, none is asked of the provider, nor kept', async (_, options) => {
  const stage = await start(atThird, options);
  for (const text of ['first words', 'second words', 'third words', 'fourth words']) await say(stage, text);
  for (const { raw } of stage.model.requests) expect(raw).not.toContain('context_management');
  expect(stage.model.requests.at(-1)?.raw).toContain('first words');
  expect(stage.model.requests.at(-1)?.raw).not.toContain('sealed words');
  expect((await readState(stage)).compactions).toEqual([]);
});

test('a compaction of the first message leaves nothing out, and one too large to keep is left out', async () => {
  const first = await start((position) =>
    position === 0 ? { compaction: { id: 'cmp_1', encrypted: 'sealed words' } } : {},
  );
  await say(first, 'first words');
  await say(first, 'second words');
  expect(first.model.requests[1]?.raw).toContain('first words');
  expect(first.model.requests[1]?.raw).not.toContain('sealed words');
  expect((await readState(first)).compactions).toEqual([]);

  const large = await start((position) =>
    position === 1 ? { compaction: { id: 'cmp_1', encrypted: 'x'.repeat(300_000) } } : {},
  );
  for (const text of ['first words', 'second words', 'third words']) await say(large, text);
  expect(large.model.requests.at(-1)?.raw).toContain('first words');
  expect((await readState(large)).compactions).toEqual([]);
});

test('a provider that does not compact in time leaves it to us', async () => {
  const stage = await start(() => ({ text: 'many words of an answer '.repeat(700) }));
  for (let turn = 0; turn < 8; turn++) await say(stage, `question ${turn}`);
  const { compactions } = await readState(stage);
  expect(compactions.length).toBeGreaterThan(0);
  expect(compactions.every(({ trigger }) => trigger === 'window')).toBe(true);
  // Ours waits for three quarters of the window, so that the provider comes first.
  for (const { preCompactionTokens } of compactions)
    expect(preCompactionTokens).toBeGreaterThan(0.75 * windowTokens);
});

/** The same data behind new services, as after a restart, with other settings. */
async function restarted(stage: RunStage, byProvider: boolean): Promise<RunStage> {
  const folder = tempFolder();
  writeFiles(folder, { 'vitrine.config.json': configOf({ byProvider, contextWindow: windowTokens }) });
  const { dataDir, workspaces, offeredModels } = stage.services.config;
  const services = createServices(
    readConfig({
      ...{ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: workspaces.join(','), VITRINE_EXEC: 'off' },
      ...{ OPENAI_BASE_URL: stage.model.url, VITRINE_MODEL: 'scripted', LOG_LEVEL: 'silent' },
      ...{ VITRINE_OPENAI_API: offeredModels[0]?.api, VITRINE_CONFIG: `${folder}/vitrine.config.json` },
    }),
  );
  onTestFinished(() => services.shutDown());
  return { ...stage, services };
}

test('a restart sends the same bytes, and where the provider compacts no more, what it made still goes back', async () => {
  const stage = await start(atThird);
  for (const text of ['first words', 'second words', 'third words', 'fourth words']) await say(stage, text);
  for (const byProvider of [true, false]) {
    const before = inputs(stage).at(-1);
    await say(await restarted(stage, byProvider), 'more words');
    const sent = inputs(stage).at(-1);
    expect(sent?.slice(0, before?.length)).toEqual(before);
    expect(JSON.stringify(sent)).toContain('sealed words');
  }
});

const idOf = async (stage: RunStage, words: string): Promise<string> => {
  const item = (await readState(stage)).items.find((one) => one.kind === 'user' && one.content === words);
  if (item?.kind !== 'user') throw new Error('it was not said');
  return item.messageId;
};

test('a message that is deleted takes along what the provider made of it', async () => {
  const stage = await start(atThird);
  const { services, conversation } = stage;
  for (const text of ['first words', 'second words', 'third words']) await say(stage, text);
  const [compaction] = (await readState(stage)).compactions;
  await services.threadActs.deleteMessage(conversation.id, await idOf(stage, 'first words'), me);
  await say(stage, 'fourth words');
  const last = stage.model.requests.at(-1)?.raw ?? '';
  expect(last).not.toContain('sealed words');
  expect(last).not.toContain('first words');
  expect(last).toContain('second words');
  expect(await services.stores.artifacts.get(compaction?.artifactId ?? '')).toBeNull();
});

test('so does one that is deleted while the provider compacts', async () => {
  const opened = Promise.withResolvers<void>();
  const stage = await start((position) => ({
    ...atThird(position),
    ...(position === 2 ? { text: 'one two three', pauses: { afterWords: 1, until: opened.promise } } : {}),
  }));
  const { services, conversation } = stage;
  for (const text of ['first words', 'second words']) await say(stage, text);
  const third = say(stage, 'third words');
  await until('the third call', async () => stage.model.requests.length === 3);
  await services.threadActs.deleteMessage(conversation.id, await idOf(stage, 'first words'), me);
  opened.resolve();
  await third;
  expect((await readState(stage)).compactions).toEqual([]);
  await say(stage, 'fourth words');
  const last = stage.model.requests.at(-1)?.raw ?? '';
  expect(last).not.toContain('sealed words');
  expect(last).toContain('second words');
});
