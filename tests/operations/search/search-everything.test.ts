import { afterAll, describe, expect, test } from 'vitest';
import type { FoundKind } from '#lib/core/api/search-results.ts';
import { limits } from '#lib/core/limits.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { explainNothingFound } from '#lib/operations/search/explain-nothing-found.ts';
import { searchEverything } from '#lib/operations/search/search-everything.ts';
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

const search = (who: Member, query: string, kind: FoundKind | null = null, by: string | null = null) =>
  searchEverything(doors, who, { query, kind, by });

describe('a search', () => {
  test('finds titles and messages in any case, the latest first, with surrounding words', async () => {
    const first = await conversation('A Quince tart', [
      `${'x'.repeat(60)} the\n QUINCE is ripe ${'y'.repeat(120)}`,
    ]);
    const second = await conversation('Other', ['nothing', 'one quince (a.b)']);
    const { conversations, messages, isCut } = await search(ada, 'quince');
    expect(conversations.map(({ id }) => id)).toEqual([first]);
    expect(messages.map(({ conversationId }) => conversationId)).toEqual([second, first]);
    expect(messages[0]?.excerpt).toBe('one quince (a.b)');
    expect(messages[1]?.excerpt).toMatch(/^…x+ the QUINCE is ripe y+…$/);
    expect(isCut).toBe(false);
    expect((await search(ada, '(a.b)')).messages).toHaveLength(1);
    expect((await search(ada, 'a.*b')).messages).toEqual([]);
  });

  test('shows the agent’s text as people read it, without Markdown syntax or IDs', async () => {
    const cited = `art_${'a'.repeat(26)}`;
    await conversation('Marked up', [
      `\`npm run pear\` failed: \\[ERR\\_PEAR\\]. All of it is in ${cited}#L40.`,
    ]);
    const { messages } = await search(ada, 'run pear failed: [ERR_');
    expect(messages[0]?.excerpt).toBe('npm run pear failed: [ERR_PEAR]. All of it is in an artifact.');
    // As it is in the Markdown source, too.
    expect((await search(ada, '`npm run pear`')).messages).toHaveLength(1);
  });

  test('finds nothing that the member, even an admin, may not read', async () => {
    const id = await conversation('medlar secret', ['a medlar'], []);
    expect((await search(ada, 'medlar')).messages.map((hit) => hit.conversationId)).toEqual([id]);
    expect(await search(bob, 'medlar')).toEqual({
      conversations: [],
      messages: [],
      artifacts: [],
      people: [],
      total: 0,
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
    expect((await search(ada, 'sloe')).messages).toEqual([]);
    expect((await search(ada, 'damson')).messages).toMatchObject([{ messageId: 'msg_e' }]);
  });

  test('shows a few messages of a conversation with many, and others beside them, and says so', async () => {
    const other = await conversation('Few', ['one bullace']);
    const many = await conversation(
      'Many',
      Array.from({ length: limits.searchFound + 1 }, () => 'a bullace'),
    );
    const { messages, isCut } = await search(ada, 'bullace');
    expect(messages.map(({ conversationId }) => conversationId)).toEqual([
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
    expect((await search(ada, 'service pear')).messages).toEqual([]);
    searchIndexer.catchUp();
    expect((await search(ada, 'quince')).isCut).toBe(true);
    await searchIndexer.settled();
    const { messages, isCut } = await search(ada, 'service pear');
    expect(messages).toMatchObject([{ messageId: 'msg_left' }]);
    expect(isCut).toBe(false);
  });

  test('ranks words together before whole words, and those before parts of words', async () => {
    await conversation('Ranks', [
      'a cornel cherry',
      'cherry of the cornel',
      'the blackcornel is no cherry',
      'cornel',
    ]);
    const { messages, total } = await search(ada, 'Cornel cherry', 'message');
    expect(messages.map(({ excerpt }) => excerpt)).toEqual([
      'a cornel cherry',
      'cherry of the cornel',
      'the blackcornel is no cherry',
    ]);
    expect(total).toBe(3);
  });

  test('narrows to a kind and to whom it is from, and finds nothing for characters that nobody sees', async () => {
    const { id } = sampleConversation();
    await stores.conversations.create(sampleConversation({ id, title: 'Rowan' }));
    const question = {
      messageId: 'msg_rowan',
      runId: 'run_1',
      content: 'rowan?',
      author: bob,
      attachments: [],
    };
    await events.append(id, [
      durableEvent('user.message', question, isoAfter(0)),
      durableEvent('assistant.message', { messageId: 'msg_answer', content: 'Rowan.' }, isoAfter(1)),
    ]);
    const ids = async (kind: FoundKind | null, by: string | null) =>
      (await search(ada, 'rowan', kind, by)).messages.map(({ messageId }) => messageId);
    expect(await ids(null, null)).toEqual(['msg_answer', 'msg_rowan']);
    expect(await ids('message', bob.id)).toEqual(['msg_rowan']);
    expect(await ids('message', 'agent')).toEqual(['msg_answer']);
    expect(await ids('conversation', null)).toEqual([]);
    expect((await search(ada, '', 'message', bob.id)).messages).toHaveLength(1);
    expect((await search(ada, '``')).total).toBe(0);
  });

  test('finds people who are members, by parts of their names', async () => {
    const record = (id: string, name: string, removedAt: string | null) => ({
      ...{ id, name, removedAt, email: null, role: 'member' as const },
      ...{ createdAt: isoAfter(0), lastSeenAt: null, epoch: 0 },
    });
    await stores.members.change(() => [
      record('mem_t', 'Tomás Oliveira', null),
      record('mem_r', 'Tomas Removed', isoAfter(0)),
    ]);
    expect((await search(ada, 'OLI tom')).people).toEqual([
      { id: 'mem_t', name: 'Tomás Oliveira', role: 'member' },
    ]);
  });
});

describe('a search that found nothing', () => {
  const explain = (who: Member, query: string, kind: FoundKind | null = null) =>
    explainNothingFound(doors, who, { query, kind });

  test('says how much was searched, and offers a near word that does occur', async () => {
    await conversation('Kubernetes ingress', ['the pomelo controller']);
    const count = (await stores.conversations.list()).filter(({ audience }) => audience === 'team').length;
    expect((await search(bob, 'kubernets ingress')).total).toBe(0);
    expect(await explain(bob, 'kubernets ingress')).toEqual({
      conversations: count,
      artifacts: { count: 0, isCut: false },
      spelling: { query: 'kubernetes ingress', total: 1, isCut: false },
    });
    // The nearest counts before the most frequent.
    await conversation('x', ['a pomelas', 'pomelas', 'the pomelas', `a${'='.repeat(18_000)}a pomelos`]);
    expect((await explain(bob, 'pommelo')).spelling?.query).toBe('pomelo');
    await conversation('y', [`${'filler '.repeat(2_000)}the cloudberries of June ${'filler '.repeat(500)}`]);
    expect((await explain(bob, 'cloudberies')).spelling?.query).toBe('cloudberries');
    expect((await explain(bob, 'opmelo')).spelling?.query).toBe('pomelo');
    // Each word occurs, not together; one that is far from all; one that is too short.
    for (const query of ['pomelo quince', 'xylophones', 'zq', '上海', '(((((', '😀😀😀😀😀']) {
      expect([query, (await explain(bob, query)).spelling]).toEqual([query, null]);
    }
    expect((await explain(bob, 'kubernets', 'message')).spelling).toBeNull();
  });

  test('offers no word of a conversation that the member may not read', async () => {
    await conversation('Mangosteen', ['tamarillo'], []);
    for (const query of ['mangostean', 'tamarilo']) {
      expect((await explain(ada, query)).spelling?.total).toBe(1);
      expect((await explain(bob, query)).spelling).toBeNull();
    }
  });
});
