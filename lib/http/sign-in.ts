import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Services } from '../services.ts';
import { type Identity, type PendingSignIn, pendingSignInSchema } from '../team/identity-provider.ts';
import { hashOfToken, newToken } from '../team/token-hash.ts';
import { printCookie, readCookie } from './session-cookie.ts';

/** Why somebody is back at the sign-in page, as sent in its URL. */
export type SignInFault = 'provider' | 'expired' | 'refused';

const signOutCookie = 'vt_leaving';
const signOutToken = /^[A-Za-z0-9_-]{43}$/;

type Needs = Pick<Services, 'stores' | 'config' | 'identityProvider' | 'nowMs'>;

/** The URL where a browser signs in, and the cookie that identifies it when it returns. */
export async function leaveForProvider(
  { stores, config, identityProvider }: Needs,
  next: string | null,
): Promise<{ url: URL; cookie: string }> {
  if (identityProvider === null)
    throw new VitrineError('not_possible', 'This server has no sign-in provider');
  const { url, pending } = await identityProvider.begin();
  const token = newToken();
  const remembered: PendingSignIn = { ...pending, next: ownPath(next), browserHash: hashOfToken(token) };
  await stores.once.put(keyOf(pending.state), JSON.stringify(remembered), limits.signInSeconds * 1000);
  return { url, cookie: printCookie(signOutCookie, token, limits.signInSeconds, config) };
}

/**
 * The person who returned from the provider. A state is valid once, until it expires, and only for the
 * browser that left with it.
 * @throws VitrineError `invalid_request` when the state is not valid
 */
export async function returnFromProvider(
  { stores, identityProvider }: Needs,
  search: URLSearchParams,
  cookies: string | null,
): Promise<{ identity: Identity; next: string }> {
  const state = search.get('state') ?? '';
  const token = readCookie(cookies, signOutCookie, signOutToken);
  const remembered = await stores.once.take(keyOf(state));
  const pending = remembered === null ? null : pendingSignInSchema.parse(JSON.parse(remembered));
  if (pending === null || token === null || pending.browserHash !== hashOfToken(token) || !identityProvider) {
    throw new VitrineError('invalid_request', 'This sign-in has expired');
  }
  return { identity: await identityProvider.finish(`?${search}`, pending), next: pending.next };
}

export const forgetLeaving = ({ config }: Needs): string => printCookie(signOutCookie, '', 0, config);

const keyOf = (state: string) => `sign-in:${hashOfToken(state)}`;

/** Only paths within this site: `//elsewhere` and `/\elsewhere` lead away. */
export const ownPath = (path: string | null): string =>
  path !== null && path.length <= 2_000 && /^\/(?![/\\])[^\s]*$/.test(path) ? path : '/';
