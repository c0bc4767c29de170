import type { FoundSecret } from './found-secret.ts';

/** Keys are written in lines of 64 or 70 characters of Base64; so are certificates, which are no secret where that shows. */
const keyLine =
  /^(?:[ \t]{0,8}\d{1,9}[:|\t -][ \t]{0,4})?[ \t+>"'-]{0,4}([A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})(?:\\n)?["',]{0,2}\r?$/;
const publicBegin = /-----BEGIN (?!.*PRIVATE)[A-Z0-9 ]{1,40}-----/;
const anyEnd = /-----END /;

/**
 * Lines that may be of a private key whose beginning is not in the text: somebody read the lines in between. For short texts, where
 * nothing is lost by a few lines of Base64 that were something else.
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

/** No hash, which has no capitals. */
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
