const tags = /<[^<>]*>?/g;
const unevenBlanks = /\s\s|[^\S ]/;

/** Roughly what a browser would display of a piece of HTML: the text without tags. */
export function plainText(text: string): string {
  const shown = text.includes('<') ? text.replaceAll(tags, ' ') : text;
  return unevenBlanks.test(shown) ? shown.replaceAll(/\s+/g, ' ') : shown;
}
