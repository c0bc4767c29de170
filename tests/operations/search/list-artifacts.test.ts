import { afterAll, describe, expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { listArtifacts } from '#lib/operations/search/list-artifacts.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { createSearchIndexer } from '#lib/streams/search-indexer.ts';
import { isoAfter, newId, sampleArtifact, sampleConversation } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: Date.now });
afterAll(() => stores.close());
const searchIndexer = createSearchIndexer(stores, (error) => {
  throw error;
});
const events = searchIndexer.followed(stores.events);
afterAll(() => searchIndexer.close());
const ada: Member = { id: 'mem_a', name: 'Ada', role: 'member' };
const bob: Member = { id: 'mem_b', name: 'Bob', role: 'admin' };

/** A conversation with so many artifacts, each kept. @returns their IDs, the oldest first */
async function withArtifacts(
  titles: readonly string[],
  audience: 'team' | string[] = 'team',
  recorded: { recordedAt?: string } = {},
) {
  const { id } = sampleConversation();
  await stores.conversations.create(
    sampleConversation({ id, audience, createdBy: { id: ada.id, name: 'Ada' }, ...recorded }),
  );
  const ids: string[] = [];
  for (const title of titles) {
    const artifactId = newId('art');
    const writer = await stores.artifacts.create({
      ...sampleArtifact({ id: artifactId, conversationId: id }),
      title,
      author: { id: ada.id, name: ada.name },
    });
    await writer.write(new TextEncoder().encode(`${title}\n`));
    await writer.complete(isoAfter(60_000));
    await stores.artifacts.keep(artifactId, () => null);
    const result = { toolCallId: 'c', success: true, resultType: 'success' as const, durationMs: 1 };
    const toolTelemetry = {
      ...{ artifactId, type: 'log' as const, title, lineCount: 1, byteLength: 4, summarizer: null },
      ...{ fullTokens: 1, sentTokens: 1, tokenizer: 't', relation: 'equal' as const },
    };
    await events.append(id, [
      durableEvent('tool.execution_complete', { ...result, toolTelemetry }, isoAfter(0)),
    ]);
    ids.push(artifactId);
  }
  await searchIndexer.settled();
  return { id, ids };
}

const list = (who: Member, wanted: Partial<Parameters<typeof listArtifacts>[2]> = {}) =>
  listArtifacts({ stores, searchIndexer }, who, {
    ...{ query: '', conversationId: null, limit: 10, isShared: false },
    ...wanted,
  });
const titlesOf = async (page: ReturnType<typeof list>) => (await page).artifacts.map(({ title }) => title);

describe('the list of artifacts', () => {
  test('has the latest first, and pages without a gap or a repeat', async () => {
    const titles = Array.from({ length: 7 }, (_, at) => `page ${at}`);
    const { id } = await withArtifacts(titles);
    const seen: string[] = [];
    let before: number | null = null;
    do {
      const page = await list(ada, { conversationId: id, limit: 3, before });
      seen.push(...page.artifacts.map(({ title }) => title));
      before = page.next === null ? null : Number(page.next);
    } while (before !== null);
    expect(seen).toEqual(titles.toReversed());
  });

  test('has nothing of a conversation that a member may not read, not even for an admin', async () => {
    const { id } = await withArtifacts(['quince.txt'], []);
    expect(await titlesOf(list(ada, { query: 'quince' }))).toEqual(['quince.txt']);
    expect(await titlesOf(list(bob, { query: 'quince' }))).toEqual([]);
    await expect(list(bob, { conversationId: id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('says how many there are, with the first page, and keeping one leaves the order as it was', async () => {
    const { id, ids } = await withArtifacts(['loquat 1', 'loquat 2', 'loquat 3']);
    const by = { id: ada.id, name: 'Ada' };
    const kept = { artifactId: ids[0] ?? '', expiresAt: null, by };
    await events.append(id, [durableEvent('artifact.kept', kept, isoAfter(0))]);
    await searchIndexer.settled();
    expect(await list(ada, { query: 'loquat', limit: 2 })).toMatchObject({ total: null });
    const counted = { query: 'loquat', limit: 2, isCounted: true };
    const first = await list(ada, counted);
    expect(first).toMatchObject({ total: 3, isCut: false });
    expect(first.artifacts.map(({ title }) => title)).toEqual(['loquat 3', 'loquat 2']);
    const second = await list(ada, { ...counted, before: Number(first.next) });
    expect(second).toMatchObject({ total: null, next: null });
    expect(second.artifacts.map(({ title }) => title)).toEqual(['loquat 1']);
    expect(await list(ada, { ...counted, limit: 3 })).toMatchObject({ total: 3 });
    await withArtifacts(['loquat of Ada alone'], []);
    expect(await list(bob, counted)).toMatchObject({ total: 3 });
    expect(await list(ada, counted)).toMatchObject({ total: 4 });
  });

  test('has the largest first where that is wanted, by page', async () => {
    await withArtifacts(['citron', 'citron of some length', 'citron tree']);
    const largest = { query: 'citron', isLargestFirst: true, limit: 2, isCounted: true };
    const first = await list(ada, largest);
    expect(first.artifacts.map(({ title }) => title)).toEqual(['citron of some length', 'citron tree']);
    expect(first.total).toBe(3);
    const second = await list(ada, { ...largest, before: Number(first.next) });
    expect(second.artifacts.map(({ title }) => title)).toEqual(['citron']);
    expect(second.next).toBeNull();
    const kept = await list(ada, { ...largest, query: '', isKept: true, limit: 1 });
    expect(kept.artifacts.map(({ title }) => title)).toEqual(['citron of some length']);
  });

  test('has nothing of the recorded example, however large that is, but where it is asked for', async () => {
    await withArtifacts(['kiwano']);
    const example = { recordedAt: isoAfter(0) };
    const { id } = await withArtifacts(['kiwano of the example', 'kiwano, a longer one'], 'team', example);
    const wanted = { query: 'kiwano', isCounted: true, limit: 1 };
    for (const isLargestFirst of [true, false]) {
      const found = await list(ada, { ...wanted, isLargestFirst });
      expect(found.artifacts.map(({ title }) => title)).toEqual(['kiwano']);
      expect(found).toMatchObject({ total: 1, next: null });
    }
    expect(await list(ada, { ...wanted, conversationId: id })).toMatchObject({ total: 2 });
  });

  test('is narrowed by every filter at once', async () => {
    const { ids } = await withArtifacts(['medlar one', 'medlar two']);
    const [first = ''] = ids;
    await stores.artifacts.release(first, () => isoAfter(60_000));
    expect(await titlesOf(list(ada, { query: 'medlar' }))).toEqual(['medlar two', 'medlar one']);
    expect(await titlesOf(list(ada, { query: 'medlar', by: bob.id }))).toEqual([]);
    expect(await titlesOf(list(ada, { query: 'medlar', tool: 'none' }))).toEqual([]);
    expect(await titlesOf(list(ada, { query: 'medlar', type: 'image' }))).toEqual([]);
    expect(await titlesOf(list(ada, { query: 'medlar', isShared: true }))).toEqual([]);
    const [entry] = (await list(ada, { query: 'medlar two' })).artifacts;
    expect(entry).toMatchObject({ isKept: true, isShared: false, fullTokens: null, sentTokens: null });
  });
});
