import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type DurableEvent, durableEvent, nestedEvent } from '#lib/core/vocabulary/events.ts';
import { copyStores } from '#lib/stores/copy-stores.ts';
import { decodeLineIndex } from '#lib/stores/line-index.ts';
import { openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleEventData } from '../support/sample-events.ts';
import { openedStores } from './opened-stores.ts';
import { filesOf } from './page-files-contract.ts';
import {
  isoAfter,
  message,
  newId,
  sampleApiToken,
  sampleArtifact,
  sampleConversation,
  sampleEntry,
  sampleInvite,
  sampleMember,
  sampleSession,
  sampleShare,
  sampleStep,
  storeBytes,
} from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const longAgo = isoAfter(-60_000);
const everything = { actions: [], by: null, from: null, to: null };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Copies of whole stores. */
export function describeBulk(open: StoreOpener): void {
  const opened = openedStores(open);

  test('a copy has everything but what is made again, by way of another store and back', async () => {
    const { stores } = opened();
    const { ids, counts } = await fill(stores);
    const between = openMemoryStores({ nowMs: Date.now });
    const back = await open();
    expect(await copyStores(stores, between)).toEqual({ counts, goneCount: 0 });
    expect(await copyStores(between, back.stores)).toEqual({ counts, goneCount: 0 });
    const expected = await contentsOf(stores, ids);
    expect(await contentsOf(between, ids)).toEqual(expected);
    expect(await contentsOf(back.elsewhere, ids)).toEqual(expected);
    for (const each of [stores, between, back.stores]) {
      // Of one that has expired the bytes are removed then.
      await each.sweep();
      expect(await each.bulk.counts()).toEqual(counts);
    }
    await between.close();
    await back.close();
  });

  test('what a copied conversation did once is not done again, and what comes later is after it', async () => {
    const { stores } = opened();
    const { ids } = await fill(stores);
    const copy = openMemoryStores({ nowMs: Date.now });
    await copyStores(stores, copy);
    const back = await open();
    await copyStores(copy, back.stores);
    for (const each of [copy, back.stores]) {
      const again = await each.events.append(ids.conversation, [message('again')], { onceKey: 'once' });
      expect(again).toMatchObject({ status: 'repeated', event: { data: { content: 'sent once' } } });
      const log = await readLog(each, ids.conversation);
      const later = await each.events.append(ids.conversation, [message('later')]);
      expect(later.status).toBe('appended');
      expect((await readLog(each, ids.conversation)).at(-2)?.id).toBe(log.at(-1)?.id);
      expect(await each.conversations.claimOnce('recorded')).toBe(false);
      await each.conversations.delete(ids.conversation);
      expect(await readLog(each, ids.conversation)).toEqual([]);
      expect(await each.artifacts.get(ids.artifacts[0] ?? '')).toBeNull();
    }
    await copy.close();
    await back.close();
  });

  test('only what is empty is filled', async () => {
    const { stores } = opened();
    expect(await stores.health()).toBeNull();
    // A server that was started has stored the files of its pages.
    await stores.pageFiles.put('build', filesOf(['a.js', Uint8Array.of(1)]));
    expect(await stores.bulk.beginFilling()).toBe('begun');
    await stores.bulk.endFilling();
    await stores.conversations.create(sampleConversation());
    expect(await stores.bulk.beginFilling()).toBe('not_empty');
    expect(await stores.conversations.list()).toHaveLength(1);
  });

  describe('a copy that others write to', () => {
    test('has no event whose artifact is missing', async () => {
      const { stores, elsewhere } = opened();
      const conversation = sampleConversation();
      await stores.conversations.create(conversation);
      let isOver = false;
      const writing = (async () => {
        while (!isOver) {
          const id = await storeBytes(elsewhere.artifacts, bytesOf('x'), { conversationId: conversation.id });
          await elsewhere.events.append(conversation.id, [message(id)]);
        }
      })();
      const copies = [];
      for (let round = 0; round < 5; round += 1) {
        const copy = openMemoryStores({ nowMs: Date.now });
        await copyStores(stores, copy);
        copies.push(copy);
      }
      isOver = true;
      await writing;
      for (const copy of copies) {
        for (const event of await readLog(copy, conversation.id))
          expect(await copy.artifacts.get('content' in event.data ? event.data.content : '')).not.toBeNull();
        await copy.close();
      }
      expect((await readLog(stores, conversation.id)).length).toBeGreaterThan(0);
    });

    test('has nothing of what is deleted or begun while it is made', async () => {
      const { stores, elsewhere } = opened();
      const [kept, deleted, begun] = [sampleConversation(), sampleConversation(), sampleConversation()];
      const share = sampleShare();
      for (const { id } of [kept, deleted]) {
        await stores.conversations.create(sampleConversation({ id }));
        const artifactId = await storeBytes(stores.artifacts, bytesOf('x'), { conversationId: id });
        await stores.events.append(id, [message(artifactId)]);
      }
      await stores.shares.create(share, 'hash');
      const late: string[] = [];
      const during: Stores = {
        ...stores,
        bulk: {
          ...stores.bulk,
          // After the logs and the shares.
          async *artifactIds() {
            await elsewhere.conversations.delete(deleted.id);
            await elsewhere.shares.delete(share.id);
            await elsewhere.conversations.create(begun);
            late.push(await storeBytes(elsewhere.artifacts, bytesOf('y'), { conversationId: begun.id }));
            yield* stores.bulk.artifactIds();
          },
        },
      };
      const copy = openMemoryStores({ nowMs: Date.now });
      const { counts } = await copyStores(during, copy);
      expect((await copy.conversations.list()).map(({ id }) => id)).toEqual([kept.id]);
      expect(await readLog(copy, deleted.id)).toEqual([]);
      expect(await copy.shares.list()).toEqual([]);
      expect(await copy.artifacts.get(late[0] ?? '')).toBeNull();
      expect(await copy.bulk.counts()).toEqual(counts);
      expect(counts).toMatchObject({ conversations: 1, events: 1, artifacts: 1 });
      await copy.close();
    });

    test('has the record of a result whose content goes while it is read, and says so', async () => {
      const { stores } = opened();
      const conversation = sampleConversation();
      await stores.conversations.create(conversation);
      const bytes = new Uint8Array(17 * limits.artifactChunkBytes);
      const id = await storeBytes(stores.artifacts, bytes, { conversationId: conversation.id });
      const going: Stores = {
        ...stores,
        artifacts: {
          ...stores.artifacts,
          readBytes: async (of, start, end) =>
            start === 0 ? await stores.artifacts.readBytes(of, start, end) : null,
        },
      };
      const copy = openMemoryStores({ nowMs: Date.now });
      expect(await copyStores(going, copy)).toMatchObject({ counts: { artifacts: 0 }, goneCount: 1 });
      expect((await copy.artifacts.get(id))?.metadata.state).toBe('expired');
      expect(await copy.artifacts.readBytes(id, 0, 1)).toBeNull();
      await copy.close();
    });

    test('has an open run to be picked up, also if nobody had noted it yet', async () => {
      const { stores } = opened();
      const conversation = sampleConversation();
      await stores.conversations.create(conversation);
      const runId = newId('run');
      const started = durableEvent('run.started', { runId, messageId: null, model: 'demo' }, isoAfter(0));
      await stores.events.append(conversation.id, [started]);
      const copy = openMemoryStores({ nowMs: Date.now });
      await copyStores(stores, copy);
      expect(await copy.leases.listPending()).toEqual([conversation.id]);
      await copy.close();
    });
  });
}

/** One of everything. */
async function fill(stores: Stores) {
  const [ada, bob] = [
    sampleMember({ role: 'admin' }),
    sampleMember({ name: 'Bob', lastSeenAt: isoAfter(-5) }),
  ];
  await stores.members.change(() => [ada, bob]);
  await stores.members.see(bob.id, isoAfter(0));
  const conversation = sampleConversation({ title: 'Both', audience: [bob.id] });
  const other = sampleConversation({ updatedAt: isoAfter(1_000) });
  await stores.conversations.create(conversation);
  await stores.conversations.create(other);
  const log = await fillLog(stores, conversation.id);
  await stores.events.append(other.id, [message('other')]);
  const noted = (index: number) => ({
    eventId: log[index]?.id ?? '',
    timestamp: log[index]?.timestamp ?? '',
  });
  await stores.unread.note(conversation.id, { ...noted(0), by: { id: bob.id, name: 'Bob' } }, [ada.id]);
  await stores.unread.note(conversation.id, noted(1), []);
  await stores.unread.note(conversation.id, noted(2), []);
  await stores.unread.markRead(bob.id, conversation.id, log[1]?.id ?? '');
  await stores.pins.set(bob.id, conversation.id, true);
  await stores.leases.setPending(other.id, true);
  const artifacts = await fillArtifacts(stores, conversation.id);
  const share = sampleShare({
    views: 2,
    maxViews: 9,
    artifactId: artifacts[0] ?? '',
    lastViewedAt: isoAfter(0),
  });
  await stores.shares.create(share, 'hash of a link');
  for (const entry of [sampleEntry(), sampleEntry({ toolName: 'grep_file' }), sampleStep()])
    await stores.ledger.record(entry);
  await fillTeam(stores, [ada.id, bob.id]);
  const ids = { members: [ada.id, bob.id], conversation: conversation.id, artifacts };
  const counts = { conversations: 2, events: log.length + 1, ledgerEntries: 3, members: 2, artifacts: 5 };
  return { ids, counts };
}

/** With an event that others are nested under, and one that was appended under a once-key. */
async function fillLog(stores: Stores, conversationId: string): Promise<DurableEvent[]> {
  await stores.events.append(conversationId, [message('one'), message('two')]);
  await stores.events.append(conversationId, [message('sent once'), message('with it')], { onceKey: 'once' });
  const started = durableEvent('subagent.started', sampleEventData['subagent.started'], isoAfter(0));
  const result = await stores.events.append(conversationId, [started]);
  const parentId = result.status === 'appended' ? (result.events[0]?.id ?? null) : null;
  await stores.events.append(conversationId, [nestedEvent(message('below'), parentId), message('after')]);
  return await readLog(stores, conversationId);
}

/** Text in several chunks, bytes, one that has no content any more, one that nobody has sent, and the copy behind a share. */
async function fillArtifacts({ artifacts }: Stores, conversationId: string): Promise<string[]> {
  const text = bytesOf('a line of the log\n'.repeat(limits.artifactChunkBytes / 6));
  const kept = await storeBytes(artifacts, text, { conversationId });
  await artifacts.setAssistantView(kept, 'what the model read', [
    { rank: 1, text: '3 lines', isShown: true },
  ]);
  const passing = sampleArtifact({ conversationId });
  const writer = await artifacts.create(passing);
  await writer.write(text.subarray(0, 100));
  await writer.complete(isoAfter(600_000), { exitCode: 3, stderrLines: [{ from: 2, to: 3 }] });
  const image = await storeBytes(artifacts, new Uint8Array(900).fill(7), {
    ...{ conversationId, type: 'image', mimeType: 'image/png' },
  });
  const over = sampleArtifact({ conversationId });
  const ended = await artifacts.create(over);
  await ended.write(bytesOf('gone'));
  await ended.complete(isoAfter(-1));
  const loose: string[] = [];
  for (const id of [newId('art'), newId('shr')]) {
    const unsent = await artifacts.create(sampleArtifact({ id, conversationId: '' }));
    await unsent.write(bytesOf('not sent\n'));
    await unsent.complete(isoAfter(600_000));
    loose.push(id);
  }
  return [kept, passing.id, image, over.id, ...loose];
}

async function fillTeam(stores: Stores, [ada = '', bob = '']: string[]): Promise<void> {
  await stores.sessions.create(sampleSession({ memberId: ada }), 'session hash', isoAfter(600_000));
  await stores.apiTokens.create(sampleApiToken({ memberId: bob }), 'token hash', isoAfter(600_000));
  await stores.invites.create(sampleInvite({ expiresAt: isoAfter(600_000) }), 'invite hash');
  await stores.preferences.change(ada, { theme: 'dark', 'reading.isWrapped': true });
  await stores.preferences.change('local', { theme: 'light' });
  await stores.pictures.put(ada, { version: 'v1', mimeType: 'image/webp', bytes: Buffer.from([1, 2, 3]) });
  await stores.pushSubscriptions.put(bob, {
    ...{ id: 'sub', endpoint: 'https://push.example/sub', browser: 'Firefox on Linux', sessionId: null },
    ...{ keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }, createdAt: longAgo },
  });
  await stores.credentials.put(bob, 'mcp:x', 'sealed');
  await stores.settings.change({ linkShares: true });
  const by = { id: ada, name: 'Ada' };
  await stores.prompts.put({ name: 'review', text: 'Review {{it}}', by, savedAt: longAgo }, null);
  await stores.workspaces.add({
    ...{ name: 'shop', kind: 'folder', url: null, path: '/srv/shop', state: 'ready', failure: null },
    ...{ addedBy: by, addedAt: longAgo },
  });
  await stores.widenings.append({ type: 'undone', number: 1, timestamp: longAgo, widening: 1, by });
  for (const hash of ['a', 'b']) {
    const definition = { title: null, description: hash, inputSchema: {}, annotations: null };
    const seen = { tool: 'mcp__x__y', hash, definition, seenAt: longAgo, isAccepted: hash === 'a' };
    if (!(await stores.toolDefinitions.addFirst(seen))) await stores.toolDefinitions.put(seen);
  }
  await stores.conversations.claimOnce('recorded');
  await stores.secrets.get('content-link', 'a secret');
  await stores.deliveries.add({ id: 'd1', attempts: 1, dueMs: 7, body: '{}' });
  await stores.pushDeliveries.add({ id: 'd2', attempts: 0, dueMs: 9, body: '{}' });
  for (const detail of ['first', 'second'])
    await stores.audit.append({
      ...{ timestamp: longAgo, action: 'member.signed_in', by, subject: null, detail, network: null },
    });
}

async function readLog({ events }: Stores, conversationId: string): Promise<DurableEvent[]> {
  return (await events.readDurable(conversationId, null, 100)).durable;
}

/** All that can be read of a store, with the positions of events for their IDs. */
async function contentsOf(stores: Stores, ids: Awaited<ReturnType<typeof fill>>['ids']) {
  const log = await readLog(stores, ids.conversation);
  const indexById = new Map<string | null, number>(log.map(({ id }, at) => [id, at]));
  const members = await stores.members.list();
  return {
    members,
    conversations: await stores.conversations.list(),
    log: log.map(({ id, parentId, ...event }) => ({ ...event, parent: indexById.get(parentId) ?? null })),
    pending: await stores.leases.listPending(),
    readers: (await stores.unread.readersOf(ids.conversation)).map(({ memberId, eventId }) => ({
      ...{ memberId, at: indexById.get(eventId) },
    })),
    artifacts: await Promise.all(ids.artifacts.map((id) => readArtifact(stores, id))),
    share: await stores.shares.findByTokenHash('hash of a link'),
    ledger: (await stores.ledger.list(longAgo, isoAfter(60_000))).toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    ),
    sums: await stores.ledger.sums('tool', '2000-01-01', '9999-01-01'),
    ofMembers: await Promise.all([...ids.members, 'local'].map((id) => readMember(stores, id))),
    session: await stores.sessions.find('session hash'),
    token: await stores.apiTokens.find('token hash'),
    invite: await stores.invites.find('invite hash'),
    settings: await stores.settings.get(),
    prompts: await stores.prompts.list(),
    workspaces: await stores.workspaces.list(),
    widenings: await stores.widenings.list(),
    definitions: await stores.toolDefinitions.list(),
    marks: await stores.bulk.marks(),
    secrets: await stores.bulk.secrets(),
    deliveries: [await stores.bulk.deliveries(), await stores.bulk.pushDeliveries()],
    audit: (await stores.audit.list(everything, null, 100)).map(({ id: _id, ...entry }) => entry),
  };
}

async function readArtifact({ artifacts }: Stores, id: string) {
  const record = await artifacts.get(id);
  if (record === null) return null;
  const index = await artifacts.readIndex(id);
  const { isEvicted: _evicted, ...metadata } = record.metadata;
  const isOwn = metadata.conversationId !== '';
  return {
    ...{ ...record, metadata, isKept: isOwn && record.isKept },
    hash: await artifacts.hashBytes(id),
    index: index && decodeLineIndex(index),
  };
}

const readMember = async (stores: Stores, id: string) => ({
  unread: await stores.unread.listOf(id, longAgo),
  pins: await stores.pins.listOf(id),
  preferences: await stores.preferences.get(id),
  picture: await stores.pictures.get(id),
  subscriptions: await stores.pushSubscriptions.listOf(id),
  credentials: await stores.bulk.credentials(id),
});
