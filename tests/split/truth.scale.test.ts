import { expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { checkCall, liesOf, mutatedCall } from '#scripts/truth/check-recordings.ts';

const recordings = allRecordings();

test('no view of a recording states what is not so, and nearly all it states is recounted', async () => {
  const checked = await Promise.all(recordings.map((call) => checkCall(call)));
  const statements = checked.flatMap((call) => call.statements);
  expect(
    checked.flatMap(({ name, statements: created }) =>
      created.filter(({ is }) => is === 'false').map(({ text }) => `${name}: ${text}`),
    ),
  ).toEqual([]);
  expect(statements.length).toBeGreaterThan(5_000);
  expect(statements.filter(({ is }) => is !== 'unchecked').length / statements.length).toBeGreaterThan(0.9);
});

test('no view states what is not so of outputs that are cut, mixed, repeated, coloured or translated', async () => {
  const wrong: string[] = [];
  for (let seed = 0; seed < 300; seed += 1) {
    const { call } = mutatedCall(recordings, seed);
    const { statements } = await checkCall(call);
    wrong.push(...statements.filter(({ is }) => is === 'false').map(({ text }) => `${call.name}: ${text}`));
  }
  expect(wrong).toEqual([]);
});

test('what is put into a view on purpose is seen, kind by kind', async () => {
  const lies = (await Promise.all(recordings.map(liesOf))).flat();
  const kinds = new Set(lies.map(({ name }) => name));
  expect(kinds.size).toBeGreaterThanOrEqual(9);
  for (const kind of kinds) {
    const ofKind = lies.filter(({ name }) => name === kind);
    const seen = ofKind.filter(({ isSeen }) => isSeen).length;
    expect([kind, seen >= ofKind.length * 0.75]).toEqual([kind, true]);
  }
});
