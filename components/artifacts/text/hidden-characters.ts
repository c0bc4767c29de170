import { hiddenCharacter } from '#lib/core/algorithms/text/hidden-character.ts';
import { type ArtifactType, traitsOf } from '#lib/core/vocabulary/artifact-types.ts';

const names: Readonly<Record<number, string>> = {
  1564: 'ALM',
  8203: 'ZWSP',
  8204: 'ZWNJ',
  8205: 'ZWJ',
  8206: 'LRM',
  8207: 'RLM',
  8234: 'LRE',
  8235: 'RLE',
  8236: 'PDF',
  8237: 'LRO',
  8238: 'RLO',
  8288: 'WJ',
  8294: 'LRI',
  8295: 'RLI',
  8296: 'FSI',
  8297: 'PDI',
  65279: 'BOM',
};

/** Printable ASCII and tabs: nearly every line passes this quick check. */
const ordinary = /^[\t\x20-\x7e]*$/;

/** Splits a text at hidden characters, returned by name, in order; a single string if there are none. */
export function splitHidden(text: string): (string | { name: string })[] {
  if (ordinary.test(text)) return [text];
  const parts: (string | { name: string })[] = [];
  let plain = '';
  for (const character of text) {
    if (!hiddenCharacter.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push({ name: nameOf(character) });
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const everyHidden = new RegExp(hiddenCharacter, 'gu');

/** Those of which people are warned: output of programs has some by nature, and its renderer neutralises them. */
export const countSuspicious = (type: ArtifactType, lines: readonly string[]): number =>
  traitsOf(type).hasEscapes ? 0 : countHidden(lines);

/** Counts hidden characters in some lines. */
export function countHidden(lines: readonly string[]): number {
  let count = 0;
  for (const line of lines) if (!ordinary.test(line)) count += line.match(everyHidden)?.length ?? 0;
  return count;
}
