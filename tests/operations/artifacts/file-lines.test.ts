import { expect, test } from 'vitest';
import { readFileLines } from '#lib/operations/artifacts/file-lines.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

test('lines are the same wherever the chunks of a file end', async () => {
  const bytes = Buffer.from('one\r\ntwo é\n\nfour');
  for (let size = 1; size <= bytes.length; size += 1) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const { lines, total } = await readFileLines(pieces(), { from: 1, to: 9 });
    expect([total, ...lines.map(({ text }) => text)]).toEqual([4, 'one', 'two é', '', 'four']);
    const middle = await readFileLines(pieces(), { from: 2, to: 2 });
    expect([middle.total, ...middle.lines]).toEqual([4, { text: 'two é', byteLength: 6, isCut: false }]);
  }
});

test('lines outside the range are counted, including an unterminated last line', async () => {
  for (const text of ['', '\n', 'a', 'a\n', 'a\nb', '\n\n\n', 'a\nb\nc\nd\n', 'a\nb\nc\nd']) {
    const all = text.replace(/\n$/, '').split('\n');
    const total = text === '' ? 0 : all.length;
    for (const [from, to] of [
      [1, 1],
      [2, 3],
      [4, 4],
      [5, 9],
    ] as const) {
      for (const size of [1, 3, 100]) {
        async function* pieces() {
          const bytes = Buffer.from(text);
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }
        const read = await readFileLines(pieces(), { from, to });
        expect([read.total, ...read.lines.map((line) => line.text)]).toEqual([
          total,
          ...all.slice(0, total).slice(from - 1, to),
        ]);
      }
    }
  }
});

test('a file of empty lines is read in linear time', async () => {
  const chunk = Buffer.alloc(256 * 1024, '\n');
  async function* pieces(count: number) {
    for (let index = 0; index < count; index += 1) yield chunk;
  }
  await expectLinear(64, async (count) => {
    const { total } = await readFileLines(pieces(count), { from: 1, to: 101 });
    expect(total).toBe(count * chunk.length);
  });
});
