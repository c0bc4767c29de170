import { figure } from './figure.ts';

/** `1 file`, `2,450 matches`, `3 entries`. */
export const plural = (count: number, one: string, many = pluralOf(one)): string =>
  `${figure(count)} ${count === 1 ? one : many}`;

/** `match` -> `matches`, `entry` -> `entries`; a keyword such as `@media` is unchanged. */
export function pluralOf(noun: string): string {
  if (noun.startsWith('@')) return noun;
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
