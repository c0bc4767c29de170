import type { ApiToken } from '../core/vocabulary/team/api-token.ts';
import type { Origin } from '../operations/origin.ts';
import type { Services } from '../services.ts';
import { addressOf } from './address.ts';

/** Where a request comes from. */
export const originOf = (
  request: Pick<Request, 'headers' | 'signal'>,
  { config }: Pick<Services, 'config'>,
  token: Pick<ApiToken, 'name'> | null = null,
): Origin => ({
  address: addressOf(request),
  siteUrl: config.baseUrl ?? `http://${request.headers.get('host')}`,
  signal: request.signal,
  tokenName: token?.name ?? null,
});
