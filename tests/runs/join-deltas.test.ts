import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { joinDeltas } from '#lib/runs/join-deltas.ts';

type Part = LanguageModelV4StreamPart;

const text = (delta: string, id = '1'): Part => ({ type: 'text-delta', id, delta });
const reasoning = (delta: string): Part => ({ type: 'reasoning-delta', id: 'r', delta });

/** What a model sends, by the test, and what arrives of it. */
async function listenToModel() {
  let model: ReadableStreamDefaultController<Part> | undefined;
  const stream = new ReadableStream<Part>({
    start(controller) {
      model = controller;
    },
  });
  const inner = { doStream: async () => ({ stream }) } as unknown as LanguageModelV4;
  const result = await joinDeltas(inner).doStream({ prompt: [] });
  const arrived: unknown[] = [];
  const reading = (async () => {
    for await (const part of result.stream) arrived.push(part);
  })().catch((error: Error) => arrived.push(error.message));
  return {
    arrived,
    reading,
    model,
    send(...parts: Part[]) {
      for (const part of parts) model?.enqueue(part);
    },
  };
}

/** Twice: whoever waits first is called first. */
const nextTurn = async () => {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
};

test('words that arrive together are joined, later ones come by themselves', async () => {
  const { arrived, send } = await listenToModel();
  send(text('a'), text('b'), text('c'));
  await nextTurn();
  expect(arrived).toEqual([text('abc')]);
  send(text('d'));
  await nextTurn();
  expect(arrived).toEqual([text('abc'), text('d')]);
});

test('only words of the same text are joined, and nothing overtakes them', async () => {
  const { model, arrived, reading, send } = await listenToModel();
  const end: Part = { type: 'text-end', id: '2' };
  send(text('a'), reasoning('b'), reasoning('c'), text('d'), text('e', '2'), text('f', '2'), end);
  model?.close();
  await reading;
  expect(arrived).toEqual([text('a'), reasoning('bc'), text('d'), text('ef', '2'), end]);
});

test('raw chunks between words do not separate them', async () => {
  const { arrived, send } = await listenToModel();
  const raw: Part = { type: 'raw', rawValue: 1 };
  send(raw, text('a'), raw, text('b'));
  await nextTurn();
  expect(arrived).toEqual([raw, raw, text('ab')]);
});

test('metadata of a provider is kept', async () => {
  const { model, arrived, reading, send } = await listenToModel();
  const signed: Part = { ...text('c'), providerMetadata: { provider: { signature: 'x' } } } as Part;
  send(text('a'), text('b'), signed);
  model?.close();
  await reading;
  expect(arrived).toEqual([text('ab'), signed]);
});

test('what was received comes before the error of a model that fails', async () => {
  const parts: Part[] = [text('a'), text('b')];
  const failing = new ReadableStream<Part>(
    {
      pull(controller) {
        const next = parts.shift();
        if (next) controller.enqueue(next);
        else controller.error(new Error('broken'));
      },
    },
    { highWaterMark: 0 },
  );
  const inner = { doStream: async () => ({ stream: failing }) } as unknown as LanguageModelV4;
  const reader = (await joinDeltas(inner).doStream({ prompt: [] })).stream.getReader();
  expect(await reader.read()).toEqual({ done: false, value: text('ab') });
  await expect(reader.read()).rejects.toThrow('broken');
});
