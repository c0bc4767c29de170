import { expect, test } from 'vitest';
import type { PushSubscription } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const subscription = (id: string, createdAt = '2026-03-01T12:00:00.000Z'): PushSubscription => ({
  id,
  endpoint: `https://push.example/${id}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  browser: 'Firefox on Linux',
  sessionId: null,
  createdAt,
});

/** What belongs to one member: preferences, a picture, and the browsers that notify them. */
export function describeProfile(open: StoreOpener): void {
  const opened = openedStores(open);
  changeLimits({ pushSubscriptions: 3 });

  test('a member has their own preferences; concurrent changes of different ones all count', async () => {
    const { stores, elsewhere } = opened();
    expect(await stores.preferences.get('mem_a')).toEqual({});
    await Promise.all([
      stores.preferences.change('mem_a', { theme: 'dark' }),
      elsewhere.preferences.change('mem_a', { 'reading.isWrapped': true }),
      elsewhere.preferences.change('mem_b', { theme: 'light', dates: 'sv-SE' }),
    ]);
    await stores.preferences.change('mem_a', { 'notifications.mention.push': false });
    await stores.preferences.change('mem_a', {});
    await stores.preferences.change('mem_a', { 'push.stopped.x': '2026-11-30', dates: 'sv-SE' });
    await elsewhere.preferences.change('mem_a', { 'push.stopped.x': null, dates: null, none: null });
    const expected = {
      theme: 'dark',
      'reading.isWrapped': true,
      'notifications.mention.push': false,
    };
    expect(await elsewhere.preferences.get('mem_a')).toEqual(expected);
    expect(await elsewhere.preferences.get('mem_b')).toEqual({ theme: 'light', dates: 'sv-SE' });
    expect(await (await opened().reopen()).preferences.get('mem_a')).toEqual(expected);
  });

  test('a picture comes back byte for byte, until another or none replaces it', async () => {
    const { stores, elsewhere } = opened();
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    expect(await stores.pictures.get('mem_a')).toBeNull();
    await stores.pictures.put('mem_a', { version: '1', mimeType: 'image/png', bytes });
    await elsewhere.pictures.put('constructor', { version: '2', mimeType: 'image/webp', bytes });
    expect(await elsewhere.pictures.versions()).toEqual({ mem_a: '1', constructor: '2' });
    const found = await elsewhere.pictures.get('mem_a');
    expect(found).toMatchObject({ version: '1', mimeType: 'image/png' });
    expect(Buffer.from(found?.bytes ?? []).equals(bytes)).toBe(true);
    await elsewhere.pictures.put('mem_a', { version: '3', mimeType: 'image/jpeg', bytes: bytes.slice(1) });
    expect((await stores.pictures.get('mem_a'))?.bytes).toHaveLength(299);
    await stores.pictures.remove('constructor');
    expect(await stores.pictures.versions()).toEqual({ mem_a: '3' });
    expect(await elsewhere.pictures.get('constructor')).toBeNull();
    expect((await (await opened().reopen()).pictures.get('mem_a'))?.mimeType).toBe('image/jpeg');
  });

  test('a browser subscribes once for a member, and no more of them than may be', async () => {
    const { stores, elsewhere } = opened();
    const late = subscription('push_a', '2026-03-02T12:00:00.000Z');
    expect(await stores.pushSubscriptions.put('mem_a', late)).toBe(true);
    expect(await elsewhere.pushSubscriptions.put('mem_a', subscription('push_b'))).toBe(true);
    expect(await stores.pushSubscriptions.hasAny()).toBe(true);
    expect(await stores.pushSubscriptions.listOf('mem_a')).toEqual([subscription('push_b'), late]);
    // The browser is somebody else's now.
    expect(await elsewhere.pushSubscriptions.put('mem_b', subscription('push_b'))).toBe(true);
    expect(await stores.pushSubscriptions.listOf('mem_a')).toEqual([late]);
    expect(await stores.pushSubscriptions.put('mem_a', subscription('push_z'))).toBe(true);
    const more = ['push_c', 'push_d', 'push_e'].map((id, index) =>
      (index % 2 ? stores : elsewhere).pushSubscriptions.put('mem_a', subscription(id)),
    );
    expect((await Promise.all(more)).filter(Boolean)).toHaveLength(1);
    // One that is there may still be renewed.
    expect(await stores.pushSubscriptions.put('mem_a', { ...late, browser: 'other' })).toBe(true);
    expect(await stores.pushSubscriptions.remove('mem_a', 'push_a')).toBe(true);
    expect(await elsewhere.pushSubscriptions.remove('mem_a', 'push_a')).toBe(false);
    await elsewhere.pushSubscriptions.deleteOf('mem_a');
    expect(await stores.pushSubscriptions.listOf('mem_a')).toEqual([]);
    await stores.pushSubscriptions.put('mem_b', { ...subscription('push_b'), browser: 'again' });
    const { pushSubscriptions } = await opened().reopen();
    expect(await pushSubscriptions.listOf('mem_b')).toHaveLength(1);
    await pushSubscriptions.remove('mem_b', 'push_b');
    expect(await pushSubscriptions.hasAny()).toBe(false);
  });
}
