import { expect, test, vi } from 'vitest';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleArtifact, sampleShare, storeBytes } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeShares(open: StoreOpener): void {
  const opened = openedStores(open);
  const shares = () => opened().stores.shares;

  test('a share is found by its ID and by its token, in every process', async () => {
    const share = sampleShare({ lines: 'L40-L62', audience: 'team' });
    await shares().create(share, 'hash');
    expect(await opened().elsewhere.shares.get(share.id)).toEqual(share);
    expect(await opened().elsewhere.shares.findByTokenHash('hash')).toEqual(share);
    expect(await shares().get(newId('shr'))).toBeNull();
    expect(await shares().findByTokenHash('other')).toBeNull();
    expect(await shares().findByTokenHash('')).toBeNull();
  });

  test('shares are listed latest first', async () => {
    const all = [3, 1, 2].map((seconds) => sampleShare({ createdAt: isoAfter(seconds * 1_000) }));
    for (const [at, share] of all.entries()) await shares().create(share, `hash-${at}`);
    const [third, first, second] = all;
    expect(await shares().list()).toEqual([third, second, first]);
  });

  test('every view is counted, also 20 at once', async () => {
    const share = sampleShare();
    await shares().create(share, 'hash');
    const stores = [shares(), opened().elsewhere.shares];
    const viewedAt = isoAfter(1_000);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? shares()).recordView(share.id, viewedAt)),
    );
    const viewed = { ...share, views: 20, lastViewedAt: viewedAt };
    expect(await shares().get(share.id)).toEqual(viewed);
    expect(await shares().findByTokenHash('hash')).toEqual(viewed);
    expect(await shares().list()).toEqual([viewed]);
  });

  test('of 20 concurrent views only as many as the share allows are counted, and none after', async () => {
    const share = sampleShare({ maxViews: 7, commit: 'a'.repeat(40) });
    await shares().create(share, 'hash');
    const stores = [shares(), opened().elsewhere.shares];
    const viewedAt = isoAfter(1_000);
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? shares()).recordView(share.id, viewedAt)),
    );
    expect(counted.filter((isCounted) => isCounted)).toHaveLength(7);
    expect(await shares().recordView(share.id, isoAfter(2_000))).toBe(false);
    expect(await shares().findByTokenHash('hash')).toEqual({ ...share, views: 7, lastViewedAt: viewedAt });
  });

  test('revoking a share deletes its link and its copy, and leaves nothing', async () => {
    const before = await opened().inventory();
    const share = sampleShare();
    await storeBytes(opened().stores.artifacts, Buffer.from('copy'), { id: share.id, conversationId: '' });
    await shares().create(share, 'hash');
    expect(await opened().elsewhere.shares.delete(share.id)).toBe(true);
    expect(await shares().get(share.id)).toBeNull();
    expect(await shares().findByTokenHash('hash')).toBeNull();
    expect(await shares().list()).toEqual([]);
    expect(await opened().stores.artifacts.get(share.id)).toBeNull();
    expect(await opened().inventory()).toEqual(before);
    expect(await shares().delete(share.id)).toBe(false);
  });

  test('an expired share is not found or listed, counts no view, and is deleted with its copy', async () => {
    const before = await opened().inventory();
    const share = sampleShare({ expiresAt: isoAfter(300) });
    const writer = await opened().stores.artifacts.create(
      sampleArtifact({ id: share.id, conversationId: '' }),
    );
    await writer.write(Buffer.from('copy'));
    await writer.complete(share.expiresAt);
    await shares().create(share, 'hash');
    await vi.waitFor(async () => expect(await shares().get(share.id)).toBeNull(), 5_000);
    expect(await shares().recordView(share.id, isoAfter(0))).toBe(false);
    expect(await shares().findByTokenHash('hash')).toBeNull();
    expect(await shares().list()).toEqual([]);
    expect(await opened().stores.artifacts.readBytes(share.id, 0, 4)).toBeNull();
    await opened().stores.sweep();
    expect(await opened().inventory()).toEqual(before);
  });

  test('a view of an unknown share does nothing', async () => {
    const id = newId('shr');
    expect(await shares().recordView(id, isoAfter(0))).toBe(false);
    expect(await shares().get(id)).toBeNull();
  });
}
