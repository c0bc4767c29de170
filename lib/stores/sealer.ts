import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in a store, or in a copy of it. */
export interface Sealer {
  /** @param subject what the text belongs to: sealed for one, it is not opened for another */
  seal(text: string, subject: string): string;
  /** `null`: it was sealed with another key or for another subject, or was changed. */
  open(sealed: string, subject: string): string | null;
  /** A key for something else, always the same for one subject. */
  derive(subject: string, byteLength: number): Buffer;
}

const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** @param secret of at least 256 bits of chance */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'vitrine', 'sealed values', 32));
  return {
    seal(text, subject) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(subject));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    derive: (subject, byteLength) => Buffer.from(hkdfSync('sha256', secret, 'vitrine', subject, byteLength)),
    open(sealed, subject) {
      const bytes = Buffer.from(sealed, 'base64url');
      const body = nonceBytes + tagBytes;
      if (bytes.byteLength < body) return null;
      try {
        const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(subject))
          .setAuthTag(bytes.subarray(nonceBytes, body));
        return Buffer.concat([cipher.update(bytes.subarray(body)), cipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
