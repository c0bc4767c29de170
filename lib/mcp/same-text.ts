import { createHash } from 'node:crypto';
import type { SpillFile } from '../stores/spill-file.ts';
import { createJsonUnescaper, unescapedMargin } from './unescape-json.ts';

const [quote, backslash] = [0x22, 0x5c];

/**
 * Whether a text says what a structure says: `text`, if it is the structure's only value (`{"content": "…"}`); `json`, if it
 * is the structure written out. Both may be too long for memory. `null`: it says something else.
 */
export async function sameText(
  words: Pick<SpillFile, 'read'>,
  structure: Pick<SpillFile, 'read'>,
): Promise<'text' | 'json' | null> {
  if ((await hashOfOnlyString(structure)) === (await hashOfAll(words.read()))) return 'text';
  return (await hashOfAll(withoutSpace(words.read()))) === (await hashOfAll(withoutSpace(structure.read())))
    ? 'json'
    : null;
}

async function hashOfAll(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Of `{"name": "…"}`, the hash of its text; `null`: it is not of this form. */
async function hashOfOnlyString(structure: Pick<SpillFile, 'read'>): Promise<string | null> {
  const hash = createHash('sha256');
  const unescaper = createJsonUnescaper();
  let state: 'before' | 'within' | 'after' = 'before';
  for await (const piece of structure.read()) {
    let from = 0;
    if (state === 'before') {
      const start = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*"/.exec(Buffer.from(piece).toString('latin1'));
      if (start === null) return null;
      from = start[0].length;
      state = 'within';
    }
    if (state === 'within') {
      const text = Buffer.allocUnsafe(piece.byteLength + unescapedMargin);
      const { end, written } = unescaper.push(piece, from, text);
      hash.update(text.subarray(0, written));
      if (end === piece.byteLength) continue;
      state = 'after';
      from = end + 1;
    }
    if (!/^[\s}]*$/.test(Buffer.from(piece).toString('latin1', from))) return null;
  }
  return state === 'after' ? hash.digest('hex') : null;
}

/** JSON without the space between its parts. */
async function* withoutSpace(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isInString = false;
  let isEscaped = false;
  for await (const piece of pieces) {
    const kept = Buffer.allocUnsafe(piece.byteLength);
    let length = 0;
    for (const byte of piece) {
      if (!isInString && byte <= 0x20) continue;
      kept[length++] = byte;
      if (isEscaped) isEscaped = false;
      else if (isInString && byte === backslash) isEscaped = true;
      else if (byte === quote) isInString = !isInString;
    }
    yield kept.subarray(0, length);
  }
}
