import { isNameOfCode, looksRandom } from './looks-random.ts';
import type { SecretKind } from './secret-kind.ts';
import { isOrdinary, isOwnId, isPlaceholderSecret } from './secret-words.ts';

/**
 * How a value is written. `setting`: `DB_PASSWORD=…` and other forms used only for settings. `line`:
 * `password: …` alone on its line. `quoted`: in quotes. `inline`: a word among others.
 */
export type ValueStyle = 'setting' | 'line' | 'quoted' | 'inline';

const passwordKinds: ReadonlySet<SecretKind> = new Set(['password']);
const maxCharacters = 256;

/** Values that refer to something elsewhere: a variable, a template, a call, a path, a mark. */
const reference = /^[$%{<[(*~\\]|^\.{0,2}\/|^!\w|^@\w+$|^:\w+$|^&\w+$|\$\{|\$\(|\{\{|<%|%[sd(]|#\{|:\/\//;
const call = /[()[\]{}]|::|->|=>/;
const member = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const camelCase = /[a-z0-9][A-Z]/;
const naming = /pass(?:word|wd|phrase)?|pwd|secret|token|credential|api.?key/i;
const encoded = /^[A-Za-z0-9+/]{4,}={1,2}$/;
const unit = /^[\d.]+(?:[a-z%]{1,2}|min|sec|bits?|bytes?|chars?|[kmg]i?b)?$/i;

/** Whether a value named a secret may have been chosen by a person: short, perhaps a word. */
export function isChosenSecret(value: string, kind: SecretKind, style: ValueStyle): boolean {
  if (value.length < 3 || value.length > maxCharacters) return false;
  if (
    isOwnId(value) ||
    reference.test(value) ||
    isPlaceholderSecret(value) ||
    isOrdinary(value) ||
    /^(.)\1*$/.test(value)
  )
    return false;
  if (style !== 'quoted' && (call.test(value) || member.test(value))) return false;
  if (/\s/.test(value)) return isPhrase(value, kind);
  if (looksRandom(value)) return true;
  return passwordKinds.has(kind) ? isChosenPassword(value, style) : isShortKey(value, kind, style);
}

/** Several words are a sentence, unless they contain signs that sentences do not. */
const isPhrase = (value: string, kind: SecretKind): boolean =>
  kind !== 'token' && value.length >= 32 && (value.match(/[!#$%^&*+=@~|]/g)?.length ?? 0) >= 6;

function isChosenPassword(value: string, style: ValueStyle): boolean {
  if (encoded.test(value)) return true;
  if (/^\d+$/.test(value)) return value.length >= (style === 'inline' ? 6 : 4);
  if (unit.test(value)) return false;
  if (!/^[!-~]+$/.test(value)) return false;
  const hasLetter = /[A-Za-z]/.test(value);
  const hasDigit = /\d/.test(value);
  if (naming.test(value) && member.test(value)) return false;
  if (naming.test(value) && !/\d/.test(value.replace(/^.*?(?:pass|pwd|secret|token)/i, ''))) return false;
  if (style !== 'quoted' && /^[A-Z][A-Za-z]+!$/.test(value)) return false;
  const isMixed =
    hasLetter && (hasDigit || /[!@#$%^&*?~+]/.test(value.slice(0, -1)) || /[!#$^&*~+]$/.test(value));
  if (isMixed) return value.length >= 4 && (style === 'setting' || !isCodeWord(value, style));
  return /^[A-Za-z_.-]+$/.test(value) && isWordChosen(value, style);
}

/** A variable or the name of a type: `Argon2idHasher`, `user_password_2`. */
const isCodeWord = (value: string, style: ValueStyle): boolean =>
  style !== 'quoted' && (camelCase.test(value) || value.includes('_')) && isNameOfCode(value);

/** A single word is a password where nothing else is expected. */
function isWordChosen(value: string, style: ValueStyle): boolean {
  if (style === 'inline') return false;
  if (style === 'setting') return !/^[A-Z_]+$/.test(value);
  return value.length >= 6 && /^[a-z]+$/.test(value);
}

/** A key too short to look random: letters and digits that form no words. */
function isShortKey(value: string, kind: SecretKind, style: ValueStyle): boolean {
  if (style === 'inline' || (kind === 'token' && style !== 'setting')) return false;
  if (value.length < 8 || naming.test(value) || !/^[\w+/=~-]+$/.test(value)) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  return digits >= 2 && /[A-Za-z]/.test(value) && !isInWords(value);
}

/** Words and numbers joined by separators: `db-main-2`, `2024_05_13`. */
const isInWords = (value: string): boolean =>
  value.split(/[-_/]/).every((part) => /^(?:[A-Za-z]{2,}|[A-Za-z]?\d{0,4}|\d+)$/.test(part)) &&
  /[-_/]/.test(value);
