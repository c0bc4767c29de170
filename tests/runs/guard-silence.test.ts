import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { guardSilence } from '#lib/runs/guard-silence.ts';
import { ModelSilentError } from '#lib/runs/run-failure.ts';

const silenceMs = 120;
const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));
const options: LanguageModelV4CallOptions = { prompt: [] };

const delta = (text: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta: text });
const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
};

/** Streams parts with pauses before them, in milliseconds; after the last part it closes or hangs. */
function modelOf(
  parts: [number, LanguageModelV4StreamPart][],
  end: 'closes' | 'hangs' = 'closes',
): LanguageModelV4 {
  const left = [...parts];
  return {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'test',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => ({
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        async pull(controller) {
          const next = left.shift();
          if (!next) {
            if (end === 'hangs') await new Promise(() => {});
            return controller.close();
          }
          await pause(next[0]);
          controller.enqueue(next[1]);
        },
      }),
    }),
  };
}

async function read(model: LanguageModelV4, pauseAtFinishMs = 0): Promise<string> {
  const { stream } = await model.doStream(options);
  let text = '';
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>) {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'finish') await pause(pauseAtFinishMs);
  }
  return text;
}

test('a model that becomes silent midway fails with a message that says so', async () => {
  const model = guardSilence(modelOf([[0, delta('a')]], 'hangs'), silenceMs);
  await expect(read(model)).rejects.toThrow(ModelSilentError);
});

test('a model that never responds fails, and its request is aborted', async () => {
  let heard: AbortSignal | undefined;
  const model = guardSilence(
    {
      ...modelOf([]),
      doStream: ({ abortSignal }) => {
        heard = abortSignal;
        return new Promise((_, reject) =>
          abortSignal?.addEventListener('abort', () => reject(abortSignal.reason)),
        );
      },
    },
    silenceMs,
  );
  await expect(model.doStream(options)).rejects.toThrow(ModelSilentError);
  expect(heard?.aborted).toBe(true);
});

test('a model that is slow, but not silent, is read to its end', async () => {
  const parts = Array.from({ length: 6 }, (): [number, LanguageModelV4StreamPart] => [
    silenceMs / 4,
    delta('x'),
  ]);
  expect(await read(guardSilence(modelOf([...parts, [0, finish]]), silenceMs))).toBe('xxxxxx');
});

test('a slow tool after the model has finished does not count as silence of the model', async () => {
  expect(
    await read(
      guardSilence(
        modelOf([
          [0, delta('a')],
          [0, finish],
        ]),
        silenceMs,
      ),
      silenceMs * 3,
    ),
  ).toBe('a');
});

test('a stop by the caller is still reported as the caller’s', async () => {
  const stop = new AbortController();
  const model = guardSilence(
    {
      ...modelOf([]),
      doStream: ({ abortSignal }) =>
        new Promise((_, reject) => abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))),
    },
    10_000,
  );
  const called = model.doStream({ ...options, abortSignal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(called).rejects.toThrow('stopped');
});
