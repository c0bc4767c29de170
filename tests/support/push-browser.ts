import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushEndpoint } from '#lib/core/vocabulary/notifications/push-subscription.ts';

/** A browser that subscribed, with what only it knows. */
export interface PushBrowser extends PushEndpoint {
  pair: ECDH;
}

export function pushBrowser(endpoint: string): PushBrowser {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys().toString('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') }, pair };
}

/** Decrypts what a push service passed on, after RFC 8291, section 3.4, and RFC 8188. @throws if it is not for this browser */
export function openPush(message: Uint8Array, { keys, pair }: PushBrowser): string {
  const bytes = Buffer.from(message);
  const salt = bytes.subarray(0, 16);
  const senderLength = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + senderLength);
  const body = bytes.subarray(21 + senderLength);
  const derive = (from: Uint8Array, chance: Uint8Array, info: string | Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', from, chance, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const input = derive(pair.computeSecret(sender), Buffer.from(keys.auth, 'base64url'), info, 32);
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(input, salt, 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString();
}
