import { describe, expect, test, vi } from 'vitest';
import type { Stores, TokenRecord, TokenRecordStore } from '#lib/stores/stores.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleApiToken, sampleInvite, sampleSession } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeSignIn(open: StoreOpener): void {
  const opened = openedStores(open);
  const invites = () => opened().stores.invites;
  const once = () => opened().stores.once;

  const tokenRecords = (name: string, ...contract: Parameters<typeof describeTokenRecords>) =>
    describe(name, () => describeTokenRecords(...contract));
  tokenRecords('sessions', open, (stores) => stores.sessions, sampleSession);
  tokenRecords('API tokens', open, (stores) => stores.apiTokens, sampleApiToken);

  test('an invite admits one of any number of concurrent users', async () => {
    const invite = sampleInvite();
    await invites().create(invite, 'hash');
    expect(await invites().find('hash')).toEqual(invite);
    const stores = [invites(), opened().elsewhere.invites];
    const chosen = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? invites()).take('hash')),
    );
    expect(chosen.filter((one) => one !== null)).toEqual([invite]);
    expect(await invites().list()).toEqual([]);
    expect(await invites().find('hash')).toBeNull();
  });

  test('invites are listed latest first; a revoked or expired one admits nobody', async () => {
    const all = [0, 2_000, 1_000].map((later) =>
      sampleInvite({ createdAt: isoAfter(later), expiresAt: isoAfter(later === 1_000 ? 300 : 60_000) }),
    );
    const [first, latest, short] = all;
    for (const [at, invite] of all.entries()) await invites().create(invite, `hash-${at}`);
    expect(await opened().elsewhere.invites.list()).toEqual([latest, short, first]);
    expect(await invites().delete(first?.id ?? '')).toBe(true);
    expect(await invites().delete(first?.id ?? '')).toBe(false);
    expect(await invites().take('hash-0')).toBeNull();
    await vi.waitFor(async () => expect(await invites().find('hash-2')).toBeNull(), 2_000);
    expect(await invites().take('hash-2')).toBeNull();
    expect(await invites().list()).toEqual([latest]);
  });

  test('a one-time secret works once, until it expires', async () => {
    await once().put('key', 'value', 60_000);
    const stores = [once(), opened().elsewhere.once];
    const chosen = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (stores[at % 2] ?? once()).take('key')),
    );
    expect(chosen.filter((value) => value !== null)).toEqual(['value']);
    await once().put('short', 'value', 100);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await once().take('short')).toBeNull();
  });

  test('frequent attempts are counted in a window that starts with the first one', async () => {
    const { rates } = opened().stores;
    expect((await rates.hit('a', 300)).count).toBe(1);
    const second = await opened().elsewhere.rates.hit('a', 300);
    expect(second.count).toBe(2);
    expect(second.endsInMs).toBeGreaterThan(0);
    expect(second.endsInMs).toBeLessThanOrEqual(300);
    expect((await rates.hit('b', 300)).count).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect((await rates.hit('a', 300)).count).toBe(1);
  });
}

/** What is found by a secret token. */
function describeTokenRecords<T extends TokenRecord & { expiresAt: string }>(
  open: StoreOpener,
  storeOf: (stores: Stores) => TokenRecordStore<T>,
  sample: (change?: { memberId?: string; lastSeenAt?: string }) => T,
): void {
  const opened = openedStores(open);
  const records = () => storeOf(opened().stores);

  test('one is found only by the hash of its token, in every process, until it ends', async () => {
    const record = sample();
    await records().create(record, 'hash', isoAfter(400));
    expect(await storeOf(opened().elsewhere).find('hash')).toEqual(record);
    expect(await records().find('other')).toBeNull();
    expect(await records().find('')).toBeNull();
    await vi.waitFor(async () => expect(await records().find('hash')).toBeNull(), 2_000);
    expect(await records().see('hash', isoAfter(0), isoAfter(60_000))).toBe(false);
    expect(await records().listOf(record.memberId)).toEqual([]);
  });

  test('one that is used is extended', async () => {
    const record = sample();
    await records().create(record, 'hash', isoAfter(300));
    const at = isoAfter(100);
    expect(await records().see('hash', at, isoAfter(60_000))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await records().find('hash')).toEqual({ ...record, lastSeenAt: at });
  });

  test('those of a member are listed by latest use, and can be ended one by one or all at once', async () => {
    const memberId = newId('mem');
    const [old, young, others] = [
      sample({ memberId, lastSeenAt: isoAfter(-5_000) }),
      sample({ memberId, lastSeenAt: isoAfter(0) }),
      sample(),
    ];
    for (const [at, record] of [old, young, others].entries()) {
      await records().create(record, `hash-${at}`, record.expiresAt);
    }
    expect(await records().listOf(memberId)).toEqual([young, old]);
    expect(await records().delete(memberId, others.id)).toBe(false);
    expect(await storeOf(opened().elsewhere).delete(memberId, old.id)).toBe(true);
    expect(await records().find('hash-0')).toBeNull();
    await records().deleteOf(memberId);
    expect(await records().find('hash-1')).toBeNull();
    expect(await records().listOf(memberId)).toEqual([]);
    expect(await records().find('hash-2')).toEqual(others);
    await records().deleteOf(newId('mem'));
  });
}
