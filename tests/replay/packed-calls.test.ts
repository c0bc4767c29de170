import { expect, test } from 'vitest';
import type { Json } from '#lib/core/vocabulary/json.ts';
import type { RecordedCall } from '#lib/core/vocabulary/ledger/recorded-call.ts';
import { packCalls, unpackCalls } from '#lib/replay/packed-calls.ts';

const call = (prompt: Json[], tools: Json[] = [{ name: 'read_file' }]): RecordedCall => ({
  request: { prompt, tools },
  reply: { text: 'x', toolCalls: [] },
  usage: {
    inputTokens: 1,
    cacheReadTokens: null,
    cacheWriteTokens: null,
    outputTokens: 1,
    reasoningTokens: null,
  },
  error: null,
});
const message = (text: string): Json => ({ role: 'user', content: [{ type: 'text', text }] });

test('calls come out as they went in, with each message kept once', () => {
  const calls = [
    call([message('a')]),
    call([message('a'), message('b')]),
    call([message('a'), message('b'), message('a'), null], []),
  ];
  const packed = packCalls(calls);
  expect(packed.messages).toEqual([message('a'), message('b'), null]);
  expect(packed.tools).toHaveLength(1);
  expect(unpackCalls(packed)).toEqual(calls);
});

test('what a conversation stores grows with its messages, not with its calls', () => {
  const size = (steps: number) => {
    const messages = Array.from({ length: steps }, (_, index) => message(`${index} ${'words '.repeat(200)}`));
    const calls = messages.map((_, index) => call(messages.slice(0, index + 1)));
    return JSON.stringify(packCalls(calls)).length;
  };
  expect(size(80) / size(20)).toBeLessThan(5);
});

test('a call that refers to nothing is an error', () => {
  const packed = packCalls([call([message('a')])]);
  expect(() => unpackCalls({ ...packed, messages: [] })).toThrow(RangeError);
});
