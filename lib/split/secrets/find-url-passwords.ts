import type { FoundSecret } from './found-secret.ts';

/** Characters that a URL's user name or password contains only when encoded. */
const ends = new Set('/?# \t\r\n"\'`<>\\');
/** Placeholders for a password. */
const placeholder = /^(?:[$%{<[*]|x{3,}$)|\{/i;
const maxCharacters = 1_024;

/** Finds only the password in `scheme://user:password@`, also without a user. */
export function findUrlPasswords(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const password = /[a-z0-9]/i.test(text.charAt(at - 1)) ? passwordAt(text, at + 3) : null;
    if (password) found.push({ ...password, kind: 'password' });
  }
  return found;
}

function passwordAt(text: string, from: number): { start: number; end: number } | null {
  let colon = -1;
  let last = -1;
  const limit = Math.min(text.length, from + maxCharacters);
  for (let index = from; index < limit; index += 1) {
    const character = text.charAt(index);
    if (ends.has(character)) break;
    if (character === ':' && colon === -1) colon = index;
    else if (character === '@') last = index;
  }
  if (colon === -1 || last <= colon + 1) return null;
  const isPlaceholder = placeholder.test(text.slice(colon + 1, last));
  return isPlaceholder ? null : { start: colon + 1, end: last };
}
