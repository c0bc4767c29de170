import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Invite, Member, MemberRecord, Role } from '../core/vocabulary/team/member.ts';
import {
  isSameName,
  namesOfMembers,
  toMemberName,
  toUniqueName,
} from '../core/vocabulary/team/member-name.ts';
import type { Stores } from '../stores/stores.ts';
import { isActive } from './members.ts';
import { hashOfToken, newToken } from './token-hash.ts';

interface Needs {
  stores: Pick<Stores, 'members' | 'invites'>;
  nowMs: () => number;
}

/** The author of the first invite, which the server logs while there is no admin. */
const server = { id: 'server', name: 'the server' };

export async function createInvite(
  { stores, nowMs }: Needs,
  id: string,
  by: Pick<Member, 'id' | 'name'>,
  { role, memberId }: { role: Role; memberId: string | null },
): Promise<{ invite: Invite; token: string }> {
  const now = nowMs();
  const token = newToken();
  const invite: Invite = {
    id,
    role,
    memberId,
    createdBy: { id: by.id, name: by.name },
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + limits.inviteSeconds * 1000).toISOString(),
  };
  await stores.invites.create(invite, hashOfToken(token));
  return { invite, token };
}

/** The token of the invite that makes the first admin; `null`: there is an admin. */
export async function inviteFirstAdmin(needs: Needs, id: string): Promise<string | null> {
  if (await hasAdmin(needs)) return null;
  return (await createInvite(needs, id, server, { role: 'admin', memberId: null })).token;
}

/** An open invite; reading it does not use it up. */
export async function findInvite(needs: Needs, token: string): Promise<Invite | null> {
  const invite = await needs.stores.invites.find(hashOfToken(token));
  return invite && (await isOpen(needs, invite)) ? invite : null;
}

/**
 * Uses an invite up, once. A signed-in member gets its role if that is more than they have; anybody else
 * becomes a member of that name, or is the member it was made for. A name that is not available does not use
 * up the invite.
 * @throws VitrineError `invite_gone`, `invalid_request`, `name_taken`
 */
export async function joinTeam(
  needs: Needs,
  token: string,
  who: { signedIn: Member | null; name: string; newId: string },
): Promise<{ member: MemberRecord; invite: Invite }> {
  const name = toMemberName(who.name);
  if (who.signedIn === null) await checkNewName(needs, token, name);
  const accepted = await needs.stores.invites.take(hashOfToken(token));
  if (accepted === null || !(await isOpen(needs, accepted))) throw gone();
  const at = new Date(needs.nowMs()).toISOString();
  const wantedId = accepted.memberId ?? who.signedIn?.id ?? null;
  const [member] = await needs.stores.members.change((members) => {
    if (wantedId !== null) {
      const known = members.find((member) => member.id === wantedId && isActive(member));
      if (!known) return [];
      return [accepted.role === 'admin' ? { ...known, role: 'admin' } : known];
    }
    if (members.length >= limits.members) return [];
    const remaining = { email: null, createdAt: at, lastSeenAt: null, removedAt: null, epoch: 1 };
    // `checkNewName` ran before this change, so somebody may have taken the name since.
    const unique = toUniqueName(name, namesOfMembers(members));
    return [{ id: who.newId, name: unique, role: accepted.role, ...remaining }];
  });
  if (!member) throw gone();
  return { member, invite: accepted };
}

/** Checks the invite first, so that nobody without one learns who is a member. */
async function checkNewName(needs: Needs, token: string, name: string): Promise<void> {
  const invite = await findInvite(needs, token);
  if (invite === null || invite.memberId !== null) return;
  if (name === '') throw new VitrineError('invalid_request', 'Enter a name with letters that can be seen');
  const isTaken = namesOfMembers(await needs.stores.members.list()).some((other) => isSameName(name, other));
  if (!isTaken) return;
  // The name may belong to somebody who has just used this very invite.
  if ((await findInvite(needs, token)) === null) throw gone();
  throw new VitrineError(
    'name_taken',
    'Somebody in this team has that name, or one that looks the same. Enter another.',
  );
}

const gone = () => new VitrineError('invite_gone', 'This invite is no longer valid. Ask for a new one.');

/** The first invite is invalid as soon as there is an admin, since many people may read a server's log. */
const isOpen = async (needs: Needs, { createdBy }: Invite): Promise<boolean> =>
  createdBy.id !== server.id || !(await hasAdmin(needs));

const hasAdmin = async ({ stores }: Needs): Promise<boolean> =>
  (await stores.members.list()).some((member) => isActive(member) && member.role === 'admin');
