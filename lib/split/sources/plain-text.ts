const tags = /<[^<>]*>?/g;
const unevenBlanks = /\s\s|[^\S ]/;

/** What a browser would show of a piece of a page, roughly: without its tags. */
export function plainText(text: string): string {
  const shown = text.includes('<') ? text.replaceAll(tags, ' ') : text;
  return unevenBlanks.test(shown) ? shown.replaceAll(/\s+/g, ' ') : shown;
}
