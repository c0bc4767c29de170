import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner, type Runner } from '#lib/runs/runner.ts';
import { createServices, type Services } from '#lib/services.ts';
import { tools } from '#lib/tools/tools.ts';
import { until } from '../support/conversations.ts';
import { scriptedModels } from '../support/scripted-models.ts';

let folder: string;
let services: Services;
let conversation: Conversation;
const errors: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-runner-'));
  const environment = {
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_WORKSPACES: import.meta.dirname,
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  };
  services = createServices(readConfig(environment));
  conversation = await createConversation(services, services.localMember, {});
});
afterEach(async () => {
  await services.shutDown();
  rmSync(folder, { recursive: true });
  errors.length = 0;
});

/** Says one word each time the test allows it. */
function gatedModel() {
  const letters: string[] = [];
  let wake = () => {};
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'gated',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => ({
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start: (controller) => controller.enqueue({ type: 'text-start', id: 't' }),
        async pull(controller) {
          while (letters.length === 0) await new Promise<void>((resolve) => (wake = resolve));
          controller.enqueue({ type: 'text-delta', id: 't', delta: letters.shift() ?? '' });
        },
      }),
    }),
  };
  const say = (text: string) => {
    letters.push(text);
    wake();
  };
  return { model, say };
}

const newRunner = (model: LanguageModelV4): Runner =>
  createRunner({
    ...services,
    isTeam: false,
    readTools: async () => tools,
    models: scriptedModels(model),
    readLifetime: async () => 60,
    pasteTokens: 2_000,
    knownSecrets: [],
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    readMediaTitle: async () => null,
    onStorageFailure: (error) => errors.push(error),
    onSplitFault: (error) => errors.push(error),
    onError: (error) => errors.push(error),
  });

const author = { id: 'local', name: 'me' };
const events = () => readLog(services.stores.events, conversation.id);

test('a process that lost its lease writes nothing more, and the next process marks its run interrupted, once', async () => {
  const { model, say } = gatedModel();
  const paused = newRunner(model);
  await paused.submit(conversation, { text: 'go', author, attachments: [], interrupt: false });
  say('half an ');
  await until('some words', async () =>
    (await events()).some((event) => event.type === 'assistant.message_delta'),
  );

  // As if the process had been suspended for longer than its lease, and another had taken over.
  const other = new DatabaseSync(join(folder, 'data', 'vitrine.db'));
  other.exec(`UPDATE leases SET token = 'another'`);
  say('answer');
  await paused.abort(conversation.id);
  await until('the paused one to notice', async () => errors.length > 0);
  expect((await events()).some((event) => event.type === 'run.finished')).toBe(false);

  other.exec('DELETE FROM leases');
  other.close();
  newRunner(model).start();
  await until('the end', async () => (await events()).some((event) => event.type === 'run.finished'));
  const log = await events();
  expect(log.filter((event) => event.type === 'run.finished').map((event) => event.data)).toMatchObject([
    { outcome: 'interrupted' },
  ]);
  expect(log.find((event) => event.type === 'assistant.message')?.data).toMatchObject({
    content: expect.stringMatching(/^half an /),
  });
});

test('two runners on one store answer a message once', async () => {
  const runners = [services.runner, newRunner(services.models.standard.languageModel)];
  for (const runner of runners) runner.start();
  for (let index = 0; index < 10; index += 1) {
    await runners[index % 2]?.submit(conversation, {
      text: 'help',
      author,
      attachments: [],
      interrupt: false,
    });
  }
  await until(
    'ten ends',
    async () => (await events()).filter((event) => event.type === 'run.finished').length === 10,
  );
  const log = await events();
  expect(log.filter((event) => event.type === 'run.started')).toHaveLength(10);
  expect(log.filter((event) => event.type === 'assistant.message')).toHaveLength(10);
  await Promise.all(runners.map((runner) => runner.drain()));
});

test('a draining runner starts no message', async () => {
  await services.runner.drain();
  await expect(
    services.runner.submit(conversation, { text: 'x', author, attachments: [], interrupt: false }),
  ).rejects.toMatchObject({ code: 'draining' });
});

test('an interrupted answer is recorded as a step with unknown cost', async () => {
  const { model, say } = gatedModel();
  const runner = newRunner(model);
  await runner.submit(conversation, { text: 'go', author, attachments: [], interrupt: false });
  say('half an ');
  await until('some words', async () =>
    (await events()).some((event) => event.type === 'assistant.message_delta'),
  );
  await runner.abort(conversation.id);
  await until('the end', async () => (await events()).some((event) => event.type === 'run.finished'));
  const recorded = await services.stores.ledger.list('2000-01-01', '9999-12-31');
  expect(recorded).toMatchObject([
    { kind: 'step', usage: { inputTokens: null, outputTokens: null }, countedTokens: expect.any(Number) },
  ]);
  await runner.drain();
});

test('a stopped run names the person who stopped it', async () => {
  const { model, say } = gatedModel();
  const runner = newRunner(model);
  const words = async (count: number) =>
    await until('some words', async () => {
      const messages = (await events()).filter((event) => event.type === 'assistant.message_delta');
      return messages.length >= count;
    });
  await runner.submit(conversation, { text: 'go', author, attachments: [], interrupt: false });
  say('half an ');
  await words(1);
  await runner.abort(conversation.id, { id: 'mem_bo', name: 'Bo' });
  await until('the end', async () => (await events()).some((event) => event.type === 'run.finished'));
  const stops = (await events()).filter((event) => event.type === 'run.stop_requested');
  expect(stops).toMatchObject([{ data: { by: { id: 'mem_bo', name: 'Bo' } } }]);
  expect(reduceEvents(await events()).items.at(-1)).toMatchObject({
    kind: 'notice',
    outcome: 'aborted',
    stoppedBy: { name: 'Bo' },
  });
  await runner.drain();
});
