import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import { newId, sampleConversation } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describePins(open: StoreOpener): void {
  const opened = openedStores(open);
  const pins = () => opened().stores.pins;

  test('a pin belongs to one member, is visible in every process, and can be removed', async () => {
    const [ada, bob, one, two] = [newId('mem'), newId('mem'), newId('conv'), newId('conv')];
    await pins().set(ada, one, true);
    await pins().set(ada, one, true);
    await pins().set(ada, two, true);
    expect((await opened().elsewhere.pins.listOf(ada)).sort()).toEqual([one, two].sort());
    expect(await pins().listOf(bob)).toEqual([]);
    await pins().set(bob, one, false);
    await pins().set(ada, one, false);
    expect(await pins().listOf(ada)).toEqual([two]);
    expect(await (await opened().reopen()).pins.listOf(ada)).toEqual([two]);
  });

  test('pins are deleted with their conversation, and leave nothing', async () => {
    const before = await opened().inventory();
    const conversation = sampleConversation();
    await opened().stores.conversations.create(conversation);
    const members = [newId('mem'), newId('mem')];
    for (const member of members) await pins().set(member, conversation.id, true);
    await opened().elsewhere.conversations.delete(conversation.id);
    for (const member of members) expect(await pins().listOf(member)).toEqual([]);
    expect(await opened().inventory()).toEqual(before);
  });
}
