import { isIPv4, isIPv6 } from 'node:net';

/**
 * Where a request comes from: the last of `X-Forwarded-For`, which the proxy before us wrote, or Next from the socket. What stands
 * before it anybody may have made up. `null`: not told.
 */
export function addressOf({ headers }: Pick<Request, 'headers'>): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const address = last.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** The network an address is of: enough to tell home from the office, and not a person's own address. */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = address.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
