import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '#lib/core/algorithms/json-path/json-path.ts';
import { type JsonDetail, printJson } from '#lib/core/algorithms/json-path/print-json.ts';

const all: JsonDetail = { depth: 64, items: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };
const print = (value: JsonValue, detail: Partial<JsonDetail> = {}) =>
  printJson(value, { ...all, ...detail }, 100_000);

test('prints a value on one line if it fits, and indented otherwise', () => {
  expect(print({ a: [1, 'x', null], b: {} })?.text).toBe('{"a": [1, "x", null], "b": {}}');
  const long = 'x'.repeat(60);
  expect(print({ a: [long, long], b: 12345678901234567890n })?.text).toBe(
    `{\n "a": [\n  "${long}",\n  "${long}"\n ],\n "b": 12345678901234567890\n}`,
  );
});

test('a value printed in full parses back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const printed = print(value as JsonValue);
      expect(printed?.isShortened).toBe(false);
      expect(JSON.parse(printed?.text ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('omitted values are counted where they were', () => {
  expect(print([1, 2, 3, 4], { items: 2 })).toEqual({ text: '[1, 2, … 2 more items]', isShortened: true });
  expect(print({ a: { b: 1 }, c: [1, 2] }, { depth: 1 })?.text).toBe('{"a": {… 1 keys}, "c": [… 2 items]}');
  expect(print('abcdef', { characters: 4 })?.text).toBe('"abcd"… (+2 characters)');
  expect(print(['…'])?.isShortened).toBe(false);
});

test('a value that would be too long is not printed, at any depth and width', () => {
  expect(printJson(Array(1_000_000).fill(1), all, 1_000)).toBeNull();
  let deep: JsonValue = 1;
  for (let depth = 0; depth < 10_000; depth += 1) deep = depth % 2 === 0 ? [deep] : { a: deep };
  expect(printJson(deep, all, 100_000)?.isShortened).toBe(true);
});
