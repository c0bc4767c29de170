import { forbidden, VitrineError } from '#lib/core/errors.ts';
import type { ApiToken, TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import { checkRate } from '#lib/operations/rate-limits.ts';
import type { Services } from '#lib/services.ts';
import { hasApiToken } from '#lib/team/api-tokens.ts';
import { forwardedHeader } from '../forwarding/forwarded-mark.ts';

/**
 * Checks the scope that a request needs, and counts the request, unless another process has counted it.
 * @param needed `null`: no token can do this
 * @throws VitrineError `forbidden`, `too_many_requests`
 */
export async function checkToken(
  services: Pick<Services, 'stores' | 'config'>,
  { headers }: Pick<Request, 'headers'>,
  { id, scopes }: ApiToken,
  needed: TokenScope | null,
): Promise<void> {
  if (!headers.has(forwardedHeader)) await checkRate(services, { address: null }, 'token', id);
  if (needed === null) throw forbidden('This cannot be done with an API token: sign in with a browser');
  if (!scopes.includes(needed)) throw forbidden(`This API token lacks the scope “${needed}”`);
}

/**
 * Addresses are in logs and histories: a token in one is refused, so that nobody gets used to it.
 * @throws VitrineError `invalid_request`
 */
export function checkNoTokenInAddress(request: Request): void {
  if (!hasApiToken(request.url)) return;
  throw new VitrineError(
    'invalid_request',
    'Send an API token in the Authorization header, never in an address. Revoke this one: addresses end up in logs.',
  );
}
