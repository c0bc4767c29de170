import { createHmac, timingSafeEqual } from 'node:crypto';

/** Set only by the front door on a request that another process of this installation passed on. */
export const forwardedHeader = 'vitrine-forwarded';

/**
 * The mark of a request that is passed on: the address of its client, which the receiver could not know otherwise, and
 * who says so.
 * @param client `null`: not known
 */
export const markForwarded = (client: string | null, secret: string): string =>
  `${client ?? ''} ${signatureOf(client, secret)}`;

/** @returns `undefined`: nobody of this installation made the mark */
export function readForwardedMark(mark: string, secret: string): { client: string | null } | undefined {
  const [address = '', signature = ''] = mark.split(' ');
  const client = address === '' ? null : address;
  const expected = Buffer.from(signatureOf(client, secret));
  const found = Buffer.from(signature);
  return found.length === expected.length && timingSafeEqual(found, expected) ? { client } : undefined;
}

const signatureOf = (client: string | null, secret: string): string =>
  createHmac('sha256', secret)
    .update(`forwarded for ${client ?? ''}`)
    .digest('base64url');
