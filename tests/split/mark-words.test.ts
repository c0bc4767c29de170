import { expect, test, vi } from 'vitest';
import type * as Marks from '#lib/split/marks.ts';
import { allRecordings } from '#scripts/split/recordings.ts';

const marks = vi.hoisted((): Marks.Mark[] => []);
vi.mock(import('#lib/split/marks.ts'), async (load) => {
  const real = await load();
  const mark: typeof real.mark = (...parameters) => {
    const created = real.mark(...parameters);
    marks.push(created);
    return created;
  };
  return { ...real, mark };
});
// Marks are made as their summarizers are imported.
await import('#lib/split/summarizers.ts');

const edgeCharacters = 4 * 1024;

test('where a mark stands in a recording, one of the words that are looked for before it does too', () => {
  const edges = allRecordings().flatMap(({ name, text }) => [
    { name, text: text.slice(0, edgeCharacters) },
    { name, text: text.slice(-edgeCharacters) },
  ]);
  const found = new Set<Marks.Mark>();
  for (const { name, text } of edges) {
    for (const mark of marks.filter(({ isIn }) => isIn(text))) {
      found.add(mark);
      const words = mark.words.map(({ word }) => word);
      const isMarked = words.some((word) => text.includes(word));
      expect(isMarked, `${name}: ${words.join(', ')}`).toBe(true);
    }
  }
  // Of a mark that no recording has this tells nothing.
  expect(found.size).toBeGreaterThan(marks.length / 2);
});
