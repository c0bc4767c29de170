import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { searchConversations } from '#lib/operations/conversations/search-conversations.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { isoAfter, sampleConversation } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: Date.now });
afterAll(() => stores.close());
const doors = { stores, nowMs: () => 0 };
const ada: Member = { id: 'mem_a', name: 'Ada', role: 'member' };
const bob: Member = { id: 'mem_b', name: 'Bob', role: 'admin' };

let created = 0;
async function conversation(title: string, messages: string[], audience: 'team' | string[] = 'team') {
  created += 1;
  const { id } = sampleConversation();
  const updatedAt = isoAfter(created * 1_000);
  const createdBy = { id: ada.id, name: ada.name };
  await stores.conversations.create(sampleConversation({ id, title, updatedAt, createdBy, audience }));
  const events = messages.map((content, at) =>
    durableEvent('assistant.message', { messageId: `msg_${created}_${at}`, content }, isoAfter(0)),
  );
  if (events.length > 0) await stores.events.append(id, events);
  return id;
}

describe('a search of conversations', () => {
  test('finds titles and messages in any case, latest first, with surrounding words', async () => {
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
    // Text that exists only in the Markdown source is found too.
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
    await stores.events.append(id, [
      asked('msg_e', 'sloe first'),
      asked('msg_w', 'sloe too'),
      durableEvent('message.edited', { messageId: 'msg_e', content: 'damson now', by }, isoAfter(1)),
      durableEvent('message.withdrawn', { messageId: 'msg_w', by }, isoAfter(1)),
    ]);
    expect((await searchConversations(doors, ada, 'sloe')).hits).toEqual([]);
    expect((await searchConversations(doors, ada, 'damson')).hits).toMatchObject([{ messageId: 'msg_e' }]);
  });

  test('says that it is cut if a conversation has more matches, or if its time is over', async () => {
    await conversation(
      'Many',
      Array.from({ length: limits.hitsPerConversation + 1 }, () => 'a bullace'),
    );
    const many = await searchConversations(doors, ada, 'bullace');
    expect(many.hits).toHaveLength(limits.hitsPerConversation);
    expect(many.isCut).toBe(true);
    let ms = -limits.conversationSearchMs;
    const late = {
      stores,
      nowMs: () => {
        ms += limits.conversationSearchMs;
        return ms;
      },
    };
    expect(await searchConversations(late, ada, 'bullace')).toMatchObject({ hits: [], isCut: true });
  });
});
