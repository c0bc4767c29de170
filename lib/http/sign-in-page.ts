import type { Services } from '../services.ts';
import { forgetLeaving, ownPath, type SignInFault } from './sign-in.ts';

/** Redirects to the sign-in page, which explains what went wrong. */
export function signInPage(services: Services, fault: SignInFault, next: string | null): Response {
  const query = new URLSearchParams({ fault, ...(next === null ? {} : { next: ownPath(next) }) });
  return new Response(null, {
    status: 303,
    headers: { Location: `/sign-in?${query}`, 'Set-Cookie': forgetLeaving(services) },
  });
}
