import { isPlaceholderSecret } from './secret-words.ts';

const maxLooked = 128;
const minCharacters = 12;
const minHexCharacters = 24;

/** Code that reads a property: `config.token`. */
const property = /\.[A-Za-z]{4,}$/;
/**
 * Whether a text is clearly not a word, name, path, number or placeholder: it switches between kinds of
 * characters as often as only random text does. Checks only its start.
 */
export function looksRandom(text: string): boolean {
  if (text.length < minCharacters) return false;
  const looked = text.slice(0, maxLooked);
  if (
    /^[$%{<~./\\]/.test(looked) ||
    /:\/\/|[=].{2}/.test(looked) ||
    isPlaceholderSecret(looked) ||
    property.test(looked) ||
    isNameOfCode(looked)
  )
    return false;
  const { counts, changes, pairs, distinct } = measure(looked);
  const letters = counts.lower + counts.upper;
  const isHex = /^[0-9a-f-]+$/i.test(looked) && (counts.lower === 0 || counts.upper === 0);
  if (isHex && looked.length < minHexCharacters) return false;
  return (
    counts.digit >= 1 &&
    letters >= 2 &&
    counts.other * 3 <= looked.length &&
    pairs >= 8 &&
    distinct >= 8 &&
    changes / pairs >= 0.28
  );
}

/**
 * A type or a variable: `OAuth2TokenResponse`, `items[4]`. Most of it is words, which random text of that
 * length almost never contains.
 */
export function isNameOfCode(text: string): boolean {
  const [name] = /^[A-Za-z_$][A-Za-z0-9_$]*(?=(?:\[\w*\])?[;,)]?$)/.exec(text) ?? [''];
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]{2,}/g) ?? [];
  const inWords = words.filter((word) => word.length >= 3).reduce((sum, word) => sum + word.length, 0);
  return name !== '' && inWords / name.length >= 0.65;
}

type CharacterClass = 'lower' | 'upper' | 'digit' | 'other' | 'separator';

/** Switches at word separators are not counted: they are no sign of randomness. */
function measure(text: string) {
  const counts = { lower: 0, upper: 0, digit: 0, other: 0, separator: 0 };
  let changes = 0;
  let pairs = 0;
  let before: CharacterClass = 'separator';
  for (const character of text) {
    const now = classOf(character);
    counts[now] += 1;
    if (now !== 'separator' && before !== 'separator') {
      pairs += 1;
      if (now !== before) changes += 1;
    }
    before = now;
  }
  return { counts, changes, pairs, distinct: new Set(text).size };
}

function classOf(character: string): CharacterClass {
  if (character >= 'a' && character <= 'z') return 'lower';
  if (character >= 'A' && character <= 'Z') return 'upper';
  if (character >= '0' && character <= '9') return 'digit';
  return '-_./:'.includes(character) ? 'separator' : 'other';
}
