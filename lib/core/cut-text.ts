/** The start of a text, at most so many characters (UTF-16 units) long, and never half a character at its end. */
export const cutText = (text: string, characters: number): string =>
  text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
