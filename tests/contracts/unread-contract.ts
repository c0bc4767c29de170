import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, message, newId, sampleConversation } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const longAgo = isoAfter(-60_000);

export function describeUnread(open: StoreOpener): void {
  const opened = openedStores(open);
  const unread = () => opened().stores.unread;

  /** Appends an event and returns its position. */
  const come = async (conversationId: string): Promise<string> => {
    const result = await opened().stores.events.append(conversationId, [message('x')]);
    if (result.status !== 'appended') throw new Error(result.status);
    return result.events[0]?.id ?? '';
  };
  const note = async (conversationId: string, mentionedIds: string[] = []): Promise<string> => {
    const eventId = await come(conversationId);
    await unread().note(conversationId, { eventId, timestamp: isoAfter(0) }, mentionedIds);
    return eventId;
  };

  test('a new event is unread for each member until they read it, in every process', async () => {
    const [ada, bob, id] = [newId('mem'), newId('mem'), newId('conv')];
    const eventId = await note(id);
    expect(await unread().readTo(ada, id)).toBeNull();
    await opened().elsewhere.unread.markRead(ada, id, eventId);
    expect(await unread().readTo(ada, id)).toBe(eventId);
    expect(await unread().listOf(ada, longAgo)).toEqual([]);
    const listed = [{ conversationId: id, count: 1, isMentioned: false }];
    expect(await opened().elsewhere.unread.listOf(bob, longAgo)).toEqual(listed);
    await note(id);
    expect(await unread().listOf(ada, longAgo)).toEqual(listed);
    const both = [{ conversationId: id, count: 2, isMentioned: false }];
    expect(await (await opened().reopen()).unread.listOf(bob, longAgo)).toEqual(both);
  });

  test('what is unread is counted once each, and not without end', async () => {
    const [ada, id] = [newId('mem'), newId('conv')];
    const eventId = await come(id);
    const news = { eventId, timestamp: isoAfter(0) };
    await unread().note(id, news, []);
    await opened().elsewhere.unread.note(id, news, []);
    const countOf = async () => (await unread().listOf(ada, longAgo))[0]?.count;
    expect(await countOf()).toBe(1);
    for (let more = 0; more < limits.countedUnread + 5; more += 1) await note(id);
    expect(await countOf()).toBe(limits.countedUnread);
  });

  test('who has read how far is known, of those who have read anything', async () => {
    const [ada, bob, cem, id] = [newId('mem'), newId('mem'), newId('mem'), newId('conv')];
    expect(await unread().readersOf(id)).toEqual([]);
    const [first, second] = [await note(id, [cem]), await note(id)];
    await unread().markRead(ada, id, second);
    await opened().elsewhere.unread.markRead(bob, id, first);
    const readers = await unread().readersOf(id);
    expect(readers.toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1))).toEqual(
      [
        { memberId: ada, eventId: second },
        { memberId: bob, eventId: first },
      ].toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1)),
    );
  });

  test('events before a member joined are not unread for them', async () => {
    const id = newId('conv');
    await note(id);
    expect(await unread().listOf(newId('mem'), isoAfter(1_000))).toEqual([]);
  });

  test('what was read once is not unread again, and late reports do not hide newer events', async () => {
    const [ada, id] = [newId('mem'), newId('conv')];
    const [first, second] = [await come(id), await come(id)];
    const timestamp = isoAfter(0);
    await unread().note(id, { eventId: second, timestamp }, []);
    await unread().note(id, { eventId: first, timestamp }, []);
    await unread().markRead(ada, id, first);
    expect(await unread().listOf(ada, longAgo)).toHaveLength(1);
    await unread().markRead(ada, id, second);
    await unread().markRead(ada, id, first);
    expect(await unread().readTo(ada, id)).toBe(second);
    expect(await unread().listOf(ada, longAgo)).toEqual([]);
  });

  test('who mentioned a member last, and when, is known while it is unread', async () => {
    const [ada, id] = [newId('mem'), newId('conv')];
    const [first, second] = [await come(id), await come(id)];
    const [at, later] = [isoAfter(0), isoAfter(1_000)];
    const [bo, cy] = [
      { id: newId('mem'), name: 'Bo "B" Lind' },
      { id: newId('mem'), name: 'Cy' },
    ];
    await unread().note(id, { eventId: second, timestamp: later, by: bo }, [ada]);
    await opened().elsewhere.unread.note(id, { eventId: first, timestamp: at, by: cy }, [ada]);
    const [listed] = await opened().elsewhere.unread.listOf(ada, longAgo);
    expect(listed?.mention).toEqual({ by: bo, at: later });
    await note(id);
    await unread().markRead(ada, id, second);
    const without = [{ conversationId: id, count: 1, isMentioned: false }];
    expect(await unread().listOf(ada, longAgo)).toEqual(without);
    expect(await (await opened().reopen()).unread.listOf(ada, longAgo)).toEqual(without);
  });

  test('a mentioned member sees the mention until they have read it, whatever follows', async () => {
    const [ada, bob, id] = [newId('mem'), newId('mem'), newId('conv')];
    const eventId = await note(id, [ada]);
    const last = await note(id);
    expect(await unread().listOf(ada, longAgo)).toEqual([
      { conversationId: id, count: 2, isMentioned: true },
    ]);
    expect(await unread().listOf(bob, longAgo)).toEqual([
      { conversationId: id, count: 2, isMentioned: false },
    ]);
    await unread().markRead(ada, id, eventId);
    expect(await unread().listOf(ada, longAgo)).toEqual([
      { conversationId: id, count: 1, isMentioned: false },
    ]);
    await unread().markRead(ada, id, last);
    expect(await unread().listOf(ada, longAgo)).toEqual([]);
  });

  test('what is stored of a member is listed, read or not, and deleted without a trace; what is of others stays', async () => {
    const [ada, bob] = [newId('mem'), newId('mem')];
    const [read, unseen, quiet] = [newId('conv'), newId('conv'), newId('conv')];
    const [timestamp, by] = [isoAfter(0), { id: newId('mem'), name: 'Cy' }];
    const mentioned = await come(read);
    await unread().note(read, { eventId: mentioned, timestamp, by }, [ada, bob]);
    for (const memberId of [ada, bob]) await unread().markRead(memberId, read, mentioned);
    const without = await note(unseen, [ada]);
    await unread().markRead(ada, quiet, await note(quiet));

    const records = await opened().elsewhere.unread.recordsOf(ada);
    const byConversation = <T extends { conversationId: string }>(all: T[]) =>
      Object.fromEntries(all.map((one) => [one.conversationId, one]));
    expect(byConversation(records.reads)).toEqual({
      [read]: { conversationId: read, eventId: mentioned },
      [quiet]: { conversationId: quiet, eventId: await unread().readTo(ada, quiet) },
    });
    expect(byConversation(records.mentions)).toEqual({
      [read]: { conversationId: read, eventId: mentioned, mention: { by, at: timestamp } },
      [unseen]: { conversationId: unseen, eventId: without },
    });

    const ofBob = await unread().recordsOf(bob);
    expect([ofBob.reads.length, ofBob.mentions.length]).toEqual([1, 1]);
    // Twice, as after an interruption.
    await opened().elsewhere.unread.deleteOf(ada);
    await unread().deleteOf(ada);
    expect(await unread().recordsOf(ada)).toEqual({ reads: [], mentions: [] });
    expect((await opened().inventory()).filter((text) => text.includes(ada))).toEqual([]);
    expect(await unread().recordsOf(bob)).toEqual(ofBob);
    expect(await unread().readersOf(read)).toEqual([{ memberId: bob, eventId: mentioned }]);
  });

  test('an invalid read position is ignored', async () => {
    const [ada, id] = [newId('mem'), newId('conv')];
    await note(id);
    for (const location of ['', 'x', '-1', '0x9', '9'.repeat(40)]) await unread().markRead(ada, id, location);
    expect(await unread().readTo(ada, id)).toBeNull();
    expect(await unread().listOf(ada, longAgo)).toHaveLength(1);
  });

  test('unread marks are deleted with their conversation, and leave nothing', async () => {
    const before = await opened().inventory();
    const { id, ...rest } = sampleConversation();
    await opened().stores.conversations.create({ id, ...rest });
    const [ada, bob] = [newId('mem'), newId('mem')];
    await unread().markRead(ada, id, await note(id, [ada, bob]));
    await opened().elsewhere.conversations.delete(id);
    expect(await unread().listOf(bob, longAgo)).toEqual([]);
    expect(await opened().inventory()).toEqual(before);
  });
}
