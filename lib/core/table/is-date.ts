const dash = 45;

const isDigitAt = (text: string, place: number): boolean => {
  const code = text.charCodeAt(place);
  return code >= 48 && code <= 57;
};

/** `2026-11-22`, alone or before a time. */
export function isDate(text: string): boolean {
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false;
  for (let place = 0; place < 10; place += 1) {
    if (place !== 4 && place !== 7 && !isDigitAt(text, place)) return false;
  }
  return text.length === 10 || ((text[10] === 'T' || text[10] === ' ') && isDigitAt(text, 11));
}
