import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushEndpoint } from '#lib/core/vocabulary/notifications/push-subscription.ts';

const curve = 'prime256v1';
/** One record holds all of it (RFC 8188, section 2). */
const recordBytes = 4_096;

/**
 * Encrypts a message so that only the browser reads it, not the push service: `aes128gcm` (RFC 8188) with a key of both sides
 * (RFC 8291).
 * @param chance what the RFC's own example needs to be fixed; default: new for each message
 * @throws Error for a key that is no point of the curve
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushEndpoint['keys'],
  chance?: { privateKey: Uint8Array; salt: Uint8Array },
): Uint8Array {
  const pair = createECDH(curve);
  if (chance) pair.setPrivateKey(chance.privateKey);
  else pair.generateKeys();
  const salt = chance?.salt ?? randomBytes(16);
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const shared = pair.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const input = hkdf(Buffer.from(auth, 'base64url'), shared, info, 32);
  const key = hkdf(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2: the last record; no padding.
  const body = Buffer.concat([
    cipher.update(text, 'utf8'),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordBytes);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, body]);
}

const hkdf = (salt: Uint8Array, input: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));
