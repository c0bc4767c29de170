import { describe, expect, test } from 'vitest';
import type { SearchDocument } from '#lib/core/vocabulary/search/search-document.ts';
import { searchWords } from '#lib/core/vocabulary/search/search-terms.ts';
import type { DocumentQuery } from '#lib/stores/stores.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleConversation } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const ada = { id: 'mem_ada', name: 'Ada' };

export function describeSearch(open: StoreOpener): void {
  const opened = openedStores(open);
  const search = () => opened().stores.search;

  async function conversation(audience: 'team' | string[] = 'team'): Promise<string> {
    const { id } = sampleConversation();
    await opened().stores.conversations.create(sampleConversation({ id, audience, createdBy: ada }));
    return id;
  }
  const document = (conversationId: string, text: string, more: Partial<SearchDocument> = {}) => ({
    id: newId('msg'),
    kind: 'message' as const,
    conversationId,
    text,
    facets: ['kind:message'],
    timestamp: isoAfter(0),
    by: ada,
    ...more,
  });
  async function add(conversationId: string, ...documents: SearchDocument[]): Promise<void> {
    const from = await search().indexedTo(conversationId);
    const to = String(Number(from ?? 0) + 1);
    const change = { from, to, put: documents, remove: [], kept: [] };
    expect(await search().index(conversationId, change)).toBe(true);
  }
  async function find(query: string, request: Partial<DocumentQuery> = {}, stores = opened().stores) {
    const asked = { words: searchWords(query), facets: [], memberId: 'mem_bob', before: null, limit: 10 };
    const { found } = await stores.search.search({ ...asked, ...request });
    return found.map(({ document: { text } }) => text);
  }

  test('what contains every word in any case is found, the latest first, in every process', async () => {
    const id = await conversation();
    await add(id, document(id, 'The Quince is ripe'), document(id, 'a quince tart, nearly ripe'));
    await add(id, document(id, 'nothing'));
    expect(await find('RIPE quince', {}, opened().elsewhere)).toEqual([
      'a quince tart, nearly ripe',
      'The Quince is ripe',
    ]);
    expect(await find('quinces')).toEqual([]);
    expect(await find('uinc')).toHaveLength(2);
    expect(await find('ripe.is quince')).toEqual([]);
    const reopened = await opened().reopen();
    expect(await find('tart', {}, reopened)).toEqual(['a quince tart, nearly ripe']);
  });

  test('parts of words, one letter, two, Chinese, emoji and pattern characters are found as they are', async () => {
    const id = await conversation();
    const texts = ['价格在上海涨了', 'x', 'a.*b [c] (d) "e" OR -f', '👍🏽 done', 'İstanbul', 'über'];
    await add(id, ...texts.map((text) => document(id, text)));
    const expected: [string, string][] = [
      ['上海', '价格在上海涨了'],
      ['海', '价格在上海涨了'],
      ['x', 'x'],
      ['.*b', 'a.*b [c] (d) "e" OR -f'],
      ['"e" OR', 'a.*b [c] (d) "e" OR -f'],
      ['👍', '👍🏽 done'],
      ['İs', 'İstanbul'],
      ['ÜB', 'über'],
      ['d)', 'a.*b [c] (d) "e" OR -f'],
    ];
    for (const [query, text] of expected) expect(await find(query), query).toEqual([text]);
    expect(await find('海上')).toEqual([]);
    expect(await find('%')).toEqual([]);
    expect(await find('')).toHaveLength(texts.length);
  });

  test('only what a member may read is found, also right after the audience has changed', async () => {
    const secret = await conversation([]);
    const shared = await conversation(['mem_bob']);
    await add(secret, document(secret, 'medlar of Ada'));
    await add(shared, document(shared, 'medlar of both'));
    expect(await find('medlar')).toEqual(['medlar of both']);
    for (const query of ['medlar', 'm', '', 'of']) {
      expect(await find(query, { memberId: ada.id }), query).toEqual(['medlar of both', 'medlar of Ada']);
      expect(await find(query), query).toEqual(['medlar of both']);
      expect(await find(query, { memberId: 'mem_cy' }), query).toEqual([]);
    }
    const { conversations } = opened().elsewhere;
    await conversations.update(secret, { audience: 'team' });
    await conversations.update(shared, { audience: ['mem_cy'] });
    expect(await find('medlar')).toEqual(['medlar of Ada']);
    expect(await find('medlar', { memberId: 'mem_cy' })).toEqual(['medlar of both', 'medlar of Ada']);
    await conversations.update(secret, { audience: [], title: 'Private' });
    expect(await find('medlar')).toEqual([]);
    await add(secret, document(secret, 'another medlar'));
    expect(await find('medlar')).toEqual([]);
    expect(await find('another', { memberId: ada.id })).toEqual(['another medlar']);
  });

  test('nothing of a workspace that is closed to the reader is found, however much there is', async () => {
    const open = await conversation();
    await add(open, document(open, 'a cherimoya'));
    const { id } = sampleConversation();
    const { conversations } = opened().stores;
    await conversations.create(sampleConversation({ id, workspace: 'vault', createdBy: ada }));
    for (let count = 0; count < 30; count += 1) await add(id, document(id, `cherimoya ${count}`));
    const closed = ['vault', 'other', "it's"];
    expect(await find('cherimoya', { closed })).toEqual(['a cherimoya']);
    expect(await find('', { closed })).toEqual(['a cherimoya']);
    expect(await find('cherimoya')).toHaveLength(10);
    await opened().elsewhere.conversations.update(id, { audience: ['mem_bob'] });
    expect(await find('cherimoya', { closed })).toEqual(['a cherimoya']);
    expect(await find('cherimoya', { closed: ['other'], limit: 3 })).toHaveLength(3);
  });

  test('a document is replaced and removed by its ID', async () => {
    const id = await conversation();
    const first = document(id, 'a sloe');
    const second = document(id, 'two sloes');
    await add(id, first, second);
    await add(id, { ...first, text: 'a bullace' });
    expect(await find('sloe')).toEqual(['two sloes']);
    expect(await find('bullace')).toEqual(['a bullace']);
    const change = { from: '2', to: '3', put: [], remove: [second.id, 'msg_unknown'], kept: [] };
    expect(await search().index(id, change)).toBe(true);
    expect(await find('sloe')).toEqual([]);
  });

  test('documents of two conversations may have one ID, as a fork has: neither changes the other', async () => {
    const source = await conversation();
    const fork = await conversation([]);
    const shared = document(source, 'quince tart');
    await add(source, shared);
    await add(fork, { ...shared, conversationId: fork, text: 'quince tart, forked' });
    expect(await find('quince')).toEqual(['quince tart']);
    expect(await find('quince', { memberId: ada.id })).toEqual(['quince tart, forked', 'quince tart']);
    const change = { from: '1', to: '2', put: [], remove: [shared.id], kept: [] };
    expect(await search().index(fork, change)).toBe(true);
    await opened().stores.conversations.delete(fork);
    expect(await find('quince', { memberId: ada.id })).toEqual(['quince tart']);
  });

  test('a part of a log is indexed once, and only where the part before it was', async () => {
    const id = await conversation();
    const change = { from: null, to: '7', put: [document(id, 'pear')], remove: [], kept: [] };
    expect(await search().index(id, change)).toBe(true);
    expect(await search().index(id, change)).toBe(false);
    expect(await search().index(id, { ...change, from: '6', to: '8' })).toBe(false);
    expect(await opened().elsewhere.search.indexedTo(id)).toBe('7');
    expect(await find('pear')).toHaveLength(1);
  });

  test('facets and the artifacts that are kept limit what is found', async () => {
    const id = await conversation();
    const artifact = (tool: string) =>
      document(id, 'a log', {
        id: newId('art'),
        kind: 'artifact',
        facets: ['kind:artifact', `tool:${tool}`],
      });
    const [one, other] = [artifact('run tests'), artifact('read_file')];
    await add(id, one, other, document(id, 'a log'));
    const ids = async (request: Partial<DocumentQuery>) => {
      const asked = { words: [], facets: [], memberId: 'mem_bob', before: null, limit: 10, ...request };
      return (await search().search(asked)).found.map((each) => each.document.id);
    };
    expect(await ids({ facets: ['kind:artifact'] })).toEqual([other.id, one.id]);
    expect(await ids({ facets: ['kind:artifact', 'tool:run tests'], words: ['log'] })).toEqual([one.id]);
    const keep = (isKept: boolean, from: string, to: string) =>
      search().index(id, { from, to, put: [], remove: [], kept: [{ id: one.id, isKept }] });
    expect(await ids({ isKept: true })).toEqual([]);
    expect(await keep(true, '1', '2')).toBe(true);
    expect(await ids({ isKept: true })).toEqual([one.id]);
    const again = { from: '2', to: '3', put: [one], remove: [], kept: [{ id: one.id, isKept: true }] };
    expect(await search().index(id, again)).toBe(true);
    expect(await ids({ isKept: true })).toEqual([one.id]);
    expect(await keep(false, '3', '4')).toBe(true);
    expect(await ids({ isKept: true })).toEqual([]);
  });

  test('more is found from a number on', async () => {
    const id = await conversation();
    await add(id, ...[1, 2, 3, 4, 5].map((number) => document(id, `plum ${number}`)));
    const page = async (before: number | null) =>
      (await search().search({ words: ['plum'], facets: [], memberId: 'mem_bob', before, limit: 2 })).found;
    const first = await page(null);
    const second = await page(first.at(-1)?.number ?? 0);
    const third = await page(second.at(-1)?.number ?? 0);
    const texts = [first, second, third].map((found) => found.map((each) => each.document.text));
    expect(texts).toEqual([['plum 5', 'plum 4'], ['plum 3', 'plum 2'], ['plum 1']]);
  });

  test('nothing is left of a conversation that was deleted, and nothing more of it is indexed', async () => {
    const before = await opened().inventory();
    const id = await conversation();
    const [kept, ...others] = Array.from({ length: 50 }, (_, index) => document(id, `damson ${index} 李子`));
    await add(id, ...(kept ? [kept] : []), ...others);
    await search().index(id, {
      from: '1',
      to: '2',
      put: [],
      remove: [],
      kept: [{ id: kept?.id ?? '', isKept: true }],
    });
    await opened().elsewhere.conversations.delete(id);
    expect(await find('damson')).toEqual([]);
    const change = { from: null, to: '3', put: [document(id, 'damson')], remove: [], kept: [] };
    expect(await search().index(id, change)).toBe(false);
    expect(await search().indexedTo(id)).toBeNull();
    expect(await opened().inventory()).toEqual(before);
  });

  describe('with few candidates', () => {
    changeLimits({ searchCandidates: 20 });
    test('a search that compares too many documents in vain says that it gave up', async () => {
      const id = await conversation();
      const documents = Array.from({ length: 30 }, () => document(id, 'a'));
      await add(id, document(id, 'z'), ...documents);
      const asked = { facets: [], memberId: 'mem_bob', before: null, limit: 10 };
      expect(await search().search({ ...asked, words: ['z'] })).toEqual({ found: [], isCut: true });
      expect(await search().search({ ...asked, words: ['a'] })).toMatchObject({ isCut: false });
      // What is closed to the reader is not compared: how much there is of it stays unknown.
      const { workspace } = (await opened().stores.conversations.get(id)) ?? { workspace: '' };
      const closed = { ...asked, closed: [workspace] };
      expect(await search().search({ ...closed, words: ['z'] })).toEqual({ found: [], isCut: false });
    });
  });
}
