import { signedOut } from '../core/errors.ts';
import type { ApiToken, TokenScope } from '../core/vocabulary/team/api-token.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import { findApiToken, tokenPrefix } from '../team/api-tokens.ts';
import { findSignedIn, type SignedIn } from '../team/sessions.ts';
import { readBearerToken } from './bearer-token.ts';
import { readSessionToken } from './session-cookie.ts';

type Needs = Pick<Services, 'stores' | 'config' | 'localMember' | 'nowMs'>;

/** Who a request is for. `token`: what a program sent; `null`: it is a browser's. */
export interface SignedInCaller extends SignedIn {
  token: ApiToken | null;
}

/** The member a page is for; `null`: nobody is signed in. In local mode it is the one member. */
export async function readSignedIn(services: Needs, cookies: string | null): Promise<SignedIn | null> {
  if (services.config.signIn === null) return { member: services.localMember, session: null };
  const token = readSessionToken(cookies, services.config);
  return token === null ? null : await findSignedIn(services, token);
}

/**
 * The member a request is for: by its API token, if it has one, else by its cookie.
 * @throws VitrineError `signed_out` for a token that is not valid, whatever cookie there is
 */
export async function readCaller(services: Needs, headers: Headers): Promise<SignedInCaller | null> {
  const token = readApiToken(headers);
  if (token !== null) {
    const found = await findApiToken({ ...services, onlyMember: onlyMemberOf(services) }, token);
    if (found === null) throw signedOut('This API token is unknown, has expired, or was revoked');
    const { member, token: record } = found;
    return { member: withinScopes(member, record.scopes), token: record, session: null };
  }
  const signedIn = await readSignedIn(services, headers.get('cookie'));
  return signedIn && { ...signedIn, token: null };
}

/** What an admin may beyond other members, only a token with that scope may. */
export const withinScopes = (member: Member, scopes: readonly TokenScope[]): Member =>
  scopes.includes('admin') ? member : { ...member, role: 'member' };

/** One that is cut or mistyped is one, too. `null`: the request has none, or another kind of authorization. */
export function readApiToken(headers: Headers): string | null {
  const token = readBearerToken(headers);
  return token?.startsWith(tokenPrefix) ? token : null;
}

const onlyMemberOf = ({ config, localMember }: Needs) => (config.signIn === null ? localMember : null);
