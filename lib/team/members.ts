import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { MemberRecord, Role } from '../core/vocabulary/team/member.ts';
import {
  isSameName,
  namesOfMembers,
  renamed,
  toMemberName,
  toUniqueName,
} from '../core/vocabulary/team/member-name.ts';
import type { Stores } from '../stores/stores.ts';

interface Needs {
  stores: Pick<
    Stores,
    'members' | 'sessions' | 'apiTokens' | 'credentials' | 'pushSubscriptions' | 'pictures'
  >;
  nowMs: () => number;
}

type EraseNeeds = Needs & { stores: Pick<Stores, 'preferences' | 'pins' | 'unread' | 'memberNames'> };

export const isActive = ({ removedAt }: MemberRecord): boolean => removedAt === null;
const isActiveAdmin = (member: MemberRecord): boolean => isActive(member) && member.role === 'admin';

/**
 * Changes a role from the member's next request on. The last admin stays admin. Returns the member as they
 * are now, and as they were.
 */
export const changeRole = (needs: Needs, id: string, role: Role) =>
  changeOne(needs, id, (member) => (member.role === role ? member : { ...member, role }));

/**
 * Ends all sessions of a member, here and with MCP servers, their API tokens, what their browsers show, and their picture; their messages and artifacts stay. The last admin cannot be
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
  await needs.stores.pushSubscriptions.deleteOf(id);
  await needs.stores.pictures.remove(id);
  return changed;
}

/**
 * Erases what is stored of a removed member: their name wherever it is, address, groups, picture, preferences, pins, what they have
 * read and where they were mentioned. What they wrote stays, as somebody's who is no longer named; so does the audit log. It may be done
 * again, if it was interrupted.
 * @throws VitrineError `not_found`; `not_possible`: they are a member
 */
export async function eraseMember({ stores, nowMs }: EraseNeeds, id: string): Promise<MemberRecord> {
  const { after } = await changeOne({ stores }, id, (member, others) => {
    if (isActive(member))
      throw new VitrineError('not_possible', 'Remove them first: what a member has is theirs.');
    const { provider: _, hasOwnName: __, ...rest } = member;
    // Their names are known until they are replaced everywhere, so that an interrupted erasure can be done again.
    return { ...rest, ...renamed(member, toUniqueName(erasedName, namesOfMembers(others))), email: null };
  });
  const chosen = Object.keys(await stores.preferences.get(id));
  await stores.preferences.change(id, Object.fromEntries(chosen.map((name) => [name, null])));
  for (const conversationId of await stores.pins.listOf(id)) await stores.pins.set(id, conversationId, false);
  await stores.pictures.remove(id);
  await stores.unread.deleteOf(id);
  await stores.memberNames.replace(id, after.name, after.formerNames ?? []);
  const erasedAt = new Date(nowMs()).toISOString();
  return (await changeOne({ stores }, id, ({ formerNames: _, ...member }) => ({ ...member, erasedAt })))
    .after;
}

const erasedName = 'Former member';

/**
 * Changes a member's name, which then does not follow the identity provider any more. What they wrote keeps the name that they had.
 * @throws VitrineError `invalid_request` for a name that shows nothing, `name_taken`, `not_found`, `not_possible` after too many
 */
export async function renameMember({ stores }: Needs, id: string, wanted: string) {
  const name = toMemberName(wanted);
  if (name === '') throw new VitrineError('invalid_request', 'The name is empty.');
  return await changeOne({ stores }, id, (member, others) => {
    if (namesOfMembers(others).some((other) => isSameName(other, name)))
      throw new VitrineError('name_taken', `Somebody else is or was called ${name}, or nearly so.`);
    if (member.name === name) return member;
    const next = { ...member, ...renamed(member, name), hasOwnName: true };
    if ((next.formerNames?.length ?? 0) > limits.formerNames)
      throw new VitrineError('not_possible', 'You have had too many names: ask to go back to one of them.');
    return next;
  });
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
  { stores }: Pick<Needs, 'stores'>,
  id: string,
  decide: (member: MemberRecord, others: readonly MemberRecord[]) => MemberRecord,
): Promise<{ before: MemberRecord; after: MemberRecord }> {
  let found: MemberRecord[] = [];
  await stores.members.change((members) => {
    const before = members.find((member) => member.id === id);
    if (!before) throw notFound();
    const after = decide(
      before,
      members.filter((member) => member.id !== id),
    );
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
