import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { searchConversations } from '#lib/operations/conversations/search-conversations.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { createSearchIndexer } from '#lib/streams/search-indexer.ts';
import { isoAfter, sampleConversation } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: Date.now });
afterAll(() => stores.close());
const searchIndexer = createSearchIndexer(stores, (error) => {
  throw error;
});
const events = searchIndexer.followed(stores.events);
afterAll(() => searchIndexer.close());
const doors = { stores, searchIndexer };
const ada: Member = { id: 'mem_a', name: 'Ada', role: 'member' };
const bob: Member = { id: 'mem_b', name: 'Bob', role: 'admin' };

let created = 0;
async function conversation(title: string, messages: string[], audience: 'team' | string[] = 'team') {
  created += 1;
  const { id } = sampleConversation();
  const updatedAt = isoAfter(created * 1_000);
  const createdBy = { id: ada.id, name: ada.name };
  await stores.conversations.create(sampleConversation({ id, title, updatedAt, createdBy, audience }));
  const written = [
    durableEvent('session.start', { model: 'demo', workspace: 'vitrine' }, isoAfter(0)),
    ...messages.map((content, at) =>
      durableEvent('assistant.message', { messageId: `msg_${created}_${at}`, content }, isoAfter(0)),
    ),
  ];
  await events.append(id, written);
  await searchIndexer.settled();
  return id;
}

describe('a search of conversations', () => {
  test('finds titles and messages in any case, the latest first, with surrounding words', async () => {
    const first = await conversation('A Quince tart', [
      `${'x'.repeat(60)} the\n QUINCE is ripe ${'y'.repeat(120)}`,
    ]);
    const second = await conversation('Other', ['nothing', 'one quince (a.b)']);
    const { conversations, hits, isCut } = await searchConversations(doors, ada, 'quince');
    expect(conversations.map(({ id }) => id)).toEqual([first]);
    expect(hits.map(({ conversationId }) => conversationId)).toEqual([second, first]);
    expect(hits[0]?.excerpt).toBe('one quince (a.b)');
    expect(hits[1]?.excerpt).toMatch(/^…x+ the QUINCE is ripe y+…$/);
    expect(isCut).toBe(false);
    expect((await searchConversations(doors, ada, '(a.b)')).hits).toHaveLength(1);
    expect((await searchConversations(doors, ada, 'a.*b')).hits).toEqual([]);
  });

  test('shows the agent’s text as people read it, without Markdown syntax or IDs', async () => {
    const cited = `art_${'a'.repeat(26)}`;
    await conversation('Marked up', [
      `\`npm run pear\` failed: \\[ERR\\_PEAR\\]. All of it is in ${cited}#L40.`,
    ]);
    const { hits } = await searchConversations(doors, ada, 'run pear failed: [ERR_');
    expect(hits[0]?.excerpt).toBe('npm run pear failed: [ERR_PEAR]. All of it is in an artifact.');
    // As it is in the Markdown source, too.
    expect((await searchConversations(doors, ada, '`npm run pear`')).hits).toHaveLength(1);
  });

  test('finds nothing that the member, even an admin, may not read', async () => {
    const id = await conversation('medlar secret', ['a medlar'], []);
    expect((await searchConversations(doors, ada, 'medlar')).hits.map((hit) => hit.conversationId)).toEqual([
      id,
    ]);
    expect(await searchConversations(doors, bob, 'medlar')).toEqual({
      conversations: [],
      hits: [],
      isCut: false,
    });
  });

  test('ignores withdrawn messages and finds the current text of edited ones', async () => {
    const id = await conversation('Queued', []);
    const by = { id: ada.id, name: ada.name };
    const asked = (messageId: string, content: string) =>
      durableEvent(
        'user.message',
        { messageId, runId: `run_${messageId}`, content, author: by, attachments: [] },
        isoAfter(0),
      );
    await events.append(id, [
      asked('msg_e', 'sloe first'),
      asked('msg_w', 'sloe too'),
      durableEvent('message.edited', { messageId: 'msg_e', content: 'damson now', by }, isoAfter(1)),
      durableEvent('message.withdrawn', { messageId: 'msg_w', by }, isoAfter(1)),
    ]);
    await searchIndexer.settled();
    expect((await searchConversations(doors, ada, 'sloe')).hits).toEqual([]);
    expect((await searchConversations(doors, ada, 'damson')).hits).toMatchObject([{ messageId: 'msg_e' }]);
  });

  test('shows a few messages of a conversation with many, and others beside them, and says so', async () => {
    const other = await conversation('Few', ['one bullace']);
    const many = await conversation(
      'Many',
      Array.from({ length: limits.searchFound + 1 }, () => 'a bullace'),
    );
    const { hits, isCut } = await searchConversations(doors, ada, 'bullace');
    expect(hits.map(({ conversationId }) => conversationId)).toEqual([
      ...Array.from({ length: limits.hitsPerConversation }, () => many),
      other,
    ]);
    expect(isCut).toBe(true);
  });

  test('says that it is cut while older conversations are not indexed yet', async () => {
    const { id } = sampleConversation();
    await stores.conversations.create(sampleConversation({ id, title: 'Left' }));
    await stores.events.append(id, [
      durableEvent('assistant.message', { messageId: 'msg_left', content: 'a service pear' }, isoAfter(0)),
    ]);
    expect((await searchConversations(doors, ada, 'service pear')).hits).toEqual([]);
    searchIndexer.catchUp();
    expect((await searchConversations(doors, ada, 'quince')).isCut).toBe(true);
    await searchIndexer.settled();
    const { hits, isCut } = await searchConversations(doors, ada, 'service pear');
    expect(hits).toMatchObject([{ messageId: 'msg_left' }]);
    expect(isCut).toBe(false);
  });
});
