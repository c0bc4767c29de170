/** The start of a text, at most `characters` UTF-16 units long; never ends in half a surrogate pair. */
export const cutText = (text: string, characters: number): string =>
  text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
