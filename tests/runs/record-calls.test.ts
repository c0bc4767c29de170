import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import type { RecordedCall } from '#lib/core/vocabulary/ledger/recorded-call.ts';
import { recordCalls } from '#lib/runs/record-calls.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const prompt: LanguageModelV4CallOptions['prompt'] = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'look' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: Buffer.from('pixels') } },
    ],
  },
];

/** What is recorded of one model call and its answer. */
async function asked(languageModel: LanguageModelV4) {
  const calls: RecordedCall[] = [];
  const model = {
    label: 'scripted',
    providerName: 'scripted',
    id: 'x',
    isOffline: false,
    hasVision: true,
    hasReasoning: false,
    keepsReasoning: false,
    offersCompaction: false,
    languageModel,
  };
  const recorded = recordCalls(model, (call) => calls.push(call)).languageModel;
  const result = await Promise.resolve(recorded.doStream({ prompt })).catch((error: unknown) => error);
  const parts: unknown[] = [];
  if (!(result instanceof Error)) {
    for await (const part of (result as { stream: ReadableStream }).stream) parts.push(part);
  }
  return { calls, parts, result };
}

test('a model call is recorded as it was made, with its result; an image is recorded only by size', async () => {
  const usage = {
    inputTokens: { total: 12, noCache: 8, cacheRead: 4, cacheWrite: undefined },
    outputTokens: { total: -3, text: -3, reasoning: 0 },
  };
  const { model } = scriptedModel([[{ name: 'read_file', input: { path: 'a' } }]], usage);
  const { calls, parts } = await asked(model);
  expect(calls).toEqual([
    {
      request: {
        prompt: [
          prompt[0],
          {
            role: 'user',
            content: [
              { type: 'text', text: 'look' },
              { type: 'file', mediaType: 'image/png', data: { type: 'data', data: { imageBytes: 6 } } },
            ],
          },
        ],
        tools: [],
      },
      reply: { text: '', toolCalls: [{ name: 'read_file', input: '{"path":"a"}' }] },
      usage: {
        ...{ inputTokens: 12, cacheReadTokens: 4, cacheWriteTokens: null },
        ...{ outputTokens: -3, reasoningTokens: 0 },
      },
      error: null,
    },
  ]);
  expect(parts).toHaveLength(2);
});

test('a failing model call is recorded as failed, and still fails with its own error', async () => {
  const { model } = scriptedModel([]);
  const broken = { ...model, doStream: () => Promise.reject(new Error('no route')) };
  const { calls, result } = await asked(broken);
  expect(result).toEqual(new Error('no route'));
  expect(calls).toMatchObject([{ reply: null, error: 'no route' }]);
});
