/** `1 file`, `2,450 matches`, `3 entries`. */
export const plural = (count: number, one: string, many = manyOf(one)): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function manyOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
