import { checkRate } from '@vitrine/lib/http/rate-limits.ts';
import { openRoute } from '@vitrine/lib/http/route.ts';
import { leaveForProvider } from '@vitrine/lib/http/sign-in.ts';
import { signInPage } from '@vitrine/lib/http/sign-in-page.ts';
import { z } from 'zod';

const query = z.strictObject({ next: z.string().max(2_000).optional() });

/** Sends the browser to the provider. */
export const GET = openRoute({ query }, async ({ request, query: { next = null }, services }) => {
  await checkRate(services, request, 'signIn');
  try {
    const { url, cookie } = await leaveForProvider(services, next);
    return new Response(null, { status: 303, headers: { Location: url.href, 'Set-Cookie': cookie } });
  } catch (error) {
    services.log.warn({ err: error }, 'the identity provider cannot be reached');
    return signInPage(services, 'provider', next);
  }
});
