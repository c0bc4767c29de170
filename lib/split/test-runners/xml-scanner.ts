/** Receives the parts of an XML document as it streams by. Text arrives in pieces, with entities resolved. */
export interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

export interface XmlScanner {
  push(piece: string): void;
}

/** A message may be an attribute, so tags get long; beyond this length the rest of a tag is skipped. */
const maxCharacters = 64 * 1024;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads the well-formed XML that test runners write, and as much as possible of anything malformed. Linear in
 * the length of the text.
 */
export function createXmlScanner(handler: XmlHandler): XmlScanner {
  let buffered = '';
  /** Everything up to this terminator is skipped, or text: comments and CDATA. */
  let until: '-->' | ']]>' | '?>' | null = null;
  let isOverlong = false;

  const tag = (inside: string) => {
    const isClosed = inside.endsWith('/');
    const name = /^\/?([\w:.-]+)/.exec(inside)?.[1] ?? '';
    if (inside.startsWith('/')) return handler.close(name);
    const attributes = new Map<string, string>();
    for (const [, key, double, single] of inside.matchAll(attribute))
      attributes.set(key ?? '', resolveEntities(double ?? single ?? ''));
    handler.open(name, attributes);
    if (isClosed) handler.close(name);
  };
  const readUntil = (mark: string): boolean => {
    const end = buffered.indexOf(mark);
    const stays = end === -1 ? Math.min(buffered.length, mark.length - 1) : 0;
    const text = end === -1 ? buffered.slice(0, buffered.length - stays) : buffered.slice(0, end);
    if (mark === ']]>') handler.text(text);
    buffered = end === -1 ? buffered.slice(buffered.length - stays) : buffered.slice(end + mark.length);
    if (end !== -1) until = null;
    return end !== -1;
  };
  const readTag = (): boolean => {
    const start = buffered.indexOf('<');
    if (start !== 0) {
      handler.text(resolveEntities(start === -1 ? buffered : buffered.slice(0, start)));
      buffered = start === -1 ? '' : buffered.slice(start);
      return buffered !== '';
    }
    if (buffered.length < 9 && !buffered.includes('>')) return false;
    const special = buffered.startsWith('<!--') ? '-->' : buffered.startsWith('<![CDATA[') ? ']]>' : null;
    if (special !== null || buffered.startsWith('<?')) {
      until = special ?? '?>';
      buffered = buffered.slice(special === ']]>' ? 9 : special === '-->' ? 4 : 2);
      return true;
    }
    const end = endOfTag(buffered);
    if (end === -1) {
      isOverlong = buffered.length > maxCharacters;
      if (isOverlong) {
        tag(buffered.slice(1, maxCharacters));
        buffered = '';
      }
      return false;
    }
    tag(buffered.slice(1, end));
    buffered = buffered.slice(end + 1);
    return true;
  };
  return {
    push(piece) {
      let text = piece;
      if (isOverlong) {
        const end = text.indexOf('>');
        if (end === -1) return;
        isOverlong = false;
        text = text.slice(end + 1);
      }
      buffered += text;
      for (;;) {
        const goesOn = until === null ? buffered !== '' && readTag() : readUntil(until);
        if (!goesOn) return;
      }
    },
  };
}

/** Finds the end of a tag; attribute values may contain `>`. */
function endOfTag(text: string): number {
  let quote: string | null = null;
  for (let index = 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== null) {
      if (character === quote) quote = null;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index;
  }
  return -1;
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const resolveEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
        (whole, decimal, hex, name) => {
          if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
          const code = decimal !== undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;
