import { describe, expect, test } from 'vitest';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

/** As a server gives its own. */
export async function* filesOf(...files: (readonly [string, Uint8Array])[]) {
  yield* files;
}

export function describePageFiles(open: StoreOpener): void {
  const opened = openedStores(open);

  test('files of pages are found by name in every build that is there, byte for byte', async () => {
    const { stores, elsewhere } = opened();
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    expect(await stores.pageFiles.renew('one')).toBe(false);
    expect(await stores.pageFiles.read('a.js')).toBeNull();
    const many = Array.from({ length: 120 }, (_, index) => [`${index}.js`, bytes] as const);
    await stores.pageFiles.put('one', filesOf(['a.js', bytes], ...many));
    await elsewhere.pageFiles.put('two', filesOf(['b.css', bytes.slice(1)]));
    expect(await elsewhere.pageFiles.renew('one')).toBe(true);
    expect(Buffer.from((await elsewhere.pageFiles.read('a.js')) ?? [])).toEqual(Buffer.from(bytes));
    expect(await elsewhere.pageFiles.read('119.js')).toHaveLength(300);
    expect(await stores.pageFiles.read('b.css')).toHaveLength(299);
    expect(await stores.pageFiles.read('constructor')).toBeNull();
    expect([...(await elsewhere.pageFiles.names())].toSorted()).toEqual(
      ['a.js', 'b.css', ...many.map(([name]) => name)].toSorted(),
    );
    expect(await (await opened().reopen()).pageFiles.read('b.css')).toHaveLength(299);
  });

  test('files that are being stored are not swept away', async () => {
    const { stores } = opened();
    await stores.pageFiles.put('old', filesOf(['old.js', Uint8Array.of(1)]));
    const many = Array.from({ length: 120 }, (_, index) => `${index}.js`);
    const sweeping = async function* () {
      for (const name of many) {
        yield [name, Uint8Array.of(1)] as const;
        await stores.sweep();
      }
    };
    await stores.pageFiles.put('new', sweeping());
    expect([...(await stores.pageFiles.names())].toSorted()).toEqual(['old.js', ...many].toSorted());
  });

  describe('whose time is over', () => {
    changeLimits({ pageFileSeconds: 0 });

    test('are no longer found, and can be stored again', async () => {
      const { stores } = opened();
      await stores.pageFiles.put('one', filesOf(['a.js', Uint8Array.of(1)]));
      expect(await stores.pageFiles.read('a.js')).toBeNull();
      expect(await stores.pageFiles.names()).toEqual(new Set());
      await stores.sweep();
      expect(await stores.pageFiles.renew('one')).toBe(false);
    });
  });
}
