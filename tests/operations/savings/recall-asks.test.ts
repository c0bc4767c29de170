import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { readRecallAsks } from '#lib/operations/savings/read-recall-asks.ts';
import { sampleConversation, sampleEntry } from '#tests/contracts/samples.ts';
import { teamBench } from '#tests/support/team-bench.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const bench = teamBench();
const folder = tempFolder();
const config = readConfig({
  VITRINE_WORKSPACES: folder,
  VITRINE_SIGN_IN: 'invites',
  VITRINE_BASE_URL: 'http://localhost:3000',
});
const doors = () => ({ stores: bench().stores, nowMs: bench().nowMs, config });
const minuteMs = 60_000;

async function converse(change: Parameters<typeof sampleConversation>[0]) {
  const conversation = sampleConversation(change);
  await bench().stores.conversations.create(conversation);
  return { conversationId: conversation.id, conversationTitle: conversation.title };
}

let recorded = 0;
/** Each one a minute after the previous. */
async function recall(ask: string, change: Partial<CallEntry> = {}) {
  recorded += 1;
  const timestamp = new Date(bench().nowMs() - 4 * 3_600_000 + recorded * minuteMs).toISOString();
  const came = { toolName: 'recall_output', recalledTool: 'read_file', recalledKind: 'source' };
  const entry = { timestamp, title: `src/a.ts ${ask}`, recallAsk: ask, recalledArtifactId: 'art_a' };
  await bench().stores.ledger.record(sampleEntry({ ...entry, ...came, ...change }));
}

test('equal recall requests are grouped, the most frequent first, with the latest of each', async () => {
  const member = await bench().add();
  const own = await converse({ createdBy: member, audience: 'team', title: 'Numbers' });
  for (const ask of ['"setImmediate"', 'lines 5-9', 'lines 40-62', '$.items[3].name', '"SetImmediate"'])
    await recall(ask, own);
  for (const lines of ['lines 70-80', 'lines 1-2']) await recall(lines, own);
  await recall('lines 1-2', { ...own, recalledKind: 'json' });
  await recall('lines 1-2', { ...own, recalledTool: 'grep_file' });
  await recall('lines 1-2', { ...own, success: false });
  const asks = await readRecallAsks(doors(), member, 'read_file/source');
  expect(asks.groups.map(({ count, latest }) => [count, ...latest.map(({ ask }) => ask)])).toEqual([
    [4, 'lines 1-2', 'lines 70-80', 'lines 40-62'],
    [2, '"SetImmediate"', '"setImmediate"'],
    [1, '$.items[3].name'],
  ]);
  expect(asks).toMatchObject({ hiddenCount: 0, isCut: false });
  expect(asks.groups[0]?.latest[0]).toMatchObject({
    title: 'src/a.ts',
    artifactId: 'art_a',
    conversation: { id: own.conversationId, title: 'Numbers' },
  });
});

test('a member sees how many recalls other people’s private conversations have, but not their text', async () => {
  const member = await bench().add();
  const other = await bench().add({ name: 'Bo' });
  const secret = await converse({ createdBy: other, audience: [], title: 'secret-1' });
  const named = await converse({ createdBy: other, audience: [member.id], title: 'Ours' });
  await recall('"secret-2"', { ...secret, recalledArtifactId: 'art_secret3', title: 'secret-4 "secret-2"' });
  await recall('"known"', named);
  await recall('"secret-5"', { conversationId: 'conv_gone', conversationTitle: 'secret-6' });
  const asks = await readRecallAsks(doors(), member, 'read_file/source');
  expect(JSON.stringify(asks)).not.toContain('secret');
  expect(asks).toMatchObject({ hiddenCount: 2, groups: [{ count: 1, latest: [{ ask: '"known"' }] }] });
  const own = await readRecallAsks(doors(), other, 'read_file/source');
  expect(own.groups.map(({ latest }) => latest[0]?.ask).sort()).toEqual(['"known"', '"secret-2"']);
});

test('recalls before the counted days are not read', async () => {
  const member = await bench().add();
  const own = await converse({ createdBy: member, audience: 'team' });
  await recall('"old"', own);
  bench().pass(31 * 24 * 3_600);
  expect(await readRecallAsks(doors(), member, 'read_file/source')).toEqual({
    groups: [],
    hiddenCount: 0,
    isCut: false,
  });
});

test('more than 500 recall requests are cut, and the cut is reported', async () => {
  const member = await bench().add();
  const own = await converse({ createdBy: member, audience: 'team' });
  const timestamp = new Date(bench().nowMs()).toISOString();
  for (let at = 0; at < 501; at += 1) await recall(`lines ${at}-${at + 1}`, { ...own, timestamp });
  const asks = await readRecallAsks(doors(), member, 'read_file/source');
  expect(asks).toMatchObject({ isCut: true, groups: [{ count: 500 }] });
});
