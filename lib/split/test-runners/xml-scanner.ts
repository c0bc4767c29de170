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
  const state = openXmlScanner(handler);
  return {
    push: (piece) => pushText(state, piece),
  };
}

const openXmlScanner = (handler: XmlHandler) => ({
  handler,
  buffered: '',
  /** Everything up to this terminator is skipped, or text: comments and CDATA. */
  until: null as '-->' | ']]>' | '?>' | null,
  isOverlong: false,
});
type XmlScannerState = ReturnType<typeof openXmlScanner>;

function tag(state: XmlScannerState, inside: string) {
  const isClosed = inside.endsWith('/');
  const name = /^\/?([\w:.-]+)/.exec(inside)?.[1] ?? '';
  if (inside.startsWith('/')) return state.handler.close(name);
  const attributes = new Map<string, string>();
  for (const [, key, double, single] of inside.matchAll(attribute))
    attributes.set(key ?? '', resolveEntities(double ?? single ?? ''));
  state.handler.open(name, attributes);
  if (isClosed) state.handler.close(name);
}

function readUntil(state: XmlScannerState, mark: string): boolean {
  const end = state.buffered.indexOf(mark);
  const stays = end === -1 ? Math.min(state.buffered.length, mark.length - 1) : 0;
  const text =
    end === -1 ? state.buffered.slice(0, state.buffered.length - stays) : state.buffered.slice(0, end);
  if (mark === ']]>') state.handler.text(text);
  state.buffered =
    end === -1
      ? state.buffered.slice(state.buffered.length - stays)
      : state.buffered.slice(end + mark.length);
  if (end !== -1) state.until = null;
  return end !== -1;
}

function readTag(state: XmlScannerState): boolean {
  const start = state.buffered.indexOf('<');
  if (start !== 0) {
    state.handler.text(resolveEntities(start === -1 ? state.buffered : state.buffered.slice(0, start)));
    state.buffered = start === -1 ? '' : state.buffered.slice(start);
    return state.buffered !== '';
  }
  if (state.buffered.length < 9 && !state.buffered.includes('>')) return false;
  const special = state.buffered.startsWith('<!--')
    ? '-->'
    : state.buffered.startsWith('<![CDATA[')
      ? ']]>'
      : null;
  if (special !== null || state.buffered.startsWith('<?')) {
    state.until = special ?? '?>';
    state.buffered = state.buffered.slice(special === ']]>' ? 9 : special === '-->' ? 4 : 2);
    return true;
  }
  const end = endOfTag(state.buffered);
  if (end === -1) {
    state.isOverlong = state.buffered.length > maxCharacters;
    if (state.isOverlong) {
      tag(state, state.buffered.slice(1, maxCharacters));
      state.buffered = '';
    }
    return false;
  }
  tag(state, state.buffered.slice(1, end));
  state.buffered = state.buffered.slice(end + 1);
  return true;
}

function pushText(state: XmlScannerState, piece: string) {
  let text = piece;
  if (state.isOverlong) {
    const end = text.indexOf('>');
    if (end === -1) return;
    state.isOverlong = false;
    text = text.slice(end + 1);
  }
  state.buffered += text;
  for (;;) {
    const goesOn =
      state.until === null ? state.buffered !== '' && readTag(state) : readUntil(state, state.until);
    if (!goesOn) return;
  }
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
