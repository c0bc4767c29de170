import { expect, test, vi } from 'vitest';
import { keepActions } from '#components/artifacts/cards/keep-actions.ts';
import type { Keeping } from '#components/artifacts/cards/use-keeping.ts';

const now = Date.parse('2026-11-22T10:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const keeping = (change: Partial<Keeping>): Keeping => ({
  isKept: false,
  expiresAt: inMinutes(24),
  keep: vi.fn(),
  release: vi.fn(),
  message: null,
  ...change,
});
const labels = (change: Partial<Keeping>) => keepActions(keeping(change), now).map(({ label }) => label);

test('an artifact with half an hour left can be kept for every longer time, and cannot be released', () => {
  expect(labels({})).toEqual(['Keep for 1 hour', 'Keep for 1 day', 'Keep for 7 days', 'Keep until removed']);
});

test('a kept artifact can only be kept for longer, or released', () => {
  expect(labels({ isKept: true, expiresAt: inMinutes(90) })).toEqual([
    'Keep for 1 day',
    'Keep for 7 days',
    'Keep until removed',
    'Stop keeping',
  ]);
  expect(labels({ isKept: true, expiresAt: null })).toEqual(['Stop keeping']);
});

test('each choice sends exactly its own request', () => {
  const asked = keeping({ isKept: true });
  for (const { onSelect } of keepActions(asked, now)) onSelect();
  expect(vi.mocked(asked.keep).mock.calls).toEqual([[3_600], [86_400], [604_800], [null]]);
  expect(asked.release).toHaveBeenCalledTimes(1);
});
