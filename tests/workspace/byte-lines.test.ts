import { expect, test } from 'vitest';
import { createByteLines } from '#lib/workspace/byte-lines.ts';

test('lines are the same wherever the chunks end, in the middle of a character too', () => {
  const bytes = Buffer.from('one\r\n\nzwölf €\nrest');
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines = createByteLines(100);
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    expect(found).toEqual(['one', '', 'zwölf €']);
    expect(lines.remaining()).toEqual(['rest']);
  }
});

test('of a line that is too long the start is kept', () => {
  const lines = createByteLines(4);
  expect(lines.push(Buffer.from('123456\n12\n12'))).toEqual(['1234', '12']);
  expect(lines.push(Buffer.from('3456'))).toEqual([]);
  expect(lines.remaining()).toEqual(['1234']);
});

test('bytes that are no text become marks, and no line is lost by them', () => {
  expect(createByteLines(10).push(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]))).toEqual(['a\ufffd', 'b']);
});
