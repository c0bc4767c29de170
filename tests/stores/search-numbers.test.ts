import { expect, test } from 'vitest';
import { commonNumbers } from '#lib/stores/redis/search-numbers.ts';

const list = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer).swap16();
/** As Redis sets them: number 0 is the highest bit of the first byte. */
function bits(...numbers: number[]): Uint8Array {
  const bytes = new Uint8Array(8_192);
  for (const number of numbers) bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (0x80 >> (number & 7));
  return bytes;
}
const everything = new Uint8Array(8_192).fill(255);

test('common numbers are in all lists and marked, the highest first', () => {
  const lists = [list(1, 7, 300, 65_535), list(0, 1, 2, 7, 8, 299, 300, 65_535)];
  const find = (either: [Uint8Array | null, Uint8Array | null], also: Uint8Array | null = null) =>
    commonNumbers(lists, { either, also });
  expect(find([everything, null])).toEqual([65_535, 300, 7, 1]);
  expect(find([bits(7), bits(65_535, 8)])).toEqual([65_535, 7]);
  expect(find([everything, null], bits(1, 2))).toEqual([1]);
  expect(find([null, null])).toEqual([]);
  expect(commonNumbers([list(1, 2), list(3), list(1)], { either: [everything, null], also: null })).toEqual(
    [],
  );
});

test('without lists, all numbers that are marked are common', () => {
  expect(commonNumbers([], { either: [bits(0, 9), bits(65_535)], also: null })).toEqual([65_535, 9, 0]);
  // Redis ends a bitmap at its last byte with a bit.
  expect(commonNumbers([], { either: [Uint8Array.of(0x80), null], also: null })).toEqual([0]);
});
