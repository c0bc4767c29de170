import { isIP } from 'node:net';
import { VitrineError } from '../core/errors.ts';
import type { Services } from '../services.ts';
import { isPrivateAddress } from '../workspace/network/private-address.ts';

/**
 * Checks an address that members name and the server asks: names are checked when they are looked up, for each connection.
 * @param what is asked: `a webhook`
 * @throws VitrineError `invalid_request` for one that is never asked
 */
export function checkOutgoingAddress(
  { signIn, webhookOrigins }: Pick<Services['config'], 'signIn' | 'webhookOrigins'>,
  address: string,
  what: string,
): void {
  const { protocol, origin, hostname } = new URL(address);
  if (signIn === null || webhookOrigins.includes(origin)) return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host));
  if (protocol === 'https:' && !isPrivate) return;
  throw new VitrineError(
    'invalid_request',
    `${origin} is not asked: ${what} has a public address over HTTPS. The operator can allow others in the config file, as network.webhookOrigins.`,
  );
}
