import type { ApiToken, TokenScope } from '../core/vocabulary/team/api-token.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import { memberWithRights } from '../core/vocabulary/team/member-with-rights.ts';
import type { Stores } from '../stores/stores.ts';
import { isActive } from './members.ts';
import { hashOfToken, newToken } from './token-hash.ts';

interface Needs {
  stores: Pick<Stores, 'members' | 'apiTokens' | 'settings'>;
  /** Where nobody signs in, all tokens are of this member; `null`: members are in the store. */
  onlyMember: Member | null;
  nowMs: () => number;
}

/** So that people and scanners recognise a leaked one. */
export const tokenPrefix = 'vtk_';

/** Whether a text contains one. */
export const hasApiToken = (text: string): boolean => /vtk_[A-Za-z0-9_-]{43}/.test(text);

/** The use of a token is recorded at most this often. */
const seenEveryMs = 60_000;

/** @returns the token itself, which nobody sees again, and what is stored of it */
export async function createApiToken(
  { stores, nowMs }: Pick<Needs, 'stores' | 'nowMs'>,
  id: string,
  memberId: string,
  wanted: { name: string; scopes: readonly TokenScope[]; expiresInSeconds: number },
): Promise<{ record: ApiToken; token: string }> {
  const now = nowMs();
  const token = tokenPrefix + newToken();
  const record: ApiToken = {
    id,
    memberId,
    name: wanted.name,
    scopes: [...new Set(wanted.scopes)],
    createdAt: new Date(now).toISOString(),
    lastSeenAt: null,
    expiresAt: new Date(now + wanted.expiresInSeconds * 1_000).toISOString(),
  };
  await stores.apiTokens.create(record, hashOfToken(token), record.expiresAt);
  return { record, token };
}

/**
 * The member of a token as the store has them now, and what the token may be used for.
 * @returns `null`: it is unknown, expired or revoked, or its member was removed
 */
export async function findApiToken(
  { stores, onlyMember, nowMs }: Needs,
  token: string,
): Promise<{ member: Member; token: ApiToken } | null> {
  const tokenHash = hashOfToken(token);
  const record = await stores.apiTokens.find(tokenHash);
  if (record === null || Date.parse(record.expiresAt) <= nowMs()) return null;
  const member = await findTokenMember({ stores, onlyMember }, record.memberId);
  if (member === null) return null;
  if (record.lastSeenAt === null || nowMs() - Date.parse(record.lastSeenAt) > seenEveryMs) {
    const at = new Date(nowMs()).toISOString();
    await stores.apiTokens.see(tokenHash, at, record.expiresAt);
  }
  return { member, token: record };
}

/** The member that a program acts for, as they are now; `null`: they were removed. */
export async function findTokenMember(
  { stores, onlyMember }: { stores: Pick<Stores, 'members' | 'settings'>; onlyMember: Member | null },
  memberId: string,
): Promise<Member | null> {
  // A token of a team's time does not become the local member's.
  if (onlyMember !== null) return onlyMember.id === memberId ? onlyMember : null;
  const found = await stores.members.get(memberId);
  return found !== null && isActive(found) ? memberWithRights(found, await stores.settings.get()) : null;
}
