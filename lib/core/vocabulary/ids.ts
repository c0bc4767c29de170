import { z } from 'zod';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const characters = 26;

export type IdPrefix =
  | 'conv'
  | 'run'
  | 'msg'
  | 'art'
  | 'shr'
  | 'mem'
  | 'ses'
  | 'inv'
  | 'req'
  | 'rpl'
  | 'app'
  | 'agt'
  | 'tok'
  | 'upl'
  | 'call'
  | 'dlv';

/** Random bytes per ID: 26 base32 characters carry 130 bits. */
export const idBytes = 17;

/** Formats 17 random bytes as `<prefix>_` and 26 lower-case base32 characters; the spare bits are dropped. */
export function formatId(prefix: IdPrefix, random: Uint8Array): string {
  let bits = 0;
  let bufferedCount = 0;
  let text = '';
  for (const byte of random) {
    bufferedCount = (bufferedCount << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < characters) {
      bits -= 5;
      text += alphabet[(bufferedCount >> bits) & 31];
    }
    bufferedCount &= (1 << bits) - 1;
  }
  return `${prefix}_${text}`;
}

/** The shape any ID in a URL must have; otherwise the answer is 400 `invalid_id`, before any lookup. */
export const idSchema = z.string().regex(/^[a-z]+_[A-Za-z0-9_-]{1,64}$/);
