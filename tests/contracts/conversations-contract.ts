import { describe, expect, test } from 'vitest';
import type { ArtifactWriter, Stores } from '#lib/stores/stores.ts';
import { openedStores } from './opened-stores.ts';
import {
  delta,
  isoAfter,
  message,
  newId,
  sampleArtifact,
  sampleConversation,
  sampleEntry,
  sampleShare,
  storeBytes,
} from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

/** A conversation with everything that one can have, including a growing artifact. */
async function fillConversation(stores: Stores): Promise<{ id: string; writer: ArtifactWriter }> {
  const conversation = sampleConversation();
  const { id } = conversation;
  await stores.conversations.create(conversation);
  await stores.events.append(id, [message('a')], { onceKey: 'k' });
  await stores.events.appendLive(id, [delta('x')]);
  await stores.leases.acquire(id, 'token', 60_000);
  await stores.leases.setPending(id, true);
  const text = await storeBytes(stores.artifacts, Buffer.from('text'), { conversationId: id });
  await stores.artifacts.setAssistantView(text, 'view', []);
  await storeBytes(stores.artifacts, Buffer.alloc(300_000), { conversationId: id });
  const writer = await stores.artifacts.create(sampleArtifact({ conversationId: id }));
  await writer.write(Buffer.alloc(300_000));
  return { id, writer };
}

export function describeConversations(open: StoreOpener): void {
  const opened = openedStores(open);
  const conversations = () => opened().stores.conversations;

  test('a conversation is found as it was created, in every process', async () => {
    const conversation = sampleConversation({ title: 'Über “quotes” 日本語' });
    await conversations().create(conversation);
    expect(await opened().elsewhere.conversations.get(conversation.id)).toEqual(conversation);
    expect(await conversations().get(newId('conv'))).toBeNull();
  });

  test('conversations are listed by their latest change', async () => {
    const [first, second, third] = [1, 2, 3].map((seconds) =>
      sampleConversation({ updatedAt: isoAfter(seconds * 1_000) }),
    );
    if (!first || !second || !third) throw new Error('three are made');
    expect(await conversations().list()).toEqual([]);
    for (const each of [second, first, third]) await conversations().create(each);
    expect(await conversations().list()).toEqual([third, second, first]);
    const updatedAt = isoAfter(10_000);
    await conversations().update(first.id, { updatedAt });
    expect(await conversations().list()).toEqual([{ ...first, updatedAt }, third, second]);
  });

  test('a change keeps the other fields, and concurrent changes are all kept', async () => {
    const conversation = sampleConversation();
    await conversations().create(conversation);
    const updatedAt = isoAfter(5_000);
    const results = await Promise.all([
      conversations().update(conversation.id, { title: 'New' }),
      opened().elsewhere.conversations.update(conversation.id, { updatedAt }),
    ]);
    expect(results).toEqual([true, true]);
    expect(await conversations().get(conversation.id)).toEqual({ ...conversation, title: 'New', updatedAt });
  });

  test('the audience and the archived state are stored', async () => {
    const conversation = sampleConversation();
    await conversations().create(conversation);
    const change = { audience: [newId('mem')], archivedAt: isoAfter(0) };
    await conversations().update(conversation.id, change);
    expect(await opened().elsewhere.conversations.get(conversation.id)).toEqual({
      ...conversation,
      ...change,
    });
    await conversations().update(conversation.id, { audience: 'team', archivedAt: null });
    expect(await conversations().list()).toEqual([conversation]);
  });

  test('changing an unknown conversation reports that, and creates none', async () => {
    const id = newId('conv');
    expect(await conversations().update(id, { title: 'New' })).toBe(false);
    expect(await conversations().get(id)).toBeNull();
    expect(await conversations().list()).toEqual([]);
  });

  test('conversations survive a restart', async () => {
    const conversation = sampleConversation();
    await conversations().create(conversation);
    const again = await opened().reopen();
    expect(await again.conversations.list()).toEqual([conversation]);
  });

  describe('deleting a conversation', () => {
    test('leaves nothing of it', async () => {
      const before = await opened().inventory();
      const { id, writer } = await fillConversation(opened().stores);
      expect((await opened().inventory()).length).toBeGreaterThan(before.length);
      await opened().elsewhere.conversations.delete(id);
      await writer.complete(null);
      expect(await opened().inventory()).toEqual(before);
      expect(await conversations().get(id)).toBeNull();
      expect(await conversations().list()).toEqual([]);
    });

    test('does not affect other conversations', async () => {
      const other = await fillConversation(opened().stores);
      const before = await opened().inventory();
      const { id, writer } = await fillConversation(opened().stores);
      await conversations().delete(id);
      await writer.abort();
      expect(await opened().inventory()).toEqual(before);
      expect(await conversations().get(other.id)).not.toBeNull();
      await other.writer.abort();
    });

    test('keeps shares with their frozen copies, and the ledger', async () => {
      const { artifacts, ledger, shares } = opened().stores;
      const { id, writer } = await fillConversation(opened().stores);
      const share = sampleShare();
      await storeBytes(artifacts, Buffer.from('copy'), { id: share.id, conversationId: '' });
      await shares.create(share, 'hash');
      const entry = sampleEntry({ conversationId: id });
      await ledger.record(entry);
      await conversations().delete(id);
      await writer.abort();
      expect(await shares.findByTokenHash('hash')).toEqual(share);
      expect(String(await artifacts.readBytes(share.id, 0, 4))).toBe('copy');
      expect(await ledger.list(entry.timestamp, isoAfter(1_000))).toEqual([entry]);
    });

    test('that does not exist does nothing', async () => {
      await conversations().delete(newId('conv'));
    });
  });

  test('a mark is claimed once, by the first of 20 concurrent claims, permanently', async () => {
    const stores = [conversations(), opened().elsewhere.conversations];
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (stores[at % 2] ?? conversations()).claimOnce('demo')),
    );
    expect(claims.filter((isMine) => isMine)).toHaveLength(1);
    expect(await conversations().claimOnce('other')).toBe(true);
    const again = await opened().reopen();
    expect(await again.conversations.claimOnce('demo')).toBe(false);
  });
}
