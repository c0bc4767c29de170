import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCitations } from '#lib/core/vocabulary/citations.ts';
import { newId } from '#tests/contracts/samples.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

const id = newId('art');
const cited = (text: string) => splitCitations(text).filter((part) => typeof part !== 'string');

describe('citations', () => {
  test('are found with a line range, with one line and without lines', () => {
    expect(splitCitations(`See ${id}#L40-L42, ${id}#L7 and ${id}.`)).toEqual([
      'See ',
      { text: `${id}#L40-L42`, artifactId: id, lines: { from: 40, to: 42 } },
      ', ',
      { text: `${id}#L7`, artifactId: id, lines: { from: 7, to: 7 } },
      ' and ',
      { text: id, artifactId: id, lines: null },
      '.',
    ]);
  });

  test('end where their line part becomes invalid; the rest remains text', () => {
    for (const remaining of ['#L0', '#L42-L40', '#L40x', '#40', '#L', '#L1234567890', '#']) {
      expect(splitCitations(`${id}${remaining}`), remaining).toEqual([
        { text: id, artifactId: id, lines: null },
        remaining,
      ]);
    }
  });

  test('are ignored inside other words', () => {
    for (const text of [`x${id}`, `${id}a`, `_${id}`, `${id}_`, id.slice(0, -1), id.toUpperCase()])
      expect(splitCitations(text), text).toEqual([text]);
  });

  test('are found next to punctuation and next to each other', () => {
    for (const text of [`(${id})`, `"${id}"`, `${id}:`, `[${id}](x)`, `${id}/${id}`, `-${id}`])
      expect(cited(text).length, text).toBe(text.split(id).length - 1);
  });

  test('preserve every character of the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(id, `${id}#L1`, `${id}#L9-L2`, '#L', 'art_', '#L40-', 'a', '\n', '日', '\ud83d'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parts = splitCitations(text);
        expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(text);
        expect(parts).not.toContain('');
      }),
    );
  });

  test('are found in linear time', async () => {
    const manyOf = (count: number) => cited(`${id}#L1-`.repeat(count));
    const noneOf = (count: number) => splitCitations('art_'.repeat(count));
    await expectLinear(20_000, manyOf);
    await expectLinear(200_000, noneOf);
    const [many, none] = [manyOf(20_000), noneOf(200_000)];
    expect(many).toHaveLength(20_000);
    expect(many.at(-1)).toEqual({ text: `${id}#L1`, artifactId: id, lines: { from: 1, to: 1 } });
    expect(none).toEqual(['art_'.repeat(200_000)]);
  });
});
