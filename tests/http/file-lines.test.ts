import { expect, test } from 'vitest';
import { readFileLines } from '../../lib/http/file-lines.ts';

test('lines are the same wherever the pieces of a file end', async () => {
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
