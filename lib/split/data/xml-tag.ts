/** The name in a tag without its angle brackets: `item` of `item id="3"/`. */
export function nameOfTag(tag: string): string {
  let end = 0;
  // The name ends at a blank or at the `/` of an empty element.
  while (end < tag.length && end < 200 && tag.charCodeAt(end) > 32 && tag.charCodeAt(end) !== 47) end += 1;
  return tag.slice(0, end);
}

/** The offset of the `>` that closes a tag, ignoring quoted ones; -1: not found. */
export function tagEnd(text: string, start: number): number {
  const first = text.indexOf('>', start);
  // Most tags are short and contain no quote.
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

const reference = /&(lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const maxCodePoint = 0x10ffff;

/** `*` of `#42` or `#x2A`. */
function characterOf(name: string): string | null {
  const code = Number.parseInt(name.slice(name[1] === 'x' ? 2 : 1), name[1] === 'x' ? 16 : 10);
  return code > 0 && code <= maxCodePoint ? String.fromCodePoint(code) : null;
}

export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(reference, (whole, name: string) => entities[name] ?? characterOf(name) ?? whole)
    : text;

/**
 * The attributes of a tag, read from the end of its name; namespace declarations are left out, since they say
 * nothing about the content.
 */
export function attributesOf(tag: string, nameEnd: number): { key: string; value: string }[] {
  if (!tag.includes('=', nameEnd)) return [];
  const match = tag.slice(nameEnd).matchAll(/([^\s=/]{1,200})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g);
  return [...match]
    .map(([, key = '', double, single]) => ({ key, value: decodeEntities(double ?? single ?? '') }))
    .filter(({ key }) => !/^(?:xmlns|xsi:)/.test(key));
}
