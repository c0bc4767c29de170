const dash = 45;

const isDigitAt = (text: string, offset: number): boolean => {
  const code = text.charCodeAt(offset);
  return code >= 48 && code <= 57;
};

/** `2026-11-22`, alone or before a time. */
export function isDate(text: string): boolean {
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false;
  for (let offset = 0; offset < 10; offset += 1) {
    if (offset !== 4 && offset !== 7 && !isDigitAt(text, offset)) return false;
  }
  return text.length === 10 || ((text[10] === 'T' || text[10] === ' ') && isDigitAt(text, 11));
}
