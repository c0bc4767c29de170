import { isVitrineError } from '../core/errors.ts';
import { audit } from '../operations/audit-log.ts';
import type { Origin } from '../operations/origin.ts';
import type { Services } from '../services.ts';
import { admitIdentity } from '../team/admit.ts';
import { beginSession } from '../team/sessions.ts';
import { sessionCookie } from './session-cookie.ts';
import { forgetLeaving, returnFromProvider } from './sign-in.ts';
import { signInPage } from './sign-in-page.ts';

/**
 * Signs in the person the provider sent back, or redirects to the sign-in page with the reason. It always
 * starts a new session, whatever session the browser had before.
 */
export async function finishSignIn(services: Services, request: Request, origin: Origin): Promise<Response> {
  const search = new URL(request.url).searchParams;
  try {
    const cookies = request.headers.get('cookie');
    const { identity, next } = await returnFromProvider(services, search, cookies);
    const member = await admitIdentity(services, identity);
    if (member === null) {
      await audit(services, origin, 'member.sign_in_failed', null, { detail: 'no member of the team' });
      return signInPage(services, 'refused', null);
    }
    const userAgent = request.headers.get('user-agent');
    const token = await beginSession(services, services.newId('ses'), member, userAgent);
    await audit(services, origin, 'member.signed_in', member);
    const headers = new Headers({ Location: next });
    headers.append('Set-Cookie', sessionCookie(token, services.config));
    headers.append('Set-Cookie', forgetLeaving(services));
    return new Response(null, { status: 303, headers });
  } catch (error) {
    if (isVitrineError(error) && error.code !== 'invalid_request') throw error;
    if (!isVitrineError(error)) services.log.warn({ err: error }, 'a sign-in was not confirmed');
    await audit(services, origin, 'member.sign_in_failed', null, {
      detail: isVitrineError(error) ? 'not begun in this browser' : 'not confirmed by the provider',
    });
    return signInPage(services, isVitrineError(error) ? 'expired' : 'refused', null);
  }
}
