import { afterAll, describe, expect, test } from 'vitest';
import { createMessageQueue } from '../../lib/runs/message-queue.ts';
import { openSqliteStores } from '../../lib/stores/sqlite/open-sqlite-stores.ts';
import type { EventStore, LeaseStore } from '../../lib/stores/stores.ts';
import { newId, sampleArtifact, sampleConversation } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const down = () => Promise.reject(new Error('down'));

/** Gives a text with a message through a store that fails; returns what became of what was frozen for it. */
async function giveWhile(faults: { events?: Partial<EventStore>; leases?: Partial<LeaseStore> }) {
  const conversation = sampleConversation();
  const writer = await stores.artifacts.create(sampleArtifact({ conversationId: conversation.id }));
  await writer.write(Buffer.from('one\ntwo\n'));
  const metadata = await writer.complete(null);
  const frozen: string[] = [];
  const queue = createMessageQueue({
    stores: {
      artifacts: stores.artifacts,
      events: { ...stores.events, ...faults.events },
      leases: { ...stores.leases, ...faults.leases },
    },
    knownSecrets: [],
    newId(prefix) {
      const id = newId(prefix);
      if (prefix === 'art') frozen.push(id);
      return id;
    },
    nowMs: Date.now,
  });
  const author = { id: 'm1', name: 'Ada' };
  const message = { text: 'look', author, given: [{ metadata, lines: 'L2' }], interrupt: false };
  await expect(queue.addMessage(conversation, message)).rejects.toThrow('down');
  return await Promise.all(frozen.map(async (id) => (await stores.artifacts.get(id)) !== null));
}

describe('what was frozen for a message that could not be queued', () => {
  test('goes, whichever store failed', async () => {
    expect(await giveWhile({ leases: { setPending: down } })).toEqual([false]);
    expect(await giveWhile({ events: { append: down } })).toEqual([false]);
  });

  test('stays where the message is there all the same, or nobody can tell', async () => {
    const appendUntold: EventStore['append'] = async (...given) => {
      await stores.events.append(...given);
      return await down();
    };
    expect(await giveWhile({ events: { append: appendUntold } })).toEqual([true]);
    let isDown = false;
    const append: EventStore['append'] = () => {
      isDown = true;
      return down();
    };
    const read: EventStore['read'] = (...given) => (isDown ? down() : stores.events.read(...given));
    expect(await giveWhile({ events: { append, read } })).toEqual([true]);
  });
});
