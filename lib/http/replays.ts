import { notFound } from '../core/errors.ts';
import type { Member } from '../core/member.ts';
import type { Replay } from '../core/replay.ts';
import { may } from '../core/rights.ts';
import type { Services } from '../services.ts';

type Doors = Pick<Services, 'replays'>;

/** Those that a member may see, latest first. */
export const listReplays = async ({ replays }: Doors, member: Member): Promise<Replay[]> =>
  (await replays.list()).filter((replay) => maySee(member, replay));

/** @throws VitrineError `not_found` */
export async function requireReplay({ replays }: Doors, member: Member, id: string): Promise<Replay> {
  const replay = id.startsWith('rpl_') ? await replays.get(id) : null;
  if (replay === null || !maySee(member, replay)) throw notFound();
  return replay;
}

/** What was replayed of a conversation is for those who may read that conversation. */
const maySee = (member: Member, { access }: Replay): boolean =>
  access === null || may(member, 'read', { kind: 'conversation', conversation: access });
