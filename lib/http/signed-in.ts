import type { Services } from '../services.ts';
import { findSignedIn, type SignedIn } from '../team/sessions.ts';
import { readSessionToken } from './session-cookie.ts';

/** The member a request or a page is for; `null`: nobody is signed in. In local mode it is the one member. */
export async function readSignedIn(
  services: Pick<Services, 'stores' | 'config' | 'localMember' | 'nowMs'>,
  cookies: string | null,
): Promise<SignedIn | null> {
  if (services.config.signIn === null) return { member: services.localMember, session: null };
  const token = readSessionToken(cookies, services.config);
  return token === null ? null : await findSignedIn(services, token);
}
