import { createECDH, createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sealer } from '#lib/stores/sealer.ts';

/** How this server identifies itself to push services (VAPID, RFC 8292). */
export interface Vapid {
  /** The public key, uncompressed, base64url: browsers subscribe with it. */
  publicKey: string;
  /** The header `Authorization` of a message to a push service. */
  authorization(endpoint: string, nowMs: number): Promise<string>;
}

const lifetimeSeconds = 12 * 3_600;

/**
 * The key follows from the server's secret, which is made at the first start: all processes have the same, and it is never stored.
 * @param contact whom push services may turn to: an address of this server over HTTPS
 */
export function createVapid(sealer: Sealer, contact: string): Vapid {
  const pair = createECDH('prime256v1');
  for (let attempt = 0; ; attempt += 1) {
    try {
      pair.setPrivateKey(sealer.derive(`push messages ${attempt}`, 32));
      break;
    } catch (error) {
      // One of 2³² numbers is too large for the curve.
      if (attempt > 8) throw error;
    }
  }
  const point = pair.getPublicKey();
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: base64(pair.getPrivateKey()) },
      ...{ x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) },
    },
  });
  const publicKey = base64(point);
  return {
    publicKey,
    async authorization(endpoint, nowMs) {
      const token = await new SignJWT({})
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setSubject(contact)
        .setExpirationTime(Math.floor(nowMs / 1_000) + lifetimeSeconds)
        .sign(key);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
