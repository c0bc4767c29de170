import { setImmediate } from 'node:timers/promises';
import type { TextEncoding } from '../../stores/line-index.ts';
import { wordEnd } from '../word-end.ts';

/** Masks what a model must not read, in text that comes by in whole lines; their number stays. */
export type Mask = (wholeLines: string) => string;

/** A line longer than this is masked in pieces. */
const pieceCharacters = 1024 * 1024;

/** Bytes in any encoding as the text that a model may read, in UTF-8 and without a mark at its start. */
export async function* readableText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
  mask: Mask,
): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  let rest: string[] = [];
  let restCharacters = 0;
  for await (const chunk of bytes) {
    const piece = decoder.decode(chunk, { stream: true });
    const lineEnd = piece.lastIndexOf('\n') + 1;
    const end = lineEnd || (restCharacters + piece.length > pieceCharacters ? wordEnd(piece) : 0);
    if (end > 0) {
      yield Buffer.from(mask(rest.join('') + piece.slice(0, end)));
      rest = [];
      restCharacters = 0;
      // In between others get their turn.
      await setImmediate();
    }
    rest.push(piece.slice(end));
    restCharacters += piece.length - end;
  }
  rest.push(decoder.decode());
  const last = rest.join('');
  if (last !== '') yield Buffer.from(mask(last));
}
