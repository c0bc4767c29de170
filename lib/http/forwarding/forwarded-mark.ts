import { createHmac, timingSafeEqual } from 'node:crypto';

/** Set only by the front door on a request that another process of this installation forwarded. */
export const forwardedHeader = 'vitrine-forwarded';

/** What a mark is for: it is of no use for another request. */
export interface MarkedRequest {
  method: string;
  /** Path and query. */
  url: string;
}

/**
 * The mark of a request that is forwarded: the address of its client, which the receiver could not know otherwise, and
 * that a process of this installation says so.
 * @param client `null`: not known
 */
export const markForwarded = (request: MarkedRequest, client: string | null, secret: string): string =>
  `${client ?? ''} ${signatureOf(request, client, secret)}`;

/** @returns `undefined`: no process of this installation has made the mark, or for another request */
export function readForwardedMark(
  mark: string,
  request: MarkedRequest,
  secret: string,
): { client: string | null } | undefined {
  const [address = '', signature = ''] = mark.split(' ');
  const client = address === '' ? null : address;
  const expected = Buffer.from(signatureOf(request, client, secret));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected) ? { client } : undefined;
}

const signatureOf = ({ method, url }: MarkedRequest, client: string | null, secret: string): string =>
  createHmac('sha256', secret)
    .update([method, url, client ?? ''].join('\n'))
    .digest('base64url');
