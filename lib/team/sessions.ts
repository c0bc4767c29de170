import { limits } from '../core/limits.ts';
import type { Member, MemberRecord, Session } from '../core/vocabulary/team/member.ts';
import { memberWithRights } from '../core/vocabulary/team/member-with-rights.ts';
import type { Stores } from '../stores/stores.ts';
import { hashOfToken, newToken } from './token-hash.ts';

interface Needs {
  stores: Pick<Stores, 'members' | 'sessions' | 'settings'>;
  nowMs: () => number;
}

/** The caller and their session; `null`: in local mode there is none. */
export interface SignedIn {
  member: Member;
  session: Session | null;
}

/** The use of a session is recorded at most this often. */
const seenEveryMs = 60_000;

/**
 * The signed-in member as the store has them now: a changed role, a removed member and a revoked session take
 * effect from the next request on. `null`: nobody.
 */
export async function findSignedIn({ stores, nowMs }: Needs, token: string): Promise<SignedIn | null> {
  const tokenHash = hashOfToken(token);
  const session = await stores.sessions.find(tokenHash);
  if (session === null || Date.parse(session.expiresAt) <= nowMs()) return null;
  const record = await stores.members.get(session.memberId);
  if (record === null || record.removedAt !== null || record.epoch !== session.epoch) return null;
  if (nowMs() - Date.parse(session.lastSeenAt) > seenEveryMs) {
    const at = new Date(nowMs()).toISOString();
    await stores.sessions.see(tokenHash, at, endOf(session, nowMs()));
    await stores.members.see(record.id, at);
  }
  return { member: memberWithRights(record, await stores.settings.get()), session };
}

/** Starts a session with a new token, whatever cookie the browser had before. Returns the token. */
export async function beginSession(
  { stores, nowMs }: Needs,
  id: string,
  member: MemberRecord,
  userAgent: string | null,
): Promise<string> {
  const token = newToken();
  const now = nowMs();
  const at = new Date(now).toISOString();
  const session: Session = {
    id,
    memberId: member.id,
    epoch: member.epoch,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(now + limits.sessionSeconds * 1000).toISOString(),
    browser: nameBrowser(userAgent ?? ''),
  };
  await stores.sessions.create(session, hashOfToken(token), endOf(session, now));
  await stores.members.see(member.id, at);
  return token;
}

const endOf = ({ expiresAt }: Session, nowMs: number): string =>
  new Date(Math.min(Date.parse(expiresAt), nowMs + limits.sessionIdleSeconds * 1000)).toISOString();

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biP(?:hone|ad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** For example `Firefox on Linux`: enough for members to recognize their own sessions. */
export function nameBrowser(userAgent: string): string {
  const named = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  return [browser ?? 'A browser', ...(system ? [`on ${system}`] : [])].join(' ');
}
