import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeSecrets(open: StoreOpener): void {
  const opened = openedStores(open);

  test('the first generated secret is used by all processes, also after a restart', async () => {
    const doors = [opened().stores.secrets, opened().elsewhere.secrets];
    const parts = await Promise.all(
      Array.from({ length: 10 }, (_, at) => doors[at % 2]?.get('key', `made ${at}`)),
    );
    expect(new Set(parts).size).toBe(1);
    expect(parts[0]).toMatch(/^made \d$/);
    expect(await opened().stores.secrets.get('other', 'another')).toBe('another');
    expect(await (await opened().reopen()).secrets.get('key', 'late')).toBe(parts[0]);
  });
}
