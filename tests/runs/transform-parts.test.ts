import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { type PartTransform, transformParts } from '#lib/runs/transform-parts.ts';

const part = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta });
const textOf = (value: LanguageModelV4StreamPart) => (value.type === 'text-delta' ? value.delta : value.type);

/** A model's stream that counts what is taken of it, and notes how it is cancelled. */
function source(texts: readonly string[], doesEnd = true) {
  const seen = { taken: 0, cancelled: null as unknown };
  const stream = new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull(controller) {
        const text = texts[seen.taken];
        if (text === undefined) return doesEnd ? controller.close() : new Promise<void>(() => {});
        seen.taken += 1;
        controller.enqueue(part(text));
        return undefined;
      },
      cancel(reason) {
        seen.cancelled = reason ?? 'cancelled';
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

async function read(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<string[]> {
  const texts: string[] = [];
  for await (const value of stream) texts.push(textOf(value));
  return texts;
}

const collecting = (): PartTransform => {
  const texts: string[] = [];
  return {
    transform: (value) => void texts.push(textOf(value)),
    flush(sink) {
      for (const text of texts.splice(0)) sink.enqueue(part(text));
    },
  };
};

const doubling: PartTransform = {
  transform(value, sink) {
    if (textOf(value) === 'none') return;
    sink.enqueue(value);
    sink.enqueue(value);
  },
};

test('each part becomes none, one or several, in order, and the end is reported once', async () => {
  let ends = 0;
  const { stream } = source(['a', 'none', 'none', 'b']);
  const made = transformParts(stream, { ...doubling, flush: () => (ends += 1) });
  expect(await read(made)).toEqual(['a', 'a', 'b', 'b']);
  expect(ends).toBe(1);
});

test('nothing is taken of the model before somebody reads', async () => {
  const { stream, seen } = source(['a', 'b', 'c']);
  const reader = transformParts(stream, doubling).getReader();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(0);
  await reader.read();
  await reader.read();
  expect(seen.taken).toBe(1);
});

test('whoever stops reading cancels the model, with the reason', async () => {
  const { stream, seen } = source(['a', 'b'], false);
  const reader = transformParts(stream, doubling).getReader();
  await reader.read();
  await reader.cancel('stopped');
  expect(seen.cancelled).toBe('stopped');
});

test('a transform that ends the stream sends what it had before, and cancels the model', async () => {
  const { stream, seen } = source(['a', 'b', 'c'], false);
  const made = transformParts(stream, {
    transform(value, sink) {
      sink.enqueue(value);
      if (textOf(value) !== 'b') return;
      sink.terminate();
      sink.enqueue(value);
    },
  });
  expect(await read(made)).toEqual(['a', 'b']);
  expect(seen.cancelled).not.toBeNull();
});

test('an error from outside reaches whoever waits for the model, and cancels it', async () => {
  const { stream, seen } = source(['a'], false);
  let fail = (_reason: Error) => {};
  const made = transformParts(stream, {
    start(sink) {
      fail = (reason) => sink.error(reason);
    },
    transform: (value, sink) => sink.enqueue(value),
  });
  const reader = made.getReader();
  await reader.read();
  const waiting = reader.read();
  fail(new Error('silent'));
  await expect(waiting).rejects.toThrow('silent');
  expect(seen.cancelled).not.toBeNull();
});

test('what is flushed at the end comes before it, and before the error of a model that fails', async () => {
  expect(await read(transformParts(source(['a', 'b']).stream, collecting()))).toEqual(['a', 'b']);
  let taken = 0;
  const failing = new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull(controller) {
        taken += 1;
        if (taken < 3) controller.enqueue(part(`${taken}`));
        else controller.error(new Error('broken'));
      },
    },
    { highWaterMark: 0 },
  );
  const reader = transformParts(failing, collecting()).getReader();
  expect(await reader.read()).toMatchObject({ value: part('1') });
  expect(await reader.read()).toMatchObject({ value: part('2') });
  await expect(reader.read()).rejects.toThrow('broken');
});

test('an error of the model, or of a transform, is the error of the stream', async () => {
  const broken = new ReadableStream<LanguageModelV4StreamPart>({
    pull: (controller) => controller.error(new Error('broken')),
  });
  await expect(read(transformParts(broken, doubling))).rejects.toThrow('broken');
  const { stream, seen } = source(['a'], false);
  const failing: PartTransform = {
    transform() {
      throw new Error('transform');
    },
  };
  await expect(read(transformParts(stream, failing))).rejects.toThrow('transform');
  expect(seen.cancelled).not.toBeNull();
});
