import { expect, test } from 'vitest';
import { until } from '../support/conversations.ts';
import { openedStores } from './opened-stores.ts';
import { newId } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeListChanges(open: StoreOpener): void {
  const opened = openedStores(open);

  test('an announcement reaches every process, with whose list it is, until it stops listening', async () => {
    const ada = newId('mem');
    const { stores, elsewhere } = opened();
    const heard: Record<'here' | 'there', (string | null)[]> = { here: [], there: [] };
    const stop = stores.listChanges.onAnnounced((memberId) => heard.here.push(memberId));
    elsewhere.listChanges.onAnnounced((memberId) => heard.there.push(memberId));
    const hasAda = (all: readonly (string | null)[]) => (all.includes(ada) ? true : undefined);
    // A subscription takes a moment to begin.
    await until('both to hear of it', async () => {
      await stores.listChanges.announce(ada);
      return hasAda(heard.here) && hasAda(heard.there);
    });
    stop();
    heard.there.length = 0;
    const before = heard.here.length;
    await stores.listChanges.announce(null);
    await until('everybody’s', async () => (heard.there.includes(null) ? true : undefined));
    expect(heard.here).toHaveLength(before);
  });
}
