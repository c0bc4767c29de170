/** A brace or a bracket at the start of a line, and behind it what JSON may have there, or Python's own values. */
export const jsonStart =
  /^\s{0,20}(?:\{\s{0,200}(?:"|\}|'[^'\n]{1,80}'\s?:|\/[/*])|\[\s{0,200}(?:[{["\]]|(?:true|false|null)\b|-?\d[\d.eE+-]{0,24}\s{0,20}[,\]]|\/[/*]))/;

/** Whether a brace or a bracket comes first in a line: most begin with something else, and need no more looks. */
export function mayStartJson(text: string, lineStart: number): boolean {
  let offset = lineStart;
  while (text.charCodeAt(offset) === 32 || text.charCodeAt(offset) === 9) offset += 1;
  const code = text.charCodeAt(offset);
  // Other blanks are rare: of them the pattern knows.
  return code === 0x7b || code === 0x5b || (code < 32 && code !== 10) || code >= 0x80;
}
