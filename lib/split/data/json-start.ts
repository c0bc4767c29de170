/**
 * Matches a brace or bracket at the start of a line, followed by what JSON allows there, or by Python's
 * printed values.
 */
export const jsonStart =
  /^\s{0,20}(?:\{\s{0,200}(?:"|\}|'[^'\n]{1,80}'\s?:|\/[/*])|\[\s{0,200}(?:[{["\]]|(?:true|false|null)\b|-?\d[\d.eE+-]{0,24}\s{0,20}[,\]]|\/[/*]))/;

/**
 * Whether a line's first character is a brace or bracket. Most lines begin otherwise and need no further
 * check.
 */
export function mayStartJson(text: string, lineStart: number): boolean {
  let offset = lineStart;
  while (text.charCodeAt(offset) === 32 || text.charCodeAt(offset) === 9) offset += 1;
  const code = text.charCodeAt(offset);
  // Other kinds of white space are rare, so the pattern decides about them.
  return code === 0x7b || code === 0x5b || (code < 32 && code !== 10) || code >= 0x80;
}
