import { expect, test } from 'vitest';
import { allRecordings } from '#scripts/split/recordings.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';

/**
 * Views to be read by eye before a change to them is released: some of each kind, so that a change shows in a diff what it does to
 * them. `npx vitest run --config tests/vitest.config.ts tests/split/reading-list.test.ts -u` writes them.
 */
const wanted = 60;

test('the reading list holds what the views are now', async () => {
  const byKind = new Map<string, { name: string; view: string }[]>();
  for (const recorded of allRecordings()) {
    const { kind, text, tokens } = await splitRecording({ ...recorded, level: 'balanced' });
    if (kind === 'whole') continue;
    const view = `## ${recorded.name} (${kind}, ${tokens} tokens)\n\n${text}\n`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), { name: recorded.name, view }]);
  }
  // A view of each kind, then a second of each, until there are as many as one reads.
  const kinds = [...byKind.keys()].toSorted();
  const rounds = Math.max(...[...byKind.values()].map((views) => views.length));
  const listed = Array.from({ length: rounds }, (_, round) =>
    kinds.flatMap((kind) => byKind.get(kind)?.[round] ?? []),
  )
    .flat()
    .slice(0, wanted)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(listed).toHaveLength(wanted);
  await expect(listed.map(({ view }) => view).join('\n')).toMatchFileSnapshot(
    '../fixtures/split/reading-list.txt',
  );
});
