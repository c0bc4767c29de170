import { isIPv4, isIPv6 } from 'node:net';

/**
 * The client address of a request, from the header that the front door overwrites (`lib/http/front-door.ts`).
 * `next dev` has no front door: there it is what the last proxy sent. `null`: not known.
 */
export function addressOf({ headers }: Pick<Request, 'headers'>): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const address = last.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv4(address) || isIPv6(address) ? address : null;
}
