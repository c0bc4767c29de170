import { describe, expect, test } from 'vitest';
import { until } from '../support/conversations.ts';
import type { ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';

const reported = { inputTokens: 10, outputTokens: 5 };

describe.each(['chat', 'responses'] as const)('over %s', (api) => {
  test('the usage that the provider reports is in the ledger before the stream ends, and once', async () => {
    const stage = await startRunStage(() => ({ text: 'All said. ', staysOpen: true }), { api });
    await stage.send('go');
    await until('the entry', async () => (await stage.steps()).length > 0);
    expect((await stage.events()).some((event) => event.type === 'run.finished')).toBe(false);
    await stage.services.runner.abort(stage.conversation.id);
    await until('the end', async () => (await stage.events()).some((event) => event.type === 'run.finished'));
    expect(await stage.steps()).toMatchObject([{ usage: reported, countedTokens: expect.any(Number) }]);
  });

  test('the cost of an empty answer is in the ledger', async () => {
    const stage = await startRunStage(() => ({}), { api });
    expect((await stage.ask('go')).data).toMatchObject({ error: { code: 'model_empty' } });
    expect(await stage.steps()).toMatchObject([{ usage: reported }]);
  });

  test('a step that only recalls is recorded as one', async () => {
    const call = { name: 'recall_output', arguments: { artifactId: 'art_none' } };
    const stage = await startRunStage(
      (_, index): ScriptedReply => (index === 0 ? { toolCalls: [call] } : { text: 'Read.' }),
      { api },
    );
    await stage.ask('go');
    expect(await stage.steps()).toMatchObject([
      { usage: reported, isRecall: true },
      { usage: reported, isRecall: false },
    ]);
  });
});
