import { expect, test } from 'vitest';
import { allRecordings } from '../../scripts/split/recordings.ts';
import { checkCall } from '../../scripts/truth/check-recordings.ts';

const recordings = allRecordings();

test('no view of a recording states what is not so, and nearly all it states is recounted', async () => {
  const checked = await Promise.all(recordings.map((call) => checkCall(call)));
  const statements = checked.flatMap((call) => call.statements);
  expect(
    checked.flatMap(({ name, statements: made }) =>
      made.filter(({ is }) => is === 'false').map(({ text }) => `${name}: ${text}`),
    ),
  ).toEqual([]);
  expect(statements.length).toBeGreaterThan(5_000);
  expect(statements.filter(({ is }) => is !== 'unchecked').length / statements.length).toBeGreaterThan(0.9);
});
