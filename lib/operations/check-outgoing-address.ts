import { isIP } from 'node:net';
import { VitrineError } from '../core/errors.ts';
import type { Services } from '../services.ts';
import { isPrivateAddress } from '../workspace/network/private-address.ts';

/** What is asked, by the setting that names exceptions. */
const names = { webhookOrigins: 'a webhook', pushOrigins: 'a push service' };

/**
 * Checks an address that members name and the server asks: names are checked when they are looked up, for each connection.
 * @throws VitrineError `invalid_request` for one that is never asked
 */
export function checkOutgoingAddress(
  { signIn, ...named }: Pick<Services['config'], 'signIn' | 'webhookOrigins' | 'pushOrigins'>,
  address: string,
  what: keyof typeof names,
): void {
  const { protocol, origin, hostname } = new URL(address);
  if (signIn === null || named[what].includes(origin)) return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host));
  if (protocol === 'https:' && !isPrivate) return;
  throw new VitrineError(
    'invalid_request',
    `${origin} is not asked: ${names[what]} has a public address over HTTPS. The operator can allow others in the config file, as network.${what}.`,
  );
}
