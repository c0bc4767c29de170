import { afterEach, describe, expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { until } from '../support/conversations.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { type RunStage, startRunStage } from '../support/run-stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const me = { id: 'local', name: 'me' };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server with a model of its own beside the default, at another address, which costs ten times as much. */
async function start(): Promise<{ stage: RunStage; other: OpenAiServer }> {
  const other = await startOpenAiServer(() => ({ text: 'from the other' }));
  closing.push(() => other.close());
  const folder = tempFolder();
  const config = {
    models: {
      large: {
        model: 'large-2026',
        baseUrl: other.url,
        keyVariable: 'LARGE_KEY',
        label: 'Large',
        vision: true,
      },
      scripted: { contextTokens: 8_000 },
    },
    prices: { scripted: { input: 1, output: 2 }, large: { input: 10, output: 20 } },
  };
  writeFiles(folder, { 'vitrine.config.json': JSON.stringify(config) });
  const stage = await startRunStage(() => ({ text: 'from the default' }), {
    environment: { VITRINE_CONFIG: `${folder}/vitrine.config.json`, LARGE_KEY: 'sk-large' },
  });
  return { stage, other };
}

const readState = async ({ services, conversation }: RunStage) =>
  reduceEvents(await readLog(services.stores.events, conversation.id));

async function say(stage: RunStage, text: string, model?: string) {
  const { services, conversation } = stage;
  const message = { text, author: me, attachments: [], interrupt: false, model };
  const { runId } = await services.runner.submit(conversation, message);
  await until('the end of the run', async () => (await readState(stage)).runs[runId]?.finishedAt ?? false);
  return (await readState(stage)).runs[runId];
}

describe('the model of a conversation', () => {
  test('changes with the message that names another, stays until the next one, and every figure follows', async () => {
    const { stage, other } = await start();
    expect((await say(stage, 'one'))?.model).toBe('scripted');
    expect((await say(stage, 'two', 'large'))?.model).toBe('large');
    expect((await say(stage, 'three'))?.model).toBe('large');
    expect((await say(stage, 'four', 'scripted'))?.model).toBe('scripted');

    // It is the cheapest, too, so it names the conversation besides.
    const answers = stage.model.requests.filter(({ raw }) => !raw.includes('You name a conversation'));
    expect(answers.map(({ body }) => body.model)).toEqual(['scripted', 'scripted']);
    expect(other.requests.map(({ body }) => body.model)).toEqual(['large-2026', 'large-2026']);
    // All of the conversation goes to whichever answers.
    const { messages } = (other.requests[1]?.body ?? {}) as {
      messages: { role: string; content: unknown }[];
    };
    expect(messages.filter(({ role }) => role !== 'system').map(({ content }) => content)).toEqual([
      'one',
      'from the default',
      'two',
      'from the other',
      'three',
    ]);
    const steps = (await stage.steps()).filter(({ purpose }) => purpose === 'answer');
    expect(steps.map(({ model, price }) => [model, price?.input])).toEqual([
      ['scripted', 1_000_000],
      ['large', 10_000_000],
      ['large', 10_000_000],
      ['scripted', 1_000_000],
    ]);
  });

  test('follows the path: on another version it is what that one was sent to', async () => {
    const { stage } = await start();
    await say(stage, 'one');
    const [first] = (await readState(stage)).items;
    const id = first?.kind === 'user' ? first.messageId : '';
    const { services, conversation } = stage;
    const edit = {
      ...{ text: 'edited', author: me, attachments: null, interrupt: false, model: 'large' },
      connections: { replaces: id },
    };
    const { runId } = await services.runner.submit(conversation, edit);
    await until('the run', async () => (await readState(stage)).runs[runId]?.finishedAt ?? false);
    expect((await say(stage, 'two'))?.model).toBe('large');
    await services.threadActs.selectBranch(conversation.id, id, me);
    expect((await say(stage, 'two'))?.model).toBe('scripted');
  });

  test('of another answer is what its own message was sent to, whatever came later', async () => {
    const { stage } = await start();
    await say(stage, 'one');
    await say(stage, 'two', 'large');
    const { runs } = await readState(stage);
    const [first] = Object.keys(runs);
    const { services, conversation } = stage;
    const { runId } = await services.runner.regenerate(conversation, first ?? '', me);
    await until('the run', async () => (await readState(stage)).runs[runId]?.finishedAt ?? false);
    expect((await readState(stage)).runs[runId]?.model).toBe('scripted');
  });

  test('that the team no longer allows: what named it fails with the reason, what did not goes to the default', async () => {
    const { stage } = await start();
    await say(stage, 'one', 'large');
    await stage.services.stores.settings.change({ allowedModels: ['scripted'] });
    expect((await say(stage, 'two'))?.model).toBe('scripted');
    const failed = await say(stage, 'three', 'large');
    expect(failed?.status).toBe('failed');
    const notice = (await readState(stage)).items.at(-1);
    expect(notice).toMatchObject({ kind: 'notice', error: { code: 'model_missing' } });
    expect(notice?.kind === 'notice' && notice.error?.message).toContain('large');
  });

  test('is the admins’ default where nobody chose', async () => {
    const { stage } = await start();
    await stage.services.stores.settings.change({ defaultModel: 'large' });
    const { createConversation } = await import('#lib/runs/create-conversation.ts');
    const conversation = await createConversation(stage.services, stage.services.localMember, {});
    expect(conversation.model).toBe('large');
    expect((await say({ ...stage, conversation }, 'one'))?.model).toBe('large');
  });

  test('with a key that is wrong fails with the provider’s word, and the others go on', async () => {
    const { stage, other } = await start();
    other.requests.length = 0;
    const broken = await startOpenAiServer(() => ({ status: 401 }));
    closing.push(() => broken.close());
    const folder = tempFolder();
    const models = { broken: { baseUrl: broken.url, keyVariable: 'BROKEN_KEY' } };
    writeFiles(folder, { 'vitrine.config.json': JSON.stringify({ models }) });
    const second = await startRunStage(() => ({ text: 'fine' }), {
      environment: { VITRINE_CONFIG: `${folder}/vitrine.config.json`, BROKEN_KEY: 'sk-wrong' },
    });
    expect((await say(second, 'one', 'broken'))?.status).toBe('failed');
    expect((await readState(second)).items.at(-1)).toMatchObject({ error: { code: 'model_unauthorized' } });
    expect((await say(second, 'two', 'scripted'))?.status).toBe('completed');
    expect((await say(stage, 'one'))?.status).toBe('completed');
  });
});
