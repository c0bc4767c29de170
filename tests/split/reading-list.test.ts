import { expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/**
 * Views to be read by eye before a change to them is released: one of each kind, so that a change shows in a diff what it does to
 * them. `npx vitest run --config tests/vitest.config.ts tests/split/reading-list.test.ts -u` writes them.
 */
test('the reading list has a view of each kind, as they are now', async () => {
  const byKind = new Map<string, { name: string; view: string }>();
  for (const recorded of allRecordings()) {
    const { kind, text, tokens } = await splitRecording({ ...recorded, level: 'balanced' });
    if (kind === 'whole' || byKind.has(kind)) continue;
    byKind.set(kind, {
      name: recorded.name,
      view: `## ${recorded.name} (${kind}, ${tokens} tokens)\n\n${text}\n`,
    });
  }
  const listed = [...byKind.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(listed.length).toBeGreaterThan(60);
  await expect(listed.map(({ view }) => view).join('\n')).toMatchFileSnapshot(
    '../fixtures/split/reading-list.txt',
  );
});
