import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeSettings(open: StoreOpener): void {
  const opened = openedStores(open);
  const settings = () => opened().stores.settings;

  test('nothing is decided before somebody does', async () => {
    expect(await settings().get()).toEqual({});
    await settings().change({});
    expect(await settings().get()).toEqual({});
  });

  test('the last word holds, everywhere', async () => {
    await settings().change({ linkShares: true });
    expect(await opened().elsewhere.settings.get()).toEqual({ linkShares: true });
    await opened().elsewhere.settings.change({ linkShares: false });
    expect(await settings().get()).toEqual({ linkShares: false });
    await settings().change({});
    expect(await settings().get()).toEqual({ linkShares: false });
  });
}
