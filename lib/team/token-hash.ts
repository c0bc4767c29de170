import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link or a cookie: 32 random bytes, base64url. It is shown once; only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
