import { forbidden, notFound } from '../core/errors.ts';
import type { MemberRecord, Role } from '../core/vocabulary/team/member.ts';
import type { Stores } from '../stores/stores.ts';

interface Needs {
  stores: Pick<Stores, 'members' | 'sessions' | 'apiTokens' | 'credentials'>;
  nowMs: () => number;
}

export const isActive = ({ removedAt }: MemberRecord): boolean => removedAt === null;
const isActiveAdmin = (member: MemberRecord): boolean => isActive(member) && member.role === 'admin';

/**
 * Changes a role from the member's next request on. The last admin stays admin. Returns the member as they
 * are now, and as they were.
 */
export const changeRole = (needs: Needs, id: string, role: Role) =>
  changeOne(needs, id, (member) => (member.role === role ? member : { ...member, role }));

/**
 * Ends all sessions of a member, here and with MCP servers, and their API tokens; their messages and artifacts stay. The last admin cannot be
 * removed.
 */
export async function removeMember(needs: Needs, id: string) {
  const removedAt = new Date(needs.nowMs()).toISOString();
  const changed = await changeOne(needs, id, (member) =>
    isActive(member) ? { ...member, removedAt, epoch: member.epoch + 1 } : member,
  );
  await needs.stores.sessions.deleteOf(id);
  await needs.stores.apiTokens.deleteOf(id);
  await needs.stores.credentials.deleteOf(id);
  return changed;
}

/** Lets a removed member sign in again. */
export const restoreMember = (needs: Needs, id: string) =>
  changeOne(needs, id, (member) => ({ ...member, removedAt: null }));

/** Ends all sessions of a member at once, in every process, and their API tokens. */
export async function endSessions(needs: Needs, id: string) {
  const changed = await changeOne(needs, id, (member) => ({ ...member, epoch: member.epoch + 1 }));
  await needs.stores.sessions.deleteOf(id);
  await needs.stores.apiTokens.deleteOf(id);
  return changed;
}

/** @throws VitrineError `not_found`, `forbidden` */
async function changeOne(
  { stores }: Needs,
  id: string,
  decide: (member: MemberRecord) => MemberRecord,
): Promise<{ before: MemberRecord; after: MemberRecord }> {
  let found: MemberRecord[] = [];
  await stores.members.change((members) => {
    const before = members.find((member) => member.id === id);
    if (!before) throw notFound();
    const after = decide(before);
    found = [before, after];
    if (isActiveAdmin(before) && !isActiveAdmin(after) && members.filter(isActiveAdmin).length === 1) {
      throw forbidden('This is the last admin. Make somebody else an admin first.');
    }
    return after === before ? [] : [after];
  });
  const [before, after] = found;
  if (!before || !after) throw notFound();
  return { before, after };
}
