import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner } from '#lib/runs/runner.ts';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { failedCall } from '#lib/tools/failed-call.ts';
import type { Tool } from '#lib/tools/tool-call.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { until } from '../support/conversations.ts';
import { openLocalServices } from '../support/local-services.ts';
import { scriptedModels } from '../support/scripted-models.ts';

const services = openLocalServices();

/** Echoes its input, as the model may read it. */
const echo: Tool = {
  name: 'echo',
  description: 'Says it again.',
  inputSchema: z.object({ text: z.string() }),
  offline: { help: '', read: () => null },
  needsCommands: false,
  changesNothing: true,
  async call({ input, toolCallId, secrets }) {
    const { text } = z.object({ text: z.string() }).parse(input);
    const result = await forModel(text, secrets);
    const outcome = await failedCall(toolCallId, result.text);
    return { ...outcome, toolTelemetry: { ...outcome.toolTelemetry, masked: result.masked } };
  },
};

/** Has all of these echoed in one step, then ends. */
function echoing(texts: string[]): LanguageModelV4 {
  let steps = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'echoing',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => {
      const calls: LanguageModelV4StreamPart[] = (steps === 0 ? texts : []).map((text, index) => ({
        type: 'tool-call',
        toolCallId: `call-${index}`,
        toolName: 'echo',
        input: JSON.stringify({ text }),
      }));
      steps += 1;
      const reason = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const);
      const finish = { type: 'finish' as const, finishReason: { unified: reason, raw: reason }, usage };
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of [...calls, finish]) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

test('a secret keeps its name within its conversation: across calls of one step, in a later run and in the log', async () => {
  const conversation = await createConversation(services, services.localMember, {});
  const log = () => readLog(services.stores.events, conversation.id);
  /** Each run has a runner of its own, as in another process. */
  const say = async (runs: number, texts: string[]) => {
    const errors: unknown[] = [];
    const runner = createRunner({
      ...services,
      isTeam: false,
      readTools: async () => [echo],
      models: scriptedModels(echoing(texts)),
      readLifetime: async () => 60,
      pasteTokens: 2_000,
      knownSecrets: [{ name: 'OIDC_CLIENT_SECRET', value: 'known to the server' }],
      workspaceOf: async () => services.workspaces.configured[0] ?? null,
      readMediaTitle: async () => null,
      onStorageFailure: (error) => errors.push(error),
      onSplitFault: (error) => errors.push(error),
      onError: (error) => errors.push(error),
    });
    await runner.submit(conversation, {
      text: 'go',
      author: { id: 'local', name: 'me' },
      attachments: [],
      interrupt: false,
    });
    const ended = async () => (await log()).filter((event) => event.type === 'run.finished').length === runs;
    await until('the end', ended);
    await runner.drain();
    expect(errors).toEqual([]);
    const views = (await log()).flatMap((event) =>
      event.type === 'tool.execution_complete' ? [event.data.result?.content ?? ''] : [],
    );
    return views.slice(-texts.length).toSorted();
  };
  const tokens = [1_001, 1_002, 1_003].map((number) => `ghp_${madeUp(32)}${number}`);
  const named = (number: number) => `[masked: github token #${number}]`;

  const first = await say(1, [`a ${tokens[0]}`, `b ${tokens[1]}`, 'c known to the server']);
  expect(first).toHaveLength(3);
  expect(first.join('\n')).toContain('c [masked: server secret #1]');
  expect(new Set(first.slice(0, 2).map((view) => view.slice(2)))).toEqual(new Set([named(1), named(2)]));

  const again = await say(2, [`a ${tokens[0]}`, `b ${tokens[1]}`, `c ${tokens[2]}`]);
  expect(again).toEqual([...first.slice(0, 2), `c ${named(3)}`]);

  const { maskedSecrets } = reduceEvents(await log());
  expect(Object.values(maskedSecrets).toSorted()).toEqual([
    'github token #1',
    'github token #2',
    'github token #3',
    'server secret #1',
  ]);
  expect(JSON.stringify(maskedSecrets)).not.toContain(madeUp(32));
});
