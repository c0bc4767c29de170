import { afterAll, describe, expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createMessageQueue } from '#lib/runs/message-queue.ts';
import { createStateReader } from '#lib/runs/state-reader.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { EventStore, LeaseStore } from '#lib/stores/stores.ts';
import { newId, sampleArtifact, sampleConversation } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const bounds = {
  pasteTokens: 2_000,
  viewBudgets: {
    splitOf: async () => ({
      level: 'balanced' as const,
      budgetTokens: null,
      widened: new Map<string, number>(),
      canRecall: true,
    }),
  },
  onSplitFault() {},
};

const down = () => Promise.reject(new Error('down'));

/** Attaches a text to a message through a store that fails; returns what became of the frozen copy. */
async function giveWhile(faults: { events?: Partial<EventStore>; leases?: Partial<LeaseStore> }) {
  const conversation = sampleConversation();
  const writer = await stores.artifacts.create(sampleArtifact({ conversationId: conversation.id }));
  await writer.write(Buffer.from('one\ntwo\n'));
  const metadata = await writer.complete(null);
  const frozen: string[] = [];
  const events = { ...stores.events, ...faults.events };
  const queue = createMessageQueue({
    readState: createStateReader(events),
    stores: {
      artifacts: stores.artifacts,
      unread: stores.unread,
      events,
      leases: { ...stores.leases, ...faults.leases },
    },
    ...bounds,
    knownSecrets: [],
    readSecrets: async () => [],
    newId(prefix) {
      const id = newId(prefix);
      if (prefix === 'art') frozen.push(id);
      return id;
    },
    nowMs: Date.now,
  });
  const author = { id: 'm1', name: 'Ada' };
  const message = {
    text: 'look',
    author,
    attachments: [{ metadata, lines: 'L2', as: 'text' as const }],
    interrupt: false,
  };
  await expect(queue.addMessage(conversation, message)).rejects.toThrow('down');
  return await Promise.all(frozen.map(async (id) => (await stores.artifacts.get(id)) !== null));
}

describe('a copy frozen for a message that could not be queued', () => {
  test('is deleted, whichever store failed', async () => {
    expect(await giveWhile({ leases: { setPending: down } })).toEqual([false]);
    expect(await giveWhile({ events: { append: down } })).toEqual([false]);
  });

  test('is kept if the message was queued all the same, or nobody can tell', async () => {
    const appendUntold: EventStore['append'] = async (...parameters) => {
      await stores.events.append(...parameters);
      return await down();
    };
    expect(await giveWhile({ events: { append: appendUntold } })).toEqual([true]);
    let isDown = false;
    const append: EventStore['append'] = () => {
      isDown = true;
      return down();
    };
    const read: EventStore['read'] = (...parameters) => (isDown ? down() : stores.events.read(...parameters));
    expect(await giveWhile({ events: { append, read } })).toEqual([true]);
  });
});

describe('a queued message', () => {
  const author = { id: 'm1', name: 'Ada' };
  const conversation = sampleConversation();
  const { id } = conversation;
  const queue = createMessageQueue({
    ...bounds,
    stores,
    readState: createStateReader(stores.events),
    knownSecrets: [],
    readSecrets: async () => [],
    newId,
    nowMs: Date.now,
  });
  const add = (text: string) =>
    queue.addMessage(conversation, { text, author, attachments: [], interrupt: false });
  const start = async ({ runId, messageId }: { runId: string; messageId: string }) => {
    const now = new Date().toISOString();
    await stores.events.append(id, [durableEvent('run.started', { runId, messageId, model: 'demo' }, now)]);
  };

  test('can be edited and withdrawn by its author only', async () => {
    const [first, second] = [await add('one'), await add('two')];
    await queue.changeMessage(id, first.messageId, 'one, and more', author);
    await queue.changeMessage(id, second.messageId, null, author);
    expect((await stateFromLog(stores.events, id)).queued).toMatchObject([{ content: 'one, and more' }]);
    const stranger = { id: 'm2', name: 'Ben' };
    const refused = queue.changeMessage(id, first.messageId, 'not mine', stranger);
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    for (const unknown of [second.messageId, newId('msg')]) {
      await expect(queue.changeMessage(id, unknown, 'x', author)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await start(first);
  });

  test('can be neither once its run has started, even at the same moment', async () => {
    const early = await add('early');
    await start(early);
    const late = queue.changeMessage(id, early.messageId, 'too late', author);
    await expect(late).rejects.toMatchObject({ code: 'not_possible' });
    for (const text of ['raced', null]) {
      const raced = await add('as it was');
      const racing = createMessageQueue({
        ...bounds,
        readState: createStateReader(stores.events),
        stores: {
          ...stores,
          events: {
            ...stores.events,
            async append(...parameters) {
              await start(raced);
              return await stores.events.append(...parameters);
            },
          },
        },
        knownSecrets: [],
        readSecrets: async () => [],
        newId,
        nowMs: Date.now,
      });
      const change = racing.changeMessage(id, raced.messageId, text, author);
      await expect(change).rejects.toMatchObject({ code: 'not_possible' });
      const { items } = await stateFromLog(stores.events, id);
      expect(items.at(-1)).toMatchObject({ kind: 'user', content: 'as it was' });
    }
  });

  test('mentions the people in its final text, and notifies only those it did not mention before', async () => {
    const [bo, cy] = [
      { id: 'm2', name: 'Bo' },
      { id: 'm3', name: 'Cy' },
    ];
    const { unread } = stores;
    const message = { text: '@Bo', author, attachments: [], interrupt: false, mentions: [bo] };
    const { messageId } = await queue.addMessage(conversation, message);
    const before = (await stores.events.read(id, { durable: null, live: null }, 1_000)).position.durable;
    await unread.markRead(bo.id, id, before ?? '');
    await queue.changeMessage(id, messageId, '@Bo and @Cy', author, [bo, cy]);
    const state = await stateFromLog(stores.events, id);
    expect(state.queued.at(-1)).toMatchObject({ content: '@Bo and @Cy', mentions: [bo, cy] });
    const isMentioned = async (memberId: string) =>
      (await unread.listOf(memberId, '')).find((one) => one.conversationId === id)?.isMentioned;
    expect([await isMentioned(bo.id), await isMentioned(cy.id)]).toEqual([false, true]);
    const { mentions } = await unread.recordsOf(cy.id);
    expect(mentions.find((one) => one.conversationId === id)?.mention?.by).toEqual(author);
    expect(await isMentioned(author.id)).toBeUndefined();
  });
});
