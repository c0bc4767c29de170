import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '#lib/core/limits.ts';

/** Set only by the front door on a request that another process of this installation forwarded. */
export const forwardedHeader = 'vitrine-forwarded';

/** What a mark is for: it is of no use for another method or URL. */
export interface MarkedRequest {
  method: string;
  /** Path and query. */
  url: string;
}

/** By what a mark is made and read: the secret of the installation, and the clock of the process. */
export interface MarkKey {
  secret: string;
  /** Milliseconds since 1970. */
  nowMs: number;
}

/**
 * The mark of a request that is forwarded: the address of its client, which the receiver could not know otherwise, the
 * time (seconds since 1970), and that a process of this installation says so. It says nothing of headers and body.
 * @param client `null`: not known
 */
export function markForwarded(
  request: MarkedRequest,
  client: string | null,
  { secret, nowMs }: MarkKey,
): string {
  const seconds = String(Math.floor(nowMs / 1_000));
  return `${client ?? ''} ${seconds} ${signatureOf(request, client, seconds, secret)}`;
}

/**
 * @returns `undefined`: no process of this installation has made the mark, or for another request; `outdated`: one has, at
 * a time that is further than `limits.forwardedMarkSeconds` from now
 */
export function readForwardedMark(
  mark: string,
  request: MarkedRequest,
  { secret, nowMs }: MarkKey,
): { client: string | null } | 'outdated' | undefined {
  const [address = '', seconds = '', signature = ''] = mark.split(' ');
  const client = address === '' ? null : address;
  const expected = Buffer.from(signatureOf(request, client, seconds, secret));
  const sent = Buffer.from(signature);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return undefined;
  const isCurrent = Math.abs(nowMs / 1_000 - Number(seconds)) <= limits.forwardedMarkSeconds;
  return isCurrent ? { client } : 'outdated';
}

const signatureOf = (
  { method, url }: MarkedRequest,
  client: string | null,
  seconds: string,
  secret: string,
): string =>
  createHmac('sha256', secret)
    .update([method, url, client ?? '', seconds].join('\n'))
    .digest('base64url');
