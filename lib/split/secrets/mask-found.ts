import type { FoundSecret } from './found-secret.ts';
import { maskedMark } from './masked-mark.ts';
import type { SecretNames } from './secret-names.ts';

/** Replaces each secret with its name; returns the same text when there are none. */
export function maskFound(
  text: string,
  found: readonly FoundSecret[],
  nameOf: SecretNames['nameOf'],
): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const secret of found) {
    const { kind, identity = text.slice(secret.start, secret.end) } = secret;
    parts.push(text.slice(end, secret.start), maskedMark(nameOf(kind, identity)));
    end = secret.end;
  }
  parts.push(text.slice(end));
  return parts.join('');
}
