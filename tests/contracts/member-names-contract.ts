import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { workspaceHostSettings } from '#lib/core/vocabulary/network/host-grant.ts';
import { replaceName } from '#lib/stores/replace-name.ts';
import { openedStores } from './opened-stores.ts';
import {
  isoAfter,
  newId,
  sampleConversation,
  sampleEntry,
  sampleMember,
  sampleShare,
  storeBytes,
} from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeMemberNames(open: StoreOpener): void {
  const opened = openedStores(open);
  /** A name that needs quoting, and one that begins like it. */
  const gone = { id: newId('mem'), name: 'Zoë "Q\\" Quill' };
  const formerName = 'Zoë Sand';
  const other = { id: newId('mem'), name: 'Zoë Quartz' };
  const by = (author: typeof gone, content: string, at = 1) =>
    durableEvent(
      'user.message',
      { messageId: `msg_${at}`, runId: `run_${at}`, content, author, attachments: [] },
      isoAfter(0),
    );

  test('are replaced wherever they are beside the ID, and nothing else changes', async () => {
    const { stores, elsewhere, texts } = opened();
    const conversation = sampleConversation({ createdBy: gone });
    await stores.conversations.create(conversation);
    const quoting = JSON.stringify(gone);
    const sent = [
      ...Array.from({ length: 1_200 }, (_, at) => by(at % 2 === 0 ? gone : other, `message ${at}`, at)),
      by(other, quoting, 9_999),
    ];
    const appended = await stores.events.append(conversation.id, sent);
    const before = appended.status === 'appended' ? appended.events : [];
    await stores.members.change(() => [sampleMember(gone), sampleMember(other)]);
    const share = sampleShare({ createdBy: gone });
    await stores.shares.create(share, 'hash');
    const artifactId = await storeBytes(stores.artifacts, Buffer.from(quoting), {
      author: gone,
      conversationId: conversation.id,
    });
    const entry = sampleEntry({ member: gone, client: 'laptop', conversationId: conversation.id });
    await stores.ledger.record(entry);
    await stores.settings.change(
      workspaceHostSettings('vitrine', [{ host: 'example.org', by: gone, allowedAt: isoAfter(0) }]),
    );
    await stores.audit.append({
      ...{ timestamp: isoAfter(0), action: 'member.removed', by: gone, subject: gone },
      ...{ detail: '', network: null },
    });

    const [noted] = before;
    /** By whom each of these members was mentioned; an earlier version stored no ID. */
    const authors = {
      [newId('mem')]: gone,
      [newId('mem')]: { id: null, name: gone.name },
      [newId('mem')]: { id: null, name: formerName },
      [newId('mem')]: other,
      [newId('mem')]: { id: null, name: other.name },
    };
    for (const [memberId, author] of Object.entries(authors))
      await stores.unread.note(
        conversation.id,
        { eventId: noted?.id ?? '', timestamp: isoAfter(0), by: author },
        [memberId],
      );
    await stores.unread.note(conversation.id, { eventId: noted?.id ?? '', timestamp: isoAfter(0) }, [
      'mem_x',
    ]);
    const hasName = (text: string) => text.includes('Quill') || text.includes(formerName);
    expect((await texts()).filter((text) => /mentions/.test(text) && hasName(text))).toHaveLength(3);

    await elsewhere.memberNames.replace(gone.id, 'Former member', [formerName, gone.name]);

    const nobody = { id: gone.id, name: 'Former member' };
    expect((await stores.conversations.get(conversation.id))?.createdBy).toEqual(nobody);
    const { durable } = await stores.events.readDurable(conversation.id, null, 2_000);
    expect(durable).toEqual(
      before.map((event) =>
        event.type === 'user.message' && event.data.author.id === gone.id
          ? { ...event, data: { ...event.data, author: nobody } }
          : event,
      ),
    );
    const { durable: later } = await stores.events.readDurable(conversation.id, before[1_100]?.id ?? '', 500);
    expect(later.map(({ id }) => id)).toEqual(before.slice(1_101).map(({ id }) => id));
    expect((await stores.members.get(gone.id))?.name).toBe('Former member');
    expect((await stores.members.get(other.id))?.name).toBe(other.name);
    expect((await stores.shares.get(share.id))?.createdBy).toEqual(nobody);
    expect((await stores.artifacts.get(artifactId))?.metadata.author).toEqual(nobody);
    expect(Buffer.from((await stores.artifacts.readBytes(artifactId, 0, 200)) ?? []).toString()).toBe(
      quoting,
    );
    expect(await stores.ledger.get(entry.id)).toEqual({ ...entry, member: nobody });
    const [from, to] = [isoAfter(-86_400_000).slice(0, 10), isoAfter(86_400_000).slice(0, 10)];
    const labels = async (grouping: 'member' | 'client') =>
      (await stores.ledger.sums(grouping, from, to)).map(({ label }) => label);
    expect(await labels('member')).toEqual(['Former member']);
    expect(await labels('client')).toEqual(['laptop of Former member']);
    expect(JSON.stringify(await stores.settings.get())).toContain(JSON.stringify(nobody));
    const [audited] = await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 1);
    expect(audited?.by).toEqual(gone);
    const mentionedBy = async (memberId: string) =>
      (await stores.unread.recordsOf(memberId)).mentions.map(({ mention }) => mention?.by);
    for (const [memberId, author] of Object.entries(authors))
      expect(await mentionedBy(memberId)).toEqual([author.name === other.name ? author : nobody]);
    expect(await mentionedBy('mem_x')).toEqual([undefined]);
    // The log that is never changed, the bytes of a result, and what somebody else wrote.
    const isLeft = (text: string) => /^\S*(audit|bytes) /.test(text) || text.includes('msg_9999');
    expect((await texts()).filter((text) => hasName(text) && !isLeft(text))).toEqual([]);
  });

  test('a log whose names were replaced goes on, and events that come meanwhile stay', async () => {
    const { stores } = opened();
    const { id } = sampleConversation();
    await stores.conversations.create(sampleConversation({ id }));
    await stores.events.append(id, [by(gone, 'first')]);
    const replacing = stores.memberNames.replace(gone.id, 'Former member', []);
    const count = 100;
    for (let at = 1; at < count; at += 1) {
      await stores.events.append(id, [by(other, `message ${at}`, at)]);
      await setImmediate();
    }
    await replacing;
    await stores.events.append(id, [by(other, 'last', count)]);
    const { durable } = await stores.events.readDurable(id, null, 1_000);
    expect(durable).toHaveLength(count + 1);
    const ids = durable.map((event) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(durable[0]).toMatchObject({ data: { author: { name: 'Former member' } } });
    expect(durable.at(-1)).toMatchObject({ data: { content: 'last', author: other } });
  });

  test('JSON is read as JSON: what is quoted in a text, or is somebody else’s, stays', () => {
    const text = JSON.stringify({
      a: gone,
      b: [gone, other],
      c: JSON.stringify(gone),
      d: { id: gone.id, title: 'x' },
    });
    const replaced = replaceName(text, gone.id, 'A "new" \\ name');
    const nobody = { id: gone.id, name: 'A "new" \\ name' };
    expect(JSON.parse(replaced)).toEqual({
      ...{ a: nobody, b: [nobody, other], c: JSON.stringify(gone), d: { id: gone.id, title: 'x' } },
    });
    expect(replaceName('', gone.id, 'x')).toBe('');
  });
}
