import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeCredentials(open: StoreOpener): void {
  const opened = openedStores(open);
  const credentials = () => opened().stores.credentials;
  const elsewhere = () => opened().elsewhere.credentials;

  test('are each member’s own, by name, in every process and after a restart', async () => {
    await credentials().put('mem_a', 'tickets', 'one');
    await elsewhere().put('mem_a', 'constructor', 'two');
    await elsewhere().put('mem_b', 'tickets', 'three');
    await elsewhere().put('mem_a', 'tickets', 'four');
    expect(await credentials().get('mem_a', 'tickets')).toBe('four');
    expect(await credentials().get('mem_b', 'tickets')).toBe('three');
    expect(await credentials().get('mem_b', 'constructor')).toBeNull();
    expect(await (await opened().reopen()).credentials.get('mem_a', 'constructor')).toBe('two');
  });

  test('are deleted one by one, or all of a member', async () => {
    for (const name of ['x', 'y', 'z']) await credentials().put('mem_a', name, name);
    await credentials().put('mem_b', 'x', 'other');
    expect(await elsewhere().delete('mem_a', 'x')).toBe(true);
    expect(await elsewhere().delete('mem_a', 'x')).toBe(false);
    expect(await credentials().get('mem_a', 'x')).toBeNull();
    await elsewhere().deleteOf('mem_a');
    expect(await credentials().get('mem_a', 'y')).toBeNull();
    expect(await credentials().get('mem_b', 'x')).toBe('other');
  });
}
