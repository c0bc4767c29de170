import { expect, test } from 'vitest';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { readStoragePace } from '#lib/operations/team/read-storage-pace.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { newId, sampleConversation } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const ada: Member = { id: 'mem_a', name: 'Ada', role: 'admin' };

test('the pace of storage is by the results of the last week that the member may read', async () => {
  const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: () => now });
  const pace = (who: Member = ada) => readStoragePace({ stores, nowMs: () => now }, who);
  expect(await pace()).toBeNull();
  const conversation = sampleConversation({ createdBy: ada, audience: [] });
  await stores.conversations.create(conversation);
  const made = (daysAgo: number, byteLength: number, origin = 'tool') => ({
    ...{ id: newId('art'), kind: 'artifact' as const, conversationId: conversation.id, text: 'x', by: ada },
    ...{ timestamp: new Date(now - daysAgo * 86_400_000).toISOString(), byteLength },
    facets: ['kind:artifact', `origin:${origin}`],
  });
  const put = [
    made(30, 10_000_000),
    made(4, 3_000),
    made(2, 4_000),
    made(0.1, 1_000),
    made(1, 99_000, 'member'),
  ];
  await stores.search.index(conversation.id, { from: null, to: '1', put, remove: [], kept: [] });
  expect(await pace()).toBe(2_000);
  expect(await pace({ id: 'mem_b', name: 'Bo', role: 'admin' })).toBeNull();
  await stores.close();
});
