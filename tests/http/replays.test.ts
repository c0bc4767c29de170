import { expect, test } from 'vitest';
import type { Member } from '../../lib/core/member.ts';
import type { Replay } from '../../lib/core/replay.ts';
import { listReplays, requireReplay } from '../../lib/http/replays.ts';
import { createReplayFiles } from '../../lib/stores/replay-files.ts';
import { sampleReplay } from '../support/sample-replay.ts';
import { tempFolder } from '../support/temp-folder.ts';

const replays = createReplayFiles(tempFolder());
const author: Member = { id: 'mem_author', name: 'Ada', role: 'member' };
const named: Member = { id: 'mem_named', name: 'Bo', role: 'member' };
const admin: Member = { id: 'mem_admin', name: 'Cy', role: 'admin' };
const of = (change: Partial<Replay>) => sampleReplay({ subject: 'conversation', ...change });

test('what was replayed of a private conversation is for those in it', async () => {
  const tasks = sampleReplay({ startedAt: '2026-11-20T10:00:03.000Z' });
  const createdBy = { id: author.id, name: author.name };
  const open = of({ startedAt: '2026-11-20T10:00:02.000Z', access: { createdBy, audience: 'team' } });
  const closed = of({
    startedAt: '2026-11-20T10:00:01.000Z',
    access: { createdBy, audience: [named.id] },
  });
  for (const replay of [tasks, open, closed]) await replays.put(replay);
  const seenBy = async (member: Member) => (await listReplays({ replays }, member)).map(({ id }) => id);
  expect(await seenBy(author)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(named)).toEqual([tasks.id, open.id, closed.id]);
  expect(await seenBy(admin)).toEqual([tasks.id, open.id]);
  expect(await requireReplay({ replays }, named, closed.id)).toEqual(closed);
  await expect(requireReplay({ replays }, admin, closed.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(requireReplay({ replays }, author, 'rpl_none')).rejects.toMatchObject({ code: 'not_found' });
  await expect(requireReplay({ replays }, author, 'conv_a')).rejects.toMatchObject({ code: 'not_found' });
});
