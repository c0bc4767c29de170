import { expect, test } from 'vitest';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { hasReasoning } from '#lib/runs/has-reasoning.ts';
import { until } from '../support/conversations.ts';
import { type OpenAiApi, type RunStage, startRunStage } from '../support/run-stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const me = { id: 'local', name: 'me' };

/** A model that thinks before each step, and calls one tool in its first. */
async function start(api: OpenAiApi, reasoning = true): Promise<RunStage> {
  const folder = tempFolder();
  writeFiles(folder, { 'vitrine.config.json': JSON.stringify({ models: { scripted: { reasoning } } }) });
  return await startRunStage(
    (_request, position) => ({
      reasoning: { id: `rs_${position}`, encrypted: `sealed ${position}`, summary: 'I look first.' },
      ...(position === 0
        ? { toolCalls: [{ name: 'list_files', arguments: {} }] }
        : { text: `answer ${position}` }),
    }),
    { api, environment: { VITRINE_CONFIG: `${folder}/vitrine.config.json` } },
  );
}

const readState = async ({ services, conversation }: RunStage) =>
  reduceEvents(await readLog(services.stores.events, conversation.id));

async function say(stage: RunStage, text: string, effort?: 'low' | 'medium' | 'high'): Promise<void> {
  const { services, conversation } = stage;
  const message = { text, author: me, attachments: [], interrupt: false, effort };
  const { runId } = await services.runner.submit(conversation, message);
  await until('the end of the run', async () => (await readState(stage)).runs[runId]?.finishedAt ?? false);
}

const bodies = ({ model }: RunStage) => model.requests.map(({ body }) => body);
const sealedIn = (body: Record<string, unknown> | undefined): string[] =>
  [...JSON.stringify(body).matchAll(/"encrypted_content":"([^"]*)"/g)].map(([, text = '']) => text);

test('the reasoning of a model goes back to it with every later step, and its provider stores nothing', async () => {
  const stage = await start('responses');
  await say(stage, 'one');
  await say(stage, 'two');
  const sent = bodies(stage);
  expect(sent.map(sealedIn)).toEqual([[], ['sealed 0'], ['sealed 0', 'sealed 1']]);
  for (const body of sent) {
    expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
  }
});

test('the effort that somebody chose goes with each step, until another one is chosen', async () => {
  for (const api of ['responses', 'chat'] as const) {
    const stage = await start(api);
    await say(stage, 'one');
    await say(stage, 'two', 'high');
    await say(stage, 'three');
    await say(stage, 'four', 'low');
    const chosen = bodies(stage).map((body) =>
      api === 'chat' ? body.reasoning_effort : (body.reasoning as { effort?: string } | undefined)?.effort,
    );
    expect(chosen).toEqual([undefined, undefined, 'high', 'high', 'low']);
  }
});

test('a model without it is asked for none, and gets none', async () => {
  const stage = await start('responses', false);
  await say(stage, 'one', 'high');
  for (const body of bodies(stage)) {
    expect(sealedIn(body)).toEqual([]);
    expect(body).not.toHaveProperty('reasoning');
    expect(body).not.toHaveProperty('include');
  }
});

test('models that think are known by their family', () => {
  for (const id of ['gpt-5-mini', 'openai/gpt-5.4', 'o3', 'o4-mini', 'gpt-oss-120b']) {
    expect(hasReasoning(id), id).toBe(true);
  }
  for (const id of ['gpt-4o', 'gpt-5-chat-latest', 'claude-haiku-4-5', 'qwen3', 'demo']) {
    expect(hasReasoning(id), id).toBe(false);
  }
});
