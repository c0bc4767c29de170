import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTerminalText } from '../lib/core/algorithms/terminal/terminal-text.ts';
import { readCorpus } from '../scripts/bench/corpus.ts';

const folder = join(import.meta.dirname, '..', 'scripts', 'bench', 'blind');
const cases = ['open', 'sealed'].flatMap((part) => readCorpus(join(folder, part)));

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

test('has forty open recordings and twenty sealed ones', () => {
  expect(readCorpus(join(folder, 'open'))).toHaveLength(40);
  expect(readCorpus(join(folder, 'sealed'))).toHaveLength(20);
});

test('the sealed recordings are those of the hash that was committed with them', () => {
  const sealed = join(folder, 'sealed');
  const files = globSync('*/*', { cwd: sealed }).toSorted();
  // As `find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum` has it.
  const sums = files.map((name) => `${sha256(readFileSync(join(sealed, name)))}  ./${name}\n`).join('');
  expect(sha256(sums)).toBe(readFileSync(join(folder, 'sealed.sha256'), 'utf8').trim());
});

test.each(cases)('$id: asks for three musts or more, and three recalls', ({ questions }) => {
  const musts = questions.filter(({ kind }) => kind === 'must-in-summary');
  const recalls = questions.filter(({ kind }) => kind === 'recallable');
  expect(musts.length).toBeGreaterThanOrEqual(3);
  expect(recalls).toHaveLength(3);
  expect(recalls.filter(({ recallQuery }) => !recallQuery)).toEqual([]);
});

test.each(cases)('$id: an answer stands in the output, unless it is derived', ({ bytes, questions }) => {
  const text = plainTerminalText(Buffer.from(bytes).toString('utf8'));
  const missing = questions.filter(({ answer, derived }) => !derived && !new RegExp(answer, 'im').test(text));
  expect(missing.map(({ ask }) => ask)).toEqual([]);
});
