import { expect, test } from 'vitest';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { listReplays, requireReplay } from '#lib/operations/savings/replays.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { sampleConversation } from '#tests/contracts/samples.ts';
import { sampleReplay } from '#tests/support/sample-replay.ts';
import { teamBench } from '#tests/support/team-bench.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const bench = teamBench();
const author: Member = { id: 'mem_author', name: 'Ada', role: 'member' };
const named: Member = { id: 'mem_named', name: 'Bo', role: 'member' };
const admin: Member = { id: 'mem_admin', name: 'Cy', role: 'admin' };

const of = ({ id, createdBy, audience }: Conversation, startedAt: string): Replay =>
  sampleReplay({ subject: 'conversation', startedAt, access: { id, createdBy, audience } });

/** Three replays: of tasks, of a team conversation and of a private one. */
async function replayed() {
  const replays = createReplayFiles(tempFolder());
  const { stores } = bench();
  const createdBy = { id: author.id, name: author.name };
  const forAll = sampleConversation({ createdBy });
  const forTwo = sampleConversation({ createdBy, audience: [named.id] });
  for (const conversation of [forAll, forTwo]) await stores.conversations.create(conversation);
  const tasks = sampleReplay({ startedAt: '2026-11-20T10:00:03.000Z' });
  const open = of(forAll, '2026-11-20T10:00:02.000Z');
  const closed = of(forTwo, '2026-11-20T10:00:01.000Z');
  for (const replay of [tasks, open, closed]) await replays.put(replay);
  const doors = { replays, stores };
  const seenBy = async (member: Member) => (await listReplays(doors, member)).map(({ id }) => id);
  return { doors, seenBy, tasks, open, closed, forAll, forTwo };
}

test('a replay of a private conversation is visible only to its people', async () => {
  const { doors, seenBy, tasks, open, closed } = await replayed();
  expect(await seenBy(author)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(named)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(admin)).toEqual([tasks.id, open.id]);
  expect(await requireReplay(doors, named, closed.id)).toEqual(closed);
  for (const [member, id] of [
    [admin, closed.id],
    [author, 'rpl_none'],
    [author, 'conv_a'],
  ] as const) {
    await expect(requireReplay(doors, member, id)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a replay is visible to those who may read its conversation now, whoever could then', async () => {
  const { doors, seenBy, tasks, open, closed, forAll } = await replayed();
  await doors.stores.conversations.update(forAll.id, { audience: [] });
  expect(await seenBy(author)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(named)).toEqual([tasks.id, closed.id]);
});

test('a replay of a deleted conversation is visible only to those who could have deleted it', async () => {
  const { doors, seenBy, tasks, open, closed, forAll, forTwo } = await replayed();
  for (const { id } of [forAll, forTwo]) await doors.stores.conversations.delete(id);
  expect(await seenBy(author)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(named)).toEqual([tasks.id]);
  expect(await seenBy(admin)).toEqual([tasks.id, open.id]);
});
