import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { isExpired } from '#lib/core/vocabulary/artifact.ts';
import { shareRequestSchema } from '#lib/core/vocabulary/share.ts';

test('a share request needs an audience, and an expiry and a view limit within their bounds', () => {
  const accepts = (request: unknown) => shareRequestSchema.safeParse(request).success;
  expect(accepts({ audience: 'team' })).toBe(true);
  expect(accepts({ audience: 'link', expiresInSeconds: limits.shareMaxSeconds, lines: 'L1-L2' })).toBe(true);
  for (const expiresInSeconds of [0, -1, 1.5, limits.shareMinSeconds - 1, limits.shareMaxSeconds + 1, '3600'])
    expect(accepts({ audience: 'team', expiresInSeconds })).toBe(false);
  expect(accepts({ audience: 'team', maxViews: 1 })).toBe(true);
  expect(accepts({ audience: 'team', maxViews: limits.shareMaxViews })).toBe(true);
  for (const maxViews of [0, -1, 1.5, limits.shareMaxViews + 1, '3', null])
    expect(accepts({ audience: 'team', maxViews })).toBe(false);
  for (const request of [{}, null, [], { audience: 'all' }, { audience: 'team', admin: true }])
    expect(accepts(request)).toBe(false);
});

test('an artifact expires at its expiry time, and never if it has none', () => {
  const expiresAt = '2026-03-01T00:00:00.000Z';
  const atMs = Date.parse(expiresAt);
  expect(isExpired({ expiresAt }, atMs - 1)).toBe(false);
  expect(isExpired({ expiresAt }, atMs)).toBe(true);
  expect(isExpired({ expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
});
