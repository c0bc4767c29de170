import { expect, test } from 'vitest';
import { createByteLines } from '#lib/workspace/byte-lines.ts';

test('lines are the same wherever the chunks end, in the middle of a character too', () => {
  const bytes = Buffer.from('one\r\n\nzwölf €\nrest');
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = createByteLines(100);
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...lines.push(bytes.subarray(at, at + size)).lines);
    expect(found).toEqual(['one', '', 'zwölf €']);
    expect(lines.remaining()).toEqual(['rest']);
  }
});

test('a line that is too long is reported once it is, and none of it is kept beyond the limit', () => {
  const lines = createByteLines(10);
  expect(lines.push(Buffer.from('0123456789\n'))).toEqual({ lines: ['0123456789'], isTooLong: false });
  expect(lines.push(Buffer.from('ok\n01234567'))).toEqual({ lines: ['ok'], isTooLong: false });
  expect(lines.push(Buffer.from('89a'))).toEqual({ lines: [], isTooLong: true });
  expect(lines.remaining()).toEqual(['0123456789']);
});

test('or is cut', () => {
  const lines = createByteLines(4, 'cut');
  expect(lines.push(Buffer.from('123456\n12\n')).lines).toEqual(['1234', '12']);
});

test('bytes that are no text become marks, and no line is lost by them', () => {
  expect(createByteLines(10).push(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])).lines).toEqual([
    'a\ufffd',
    'b',
  ]);
});
