import { afterEach, beforeEach, expect, test } from 'vitest';
import { countedAddress } from '#lib/operations/network-of.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { originAt } from '../support/origin-at.ts';
import { tempFolder } from '../support/temp-folder.ts';

let stores: Stores;
beforeEach(() => {
  stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: () => 0 });
});
afterEach(() => stores.close());

const signIn = async (address: string): Promise<boolean> => {
  const services = { stores, config: { signIn: { oidc: null } } } as Parameters<typeof checkRate>[0];
  return await checkRate(services, originAt(address), 'signIn').then(
    () => true,
    () => false,
  );
};

test('one address that sends endless requests does not keep others from signing in', async () => {
  for (let at = 0; at < 1_000; at += 1) await signIn('203.0.113.9');
  expect(await signIn('203.0.113.9')).toBe(false);
  expect(await signIn('198.51.100.1')).toBe(true);
});

test('one IPv6 network that sends endless requests, from any of its addresses, does not keep others from signing in', async () => {
  for (let at = 0; at < 1_000; at += 1) await signIn(`2001:db8:0:1::${at.toString(16)}`);
  expect(await signIn('2001:db8:0:1::ffff')).toBe(false);
  expect(await signIn('2001:db8:0:2::1')).toBe(true);
});

test('many addresses together are rate limited', async () => {
  const admitted: boolean[] = [];
  for (let at = 0; at < 401; at += 1) admitted.push(await signIn(`10.0.${at >> 8}.${at & 255}`));
  expect(admitted.filter(Boolean)).toHaveLength(400);
});

test('IPv6 addresses count by their network, however they are written', () => {
  const same = ['2001:db8::1', '2001:0db8:0:0::1', '2001:DB8:0:0:1:2:3:4', '2001:db8::ffff:1:2:3'];
  expect(new Set(same.map(countedAddress))).toEqual(new Set(['2001:db8:0:0::/64']));
  expect(countedAddress('::1')).toBe('0:0:0:0::/64');
  expect(countedAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(countedAddress('203.0.113.9')).toBe('203.0.113.9');
});
