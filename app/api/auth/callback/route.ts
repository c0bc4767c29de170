import { isVitrineError } from '@vitrine/lib/core/errors.ts';
import { audit } from '@vitrine/lib/http/audit-log.ts';
import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { sessionCookie } from '@vitrine/lib/http/session-cookie.ts';
import { forgetLeaving, returnFromProvider } from '@vitrine/lib/http/sign-in.ts';
import { signInPage } from '@vitrine/lib/http/sign-in-page.ts';
import { admitIdentity } from '@vitrine/lib/team/admit.ts';
import { beginSession } from '@vitrine/lib/team/sessions.ts';

/** Where the provider sends the browser back to. Whatever it held before, it goes on with a session that is new. */
export const GET = openRoute({}, async ({ request, services }) => {
  await checkRate(services, request, 'signIn');
  const search = new URL(request.url).searchParams;
  try {
    const cookies = request.headers.get('cookie');
    const { identity, next } = await returnFromProvider(services, search, cookies);
    const member = await admitIdentity(services, identity);
    if (member === null) {
      await audit(services, request, 'member.sign_in_failed', null, { detail: 'no member of the team' });
      return signInPage(services, 'refused', null);
    }
    const userAgent = request.headers.get('user-agent');
    const token = await beginSession(services, services.newId('ses'), member, userAgent);
    await audit(services, request, 'member.signed_in', member);
    const headers = new Headers({ Location: next });
    headers.append('Set-Cookie', sessionCookie(token, services.config));
    headers.append('Set-Cookie', forgetLeaving(services));
    return new Response(null, { status: 303, headers });
  } catch (error) {
    if (isVitrineError(error) && error.code !== 'invalid_request') throw error;
    if (!isVitrineError(error)) services.log.warn({ err: error }, 'a sign-in was not confirmed');
    await audit(services, request, 'member.sign_in_failed', null, {
      detail: isVitrineError(error) ? 'not begun in this browser' : 'not confirmed by the provider',
    });
    return signInPage(services, isVitrineError(error) ? 'expired' : 'refused', null);
  }
});
