import { expect, test } from 'vitest';
import { longTasks, replayTasks } from '#lib/replay/replay-tasks.ts';
import { poolAfter, poolBefore } from '#lib/replay/repository/data-files.ts';
import { facts } from '#lib/replay/repository/facts.ts';
import { repositoryFiles } from '#lib/replay/repository/repository-files.ts';
import type { TaskEnd } from '#lib/replay/task.ts';

type Change = Partial<Omit<TaskEnd, 'run'>> & { exitCode?: number };

const checkOf = async (name: string, { exitCode = 0, ...change }: Change) => {
  const task = replayTasks.find((one) => one.name === name);
  if (!task) throw new Error(`there is no task ${name}`);
  const original = task.files();
  return await task.check({ answer: '', files: original, original, run: async () => exitCode, ...change });
};

const before = repositoryFiles();
const withText = (path: string, change: (text: string) => string) => ({
  files: { ...before, [path]: change(before[path] ?? '') },
});
const fixed = withText('src/retry.js', (text) => text.replace('Math.max', 'Math.min'));
const renamed = (pattern: RegExp, paths = /^(src|test)\//) => ({
  files: Object.fromEntries(
    Object.entries(before).map(([path, text]) => [
      path,
      paths.test(path) ? text.replace(pattern, 'priceParcel') : text,
    ]),
  ),
});
const services = 'config/services.yaml';
const pool = (change: (text: string) => string) => withText(services, change);
const trace = `${facts.errorFile}:${facts.errorLine}`;

/** What is done, and what only looks like it. */
const ends: Record<string, { right: Change[]; wrong: Change[] }> = {
  'fix-failing-test': {
    right: [fixed],
    wrong: [
      { ...fixed, exitCode: 1 },
      { files: { ...fixed.files, 'test/retry.test.js': '' } },
      { files: { ...fixed.files, 'test/retry.test.js': null } },
    ],
  },
  'rename-symbol': {
    right: [renamed(/\bquoteRate\b/g)],
    wrong: [
      {},
      renamed(/\bquoteRate\b/),
      renamed(/quoteRate/g),
      renamed(/\bquoteRate\b/g, /^src\//),
      { files: { ...renamed(/\bquoteRate\b/g).files, 'logs/build.log': '' } },
    ],
  },
  'question-of-log': {
    right: [{ answer: `${facts.givenUpOrder}` }, { answer: `It is **${facts.givenUpOrder}**.` }],
    wrong: [{}, { answer: 'ORD-60001' }, { answer: `${facts.givenUpOrder} or ORD-60001` }],
  },
  'origin-of-error': {
    right: [{ answer: trace }, { answer: `at applyTariff (/srv/parcels/${trace}:23)` }],
    wrong: [
      {},
      { answer: facts.errorFile },
      { answer: 'src/customs.js:41' },
      { answer: `${trace}, customs.js:41` },
    ],
  },
  'version-in-lock-file': {
    right: [{ answer: `${facts.package}@${facts.packageVersion}` }],
    wrong: [{}, { answer: `${facts.package}@2.7.5` }, { answer: `${facts.package}@2.7.4, quay-parse@1.0.0` }],
  },
  'read-json-answer': {
    right: [{ answer: `${facts.shipment}: ${facts.carrier}` }],
    wrong: [
      {},
      { answer: facts.shipment },
      { answer: facts.carrier },
      { answer: `${facts.shipment} Nordpost` },
    ],
  },
  'review-diff': {
    right: [{ answer: `+  ${facts.leakingLine}` }],
    wrong: [
      {},
      { answer: 'card.number is written' },
      { answer: `${facts.leakingLine}\naudit.write('handle1 begins'` },
    ],
  },
  'slow-request': {
    right: [{ answer: `${facts.slowPath} took ${facts.slowMs} ms` }],
    wrong: [{}, { answer: facts.slowPath }, { answer: `${facts.slowPath} 28417, /api/orders/17 8900` }],
  },
  'count-build-failures': {
    right: [{ answer: `${facts.buildErrors} errors` }],
    wrong: [{}, { answer: '36 errors' }, { answer: '137 errors' }, { answer: '37 errors, or 38 errors' }],
  },
  'edit-config': {
    right: [pool((text) => text.replace(poolBefore, poolAfter))],
    wrong: [
      {},
      pool((text) => text.replaceAll('timeoutMs: 5000', 'timeoutMs: 20000')),
      pool((text) => text.replace('timeoutMs: 5000', 'timeoutMs: 20000')),
      { files: { ...before, [services]: null } },
    ],
  },
  'short-delay': {
    right: [{ answer: 'const firstDelayMs = 200;' }],
    wrong: [{}, { answer: 'firstDelayMs = 2000' }, { answer: '200 ms' }],
  },
  'short-import': {
    right: [{ answer: 'import { quoteRate } from "./quote.js";' }],
    wrong: [{}, { answer: './rate-table.js' }],
  },
  'short-script': { right: [{ answer: '`node --test`' }], wrong: [{}, { answer: 'npm test' }] },
  'short-cap': { right: [{ answer: 'longestDelayMs = 5_000;' }], wrong: [{}, { answer: '5000 ms' }] },
  'short-error': {
    right: [{ answer: 'throw new RangeError(' }],
    wrong: [{}, { answer: 'an error' }],
  },
  'short-test': {
    right: [{ answer: 'assert.equal(delayBefore(2), 800)' }],
    wrong: [{}, { answer: '400 ms' }],
  },
};

test('every task has ends that are held against its check', () => {
  const others = replayTasks.filter((task) => !longTasks.includes(task));
  expect(Object.keys(ends)).toEqual(others.map(({ name }) => name));
});

for (const [name, { right, wrong }] of Object.entries(ends)) {
  test.each(right)(`${name} is done: %#`, async (end) => expect(await checkOf(name, end)).toBeNull());
  test.each(wrong)(`${name} is not done: %#`, async (end) =>
    expect(await checkOf(name, end)).toEqual(expect.any(String)),
  );
}
