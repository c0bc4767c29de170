import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { conversationEnd } from '#lib/core/vocabulary/lifetime.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleArtifact } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const kilobyte = 1024;

/** All artifacts together are limited in bytes: above the limit the oldest ones that nobody kept or shared are evicted. */
export function describeArtifactBudget(open: StoreOpener): void {
  const opened = openedStores(open, { artifactBytes: 100 * kilobyte });
  const artifacts = () => opened().stores.artifacts;

  /** Stores an artifact of so many kilobytes. Returns its ID. */
  const store = async (
    kilobytes: number,
    expiresAt: string | null = isoAfter(1_800_000),
    id = newId('art'),
  ) => {
    const writer = await artifacts().create(sampleArtifact({ id }));
    await writer.write(Buffer.alloc(kilobytes * kilobyte, 'x'));
    await writer.complete(expiresAt);
    return id;
  };
  const stateOf = async (id: string) => {
    const metadata = (await opened().elsewhere.artifacts.get(id))?.metadata;
    return metadata?.isEvicted ? `${metadata.state}, evicted` : metadata?.state;
  };
  const states = (ids: string[]) => Promise.all(ids.map(stateOf));

  test('evicts the oldest artifacts, as many as necessary, and records that they were evicted', async () => {
    const ids = [await store(40), await store(40), await store(10)];
    expect(await states(ids)).toEqual(['complete', 'complete', 'complete']);
    const next = await store(60);
    expect(await states([...ids, next])).toEqual([
      'expired, evicted',
      'expired, evicted',
      'complete',
      'complete',
    ]);
    const [oldest = ''] = ids;
    expect(await artifacts().readBytes(oldest, 0, 10)).toBeNull();
    expect(await artifacts().readIndex(oldest)).toBeNull();
    expect(await artifacts().keep(oldest, () => null)).toBeNull();
    expect(await artifacts().readBytes(next, 0, 10)).toHaveLength(10);
  });

  test('never evicts a kept artifact, one without expiry, or the copy of a share', async () => {
    const kept = await store(20);
    await artifacts().keep(kept, () => isoAfter(86_400_000));
    const attached = await store(20, null);
    const shared = await store(20, isoAfter(86_400_000), newId('shr'));
    const loose = await store(20);
    const large = await store(60);
    expect(await states([kept, attached, shared, loose, large])).toEqual([
      'complete',
      'complete',
      'complete',
      'expired, evicted',
      'complete',
    ]);
  });

  test('says how much is stored, and how much of it makes no room for others', async () => {
    const quotaBytes = 100 * kilobyte;
    const usage = () => artifacts().readUsage();
    expect(await usage()).toEqual({ storedBytes: 0, keptBytes: 0, quotaBytes });
    const [loose, kept] = [await store(20), await store(30)];
    await store(10, null);
    await artifacts().keep(kept, () => isoAfter(86_400_000));
    expect(await usage()).toEqual({ storedBytes: 60 * kilobyte, keptBytes: 40 * kilobyte, quotaBytes });
    await artifacts().delete(loose);
    await artifacts().release(kept, () => isoAfter(1_800_000));
    expect(await usage()).toEqual({ storedBytes: 40 * kilobyte, keptBytes: 10 * kilobyte, quotaBytes });
  });

  test('knows what is kept, whatever becomes of its expiry', async () => {
    const isKept = async (id: string) => (await opened().elsewhere.artifacts.get(id))?.isKept;
    const end = isoAfter(86_400_000);
    const id = await store(20, end);
    expect(await isKept(id)).toBe(false);
    await artifacts().keep(id, () => end);
    expect([await isKept(id), (await artifacts().readUsage()).keptBytes]).toEqual([true, 20 * kilobyte]);
    await artifacts().release(id, (expiresAt) => expiresAt);
    expect([await isKept(id), (await artifacts().readUsage()).keptBytes]).toEqual([false, 0]);
    await artifacts().renew(id, isoAfter(90_000_000));
    expect(await isKept(id)).toBe(false);
    expect(await isKept(await store(20, null))).toBe(true);
  });

  test('lets what lasts as long as its conversation make room for others', async () => {
    const lasting = await store(60, conversationEnd);
    expect(await states([lasting])).toEqual(['complete']);
    const next = await store(60, conversationEnd);
    expect(await states([lasting, next])).toEqual(['expired, evicted', 'complete']);
  });

  test('may evict an artifact that was renewed, and not one that was kept before', async () => {
    const [renewed, kept] = [await store(40), await store(20)];
    await artifacts().keep(kept, () => isoAfter(3_600_000));
    for (const id of [renewed, kept]) await artifacts().renew(id, isoAfter(86_400_000));
    const large = await store(60);
    expect(await states([renewed, kept, large])).toEqual(['expired, evicted', 'complete', 'complete']);
  });

  test('may evict an artifact that was released', async () => {
    const id = await store(60);
    await artifacts().keep(id, () => null);
    const second = await store(60);
    expect(await states([id, second])).toEqual(['complete', 'complete']);
    await artifacts().release(id, () => isoAfter(1_800_000));
    const third = await store(10);
    expect(await stateOf(third)).toBe('complete');
    expect((await states([id, second])).filter((state) => state === 'complete')).toHaveLength(1);
  });

  test('does not count expired, deleted and aborted artifacts', async () => {
    await store(60, isoAfter(50));
    await artifacts().delete(await store(30));
    const aborted = await artifacts().create(sampleArtifact());
    await aborted.write(Buffer.alloc(2 * limits.artifactChunkBytes));
    await aborted.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await opened().stores.sweep();
    const ids = [await store(40), await store(50)];
    expect(await states(ids)).toEqual(['complete', 'complete']);
  });

  test('makes room for a growing artifact while it grows, and does not evict that one', async () => {
    const before = await store(80);
    const growing = sampleArtifact();
    const writer = await artifacts().create(growing);
    for (let chunk = 0; chunk < 24; chunk += 1)
      await writer.write(Buffer.alloc(limits.artifactChunkBytes, 'y'));
    expect(await stateOf(before)).toBe('expired, evicted');
    await writer.complete(isoAfter(1_800_000));
    expect(await stateOf(growing.id)).toBe('complete');
  });

  test('applies to several processes that store at once', async () => {
    const both = [opened().stores, opened().elsewhere];
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const artifact = sampleArtifact();
        const writer = await (both[index % 2] ?? opened().stores).artifacts.create(artifact);
        await writer.write(Buffer.alloc(20 * kilobyte, 'x'));
        await writer.complete(isoAfter(1_800_000));
        return artifact.id;
      }),
    );
    const alive = (await states(ids)).filter((state) => state === 'complete');
    expect(alive.length).toBeGreaterThan(0);
    expect(alive.length).toBeLessThanOrEqual(5);
  });

  test('leaves nothing behind after all artifacts are deleted', async () => {
    const before = await opened().inventory();
    const conversationId = newId('conv');
    for (let count = 0; count < 8; count += 1) {
      const writer = await artifacts().create(sampleArtifact({ conversationId }));
      await writer.write(Buffer.alloc(20 * kilobyte));
      await writer.complete(isoAfter(1_800_000));
    }
    await opened().stores.conversations.delete(conversationId);
    expect(await opened().inventory()).toEqual(before);
  });
}
