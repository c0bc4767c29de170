import type { FoundSecret } from './found-secret.ts';

/**
 * Keys are written in lines of 64 or 70 Base64 characters. So are certificates, which are not secret where
 * their header shows.
 */
const keyLine =
  /^(?:[ \t]{0,8}\d{1,9}[:|\t -][ \t]{0,4})?[ \t+>"'-]{0,4}([A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})(?:\\n)?["',]{0,2}\r?$/;
const publicBegin = /-----BEGIN (?!.*PRIVATE)[A-Z0-9 ]{1,40}-----/;
const anyEnd = /-----END /;

/**
 * Finds lines that may belong to a private key whose beginning is not in the text, because only the lines in
 * between were read. For short texts, where masking a few unrelated Base64 lines loses nothing.
 */
export function findEncodedKeyLines(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let isPublic = false;
  let identity: string | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    if (publicBegin.test(line)) isPublic = true;
    else if (anyEnd.test(line)) isPublic = false;
    const key = isPublic ? undefined : keyLine.exec(line)?.[1];
    if (key && isMixed(key)) {
      identity ??= key;
      const at = start + line.indexOf(key);
      found.push({ start: at, end: at + key.length, kind: 'encoded key', identity });
    } else identity = null;
    start += line.length + 1;
  }
  return found;
}

/** Excludes hex hashes, which have no capitals. */
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
