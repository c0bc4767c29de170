import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Summarizer } from '#lib/split/summarizer.ts';
import { summarizers } from '#lib/split/summarizers.ts';

const root = join(import.meta.dirname, '../..');
const recordings = globSync('tests/fixtures/split/*/*', { cwd: root });
const withEnding = (ending: string) =>
  recordings.filter((path) => path.endsWith(ending)).map((path) => path.slice(0, -ending.length));

const isSummarizer = (value: unknown): value is Summarizer =>
  typeof value === 'object' && value !== null && 'recognise' in value && 'covers' in value;

test('a recording is two files: what was printed, and what ran', () => {
  expect(withEnding('.txt').toSorted()).toEqual(withEnding('.json').toSorted());
});

test('a test of its family names every recording, and says what must be recognised in it', () => {
  const tests = Map.groupBy(globSync('tests/split/*/*.test.ts', { cwd: root }), (path) =>
    basename(dirname(path)),
  );
  const texts = new Map(
    [...tests].map(([family, paths]) => [
      family,
      paths.map((path) => readFileSync(join(root, path), 'utf8')).join(),
    ]),
  );
  const unnamed = withEnding('.txt').filter((path) => {
    const text = texts.get(basename(dirname(path))) ?? '';
    return !new RegExp(`(?<![\\w-])${basename(path)}(?![\\w-])`).test(text);
  });
  expect(unnamed).toEqual([]);
});

test('every summarizer that a file exports is in the list of its family', async () => {
  const kinds = new Set(summarizers.map(({ kind }) => kind));
  const unlisted: string[] = [];
  for (const path of globSync('lib/split/*/**/*.ts', { cwd: root })) {
    const exported: Record<string, unknown> = await import(join(root, path));
    for (const [name, value] of Object.entries(exported))
      if (isSummarizer(value) && !kinds.has(value.kind)) unlisted.push(`${path}: ${name}`);
  }
  expect(unlisted).toEqual([]);
});
