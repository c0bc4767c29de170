/** Of a tag without its marks: `item` of `item id="3"/`. */
export function nameOfTag(tag: string): string {
  let end = 0;
  // Up to a blank or the `/` of an element without content.
  while (end < tag.length && end < 200 && tag.charCodeAt(end) > 32 && tag.charCodeAt(end) !== 47) end += 1;
  return tag.slice(0, end);
}

/** The `>` of a tag: in quotes it is none. */
export function tagEnd(text: string, start: number): number {
  const first = text.indexOf('>', start);
  // Most tags are short and hold no quote.
  if (first === -1 || !/["']/.test(text.slice(start, first))) return first;
  let quote = 0;
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return offset;
  }
  return -1;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? '')
    : text;

/** Of a tag from its name's end on; namespaces say how names are to be read, nothing of what it is about. */
export function attributesOf(tag: string, nameEnd: number): { key: string; value: string }[] {
  if (!tag.includes('=', nameEnd)) return [];
  const match = tag.slice(nameEnd).matchAll(/([^\s=/]{1,200})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g);
  return [...match]
    .map(([, key = '', double, single]) => ({ key, value: decodeEntities(double ?? single ?? '') }))
    .filter(({ key }) => !/^(?:xmlns|xsi:)/.test(key));
}
