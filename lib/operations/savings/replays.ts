import { notFound } from '#lib/core/errors.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';

type Doors = Pick<Services, 'replays' | 'stores'>;

/** The replays a member may see, latest first. */
export async function listReplays(doors: Doors, member: Member): Promise<Replay[]> {
  const replays = await doors.replays.list();
  const seen = await Promise.all(replays.map((replay) => maySee(doors, member, replay)));
  return replays.filter((_, index) => seen[index]);
}

/** @throws VitrineError `not_found` */
export async function requireReplay(doors: Doors, member: Member, id: string): Promise<Replay> {
  const replay = id.startsWith('rpl_') ? await doors.replays.get(id) : null;
  if (replay === null || !(await maySee(doors, member, replay))) throw notFound();
  return replay;
}

/**
 * A replay of a conversation is visible to those who may read the conversation now. If the conversation is
 * gone, or never existed, it is visible to those who could remove the replay.
 */
async function maySee({ stores }: Doors, member: Member, { access }: Replay): Promise<boolean> {
  if (access === null) return true;
  const conversation = await stores.conversations.get(access.id);
  return conversation === null
    ? may(member, 'manage', { kind: 'conversation', conversation: { ...access, workspace: '' } })
    : may(member, 'read', { kind: 'conversation', conversation });
}
