import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';

/** A text with its secrets masked, as one piece. */
export const maskText = (text: string, known: { name: string; value: string }[] = []): string =>
  createSecretMasker({ known, names: createSecretNames() }).mask(text);

/** Characters as chance makes them, and the same each time. No fixture holds a whole secret that a scanner of this repository would find. */
export function madeUp(length: number, alphabet = 'k7Qz2VtX9bLw4RyN6cJf8HsP3dMg5TaB1vKe'): string {
  const characters = Array.from(
    { length },
    (_, index) => alphabet[(index * 7 + ((index * index) % 11)) % alphabet.length],
  );
  return characters.join('');
}

export const hex = (length: number): string => madeUp(length, '3f9a0c7e1b8d2645');
