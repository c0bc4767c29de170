import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { plainTerminalText } from '../lib/core/algorithms/terminal/terminal-text.ts';
import { readCorpus } from '../scripts/bench/corpus.ts';
import { allRecordings } from '../scripts/split/recordings.ts';

const root = join(import.meta.dirname, '..');
const cases = readCorpus(join(root, 'scripts/bench/corpus'));
const recordings = allRecordings().map(({ name }) => name);
const familyOf = (name: string) => name.split('/')[0];

const recordingOf = ({ outputPath }: (typeof cases)[number]) =>
  relative(join(root, 'tests/fixtures/split'), outputPath).replace(/\.txt$/, '');

test('asks about each of its recordings once, and about every family', () => {
  const asked = cases.map(recordingOf);
  expect(recordings).toEqual(expect.arrayContaining(asked));
  expect(asked).toEqual([...new Set(asked)]);
  const families = new Set(asked.map(familyOf));
  const unasked = [...new Set(recordings.map(familyOf))].filter((family) => !families.has(family));
  // The first recording of a family needs questions: scripts/bench/corpus/<family>-<name>/case.json.
  expect(unasked).toEqual([]);
});

test('names each case after its recording', () => {
  for (const one of cases) expect(one.id).toBe(recordingOf(one).replace('/', '-'));
});

test.each(cases)('$id: an answer stands in the output, unless it is derived', ({ bytes, questions }) => {
  const text = plainTerminalText(Buffer.from(bytes).toString('utf8'));
  const standing = questions.filter(({ answer }) => new RegExp(answer, 'im').test(text));
  expect(standing).toEqual(questions.filter(({ derived }) => !derived));
});

test.each(cases)('$id: asks four to six questions, some for a recall', ({ questions }) => {
  expect(questions.length).toBeGreaterThanOrEqual(4);
  expect(questions.length).toBeLessThanOrEqual(6);
  const recallable = questions.filter(({ kind }) => kind === 'recallable');
  expect(recallable.length).toBeGreaterThan(0);
  expect(recallable.filter(({ recallQuery }) => !recallQuery)).toEqual([]);
});
