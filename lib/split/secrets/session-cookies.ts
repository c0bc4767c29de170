import type { FoundSecret } from './found-secret.ts';
import { looksRandom } from './looks-random.ts';
import { isOrdinary, isPlaceholderSecret } from './secret-words.ts';

const maxCharacters = 4_096;
const minCharacters = 6;
/** `Cookie: …`, `Set-Cookie: …`, `"cookie": "…"`, `--cookie '…'`: up to its first pair. */
const header = /cookies?["']?(?:[ \t]{0,4}[:=]|[ \t]{1,4}(?=["']?[\w.-]{1,60}=))[ \t]{0,4}["']?/iy;
/** A pair of the header, and its separator from the next. */
const pair = /([\w.$-]{1,60})=([^;\s"',]*)(?:"?;[ \t]?)?/y;
/** Names of cookies that sign a user in. */
const sessionName =
  /sess|^sid$|[._-]sid$|auth|token|jwt|remember|login|passport|^(?:s|hs|ss|ap|sap)id$|^__(?:Secure|Host)-|^user$|credential|^wordpress_/i;
const harmlessName = /csrf|xsrf/i;
const gone = /^(?:deleted|expired|invalid|removed|cleared)$/i;

/** Finds session cookies in the cookie header that starts with the word at `at`. */
export function sessionCookiesAt(text: string, at: number): FoundSecret[] {
  header.lastIndex = at;
  const begin = header.exec(text)?.[0];
  return begin === undefined ? [] : cookiesIn(text, at + begin.length);
}

/** Finds session cookies in the `name=value; name=value` that starts at `from`. */
export function cookiesIn(text: string, from: number): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = from; at - from < maxCharacters; ) {
    pair.lastIndex = at;
    const match = pair.exec(text);
    if (!match) break;
    const [whole, name = '', value = ''] = match;
    const start = at + name.length + 1;
    if (isSession(name, value)) found.push({ start, end: start + value.length, kind: 'session cookie' });
    at += whole.length;
    if (!whole.includes(';')) break;
  }
  return found;
}

function isSession(name: string, value: string): boolean {
  if (value.length < minCharacters || /^[$%{<[*(]/.test(value) || value.includes('${')) return false;
  if (isPlaceholderSecret(value) || isOrdinary(value) || gone.test(value) || harmlessName.test(name))
    return false;
  return sessionName.test(name) ? !isNameOfIt(value) : looksRandom(value) && value.length >= 24;
}

/** `session=sessionId`: code in which the value is a variable name. */
const isNameOfIt = (value: string): boolean =>
  /^[a-z]+(?:[A-Z][a-z]+)+$|^(?:session|token|cookie)$/i.test(value);
