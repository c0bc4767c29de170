import { expect, test } from 'vitest';
import { poolBefore } from '#lib/replay/repository/data-files.ts';
import { facts } from '#lib/replay/repository/facts.ts';
import { repositoryFiles } from '#lib/replay/repository/repository-files.ts';
import { countTokens } from '#lib/split/count-tokens.ts';

const files = repositoryFiles();

test('is the same every time', () => {
  expect(repositoryFiles()).toEqual(files);
});

test.each([
  ['logs/orders.log', facts.givenUpOrder],
  ['logs/worker.log', `${facts.errorFile}:${facts.errorLine}`],
  ['pnpm-lock.yaml', `${facts.package}@${facts.packageVersion}`],
  ['pnpm-lock.yaml', `${facts.package}@`],
  ['data/shipments.json', facts.carrier],
  ['changes/review.diff', 'card.number'],
  ['logs/access.log', facts.slowPath],
  ['config/services.yaml', poolBefore],
])('%s holds "%s" once', (path, words) => {
  expect((files[path] ?? '').split(words)).toHaveLength(2);
});

test('what is asked for is true of the files', () => {
  const durations = [...(files['logs/access.log'] ?? '').matchAll(/duration_ms=(\d+)/g)].map(([, ms]) =>
    Number(ms),
  );
  expect(Math.max(...durations)).toBe(facts.slowMs);
  expect((files['logs/build.log'] ?? '').match(/error TS/g)).toHaveLength(facts.buildErrors);
  expect(JSON.parse(files['data/shipments.json'] ?? '')).toContainEqual(
    expect.objectContaining({ id: facts.shipment, carrier: facts.carrier }),
  );
});

test('what is to be read is too much for a view, and not for a plain host', async () => {
  for (const path of Object.keys(files).filter((path) => !/^(src|test|package)/.test(path))) {
    const tokens = await countTokens(files[path] ?? '');
    expect(tokens, path).toBeGreaterThan(4_000);
    expect(tokens, path).toBeLessThan(25_000);
  }
});
