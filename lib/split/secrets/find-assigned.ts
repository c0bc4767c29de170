import type { FoundSecret } from './found-secret.ts';
import { looksRandom } from './looks-random.ts';
import { kindOfName, mayEndName } from './secret-name-endings.ts';

const nameCharacters = 60;
/** Enough of a value to judge it. */
const valueCharacters = 256;

const equals = 61;
const colon = 58;
const gapCharacters = 16;
/** Characters allowed between a name and its value, besides the assignment sign. */
const gap = /[ \t"'`\\=:>]/;
const isGap = Uint8Array.from({ length: 256 }, (_, code) => Number(gap.test(String.fromCharCode(code))));
const isName = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/[\w.-]/.test(String.fromCharCode(code))),
);

/**
 * Finds the value in a run of characters that is named a secret (`password=`, `"api_key": "`, `--token `) and
 * clearly is one. The value's form rules out code such as `token = getToken()`.
 */
export function findAssigned(
  text: string,
  characters: Uint8Array,
  start: number,
  end: number,
): FoundSecret | null {
  const within = findWithin(text, characters, start, end);
  if (within) return within;
  const name = nameBefore(text, characters, start);
  return name === null ? null : readValue(text, name, start, end);
}

/** A name and value within one run: `API_KEY=…`. */
function findWithin(text: string, characters: Uint8Array, start: number, end: number): FoundSecret | null {
  for (let index = start + 3; index < end - 8; index += 1) {
    const character = characters[index];
    if ((character !== equals && character !== colon) || !mayEndName(characters[index - 1])) continue;
    const name = text.slice(Math.max(start, index - nameCharacters), index);
    const found = readValue(text, name, index + 1, end);
    if (found) return found;
  }
  return null;
}

/**
 * The name of the value that starts here. `null`: the value is not worth checking, which is nearly always the
 * case.
 */
function nameBefore(text: string, characters: Uint8Array, start: number): string | null {
  let end = start;
  while (end > 0 && start - end < gapCharacters && isGap[characters[end - 1] ?? 0]) end -= 1;
  if (end === start || !mayEndName(characters[end - 1])) return null;
  let from = end;
  while (from > 0 && end - from < nameCharacters && isName[characters[from - 1] ?? 0]) from -= 1;
  const name = text.slice(from, end);
  const between = text.slice(end, start);
  // Test runners print `PASS: ` before a test that passed.
  if (name === 'PASS' && between.startsWith(': ')) return null;
  const isAssigned = /[=:>]/.test(between);
  // `Authorization: Bearer …`, `--token …`
  return isAssigned || /^(?:bearer|basic|token|--?[\w-]+)$/i.test(name) ? name : null;
}

function readValue(text: string, name: string, start: number, runEnd: number): FoundSecret | null {
  const kind = kindOfName(name);
  if (kind === null) return null;
  let end = runEnd;
  // Punctuation at the end of a sentence.
  while (end > start && '.:?'.includes(text.charAt(end - 1))) end -= 1;
  const value = text.slice(start, Math.min(end, start + valueCharacters));
  if (!looksRandom(value)) return null;
  return { start, end, kind: isAwsSecret(name, end - start) ? 'aws secret key' : kind };
}

const isAwsSecret = (name: string, length: number): boolean =>
  length === 40 && /secret[_-]?access[_-]?key$/i.test(name);
