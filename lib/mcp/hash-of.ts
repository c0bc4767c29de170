import { createHash } from 'node:crypto';

/** The start of a text's SHA-256, in hexadecimal digits. */
export const hashOf = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);
