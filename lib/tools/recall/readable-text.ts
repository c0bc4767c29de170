import { setImmediate } from 'node:timers/promises';
import { endOfWholeLines } from '#lib/split/secrets/whole-lines.ts';
import type { TextEncoding } from '#lib/stores/line-index.ts';
import { wordEnd } from '../word-end.ts';

/**
 * Masks what a model must not read, in text that arrives in whole lines; the number of lines does not change.
 */
export type Mask = (wholeLines: string) => string;

/** A line longer than this is masked in pieces. */
const pieceCharacters = 1024 * 1024;

/** Bytes in any encoding as the text that a model may read, in UTF-8 and without a byte order mark. */
export async function* readableLine(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
  mask: Mask,
): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  let pieces: string[] = [];
  let characters = 0;
  for await (const chunk of bytes) {
    const piece = decoder.decode(chunk, { stream: true });
    pieces.push(piece);
    characters += piece.length;
    const isLong = characters > pieceCharacters;
    if (!isLong && !piece.includes('\n')) continue;
    const text = pieces.join('');
    const end = endOfWholeLines(text) || (isLong ? wordEnd(text) : 0);
    pieces = [text.slice(end)];
    characters = text.length - end;
    if (end === 0) continue;
    yield Buffer.from(mask(text.slice(0, end)));
    // Lets other work run in between.
    await setImmediate();
  }
  pieces.push(decoder.decode());
  const last = pieces.join('');
  if (last !== '') yield Buffer.from(mask(last));
}
