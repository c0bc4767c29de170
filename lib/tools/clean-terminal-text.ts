import { setImmediate } from 'node:timers/promises';
import { createTerminalCleaner, type TerminalCleaner } from '../core/algorithms/terminal/terminal-cleaner.ts';

const pieceCharacters = 64 * 1024;

/**
 * Terminal output as plain text, cleaned in pieces even if a line has no end, so that other work runs in
 * between.
 */
export async function cleanTerminalText(text: string): Promise<string> {
  const cleaner = createTerminalCleaner();
  const cleaned: string[] = [];
  for await (const piece of pushPieces(cleaner, text)) cleaned.push(piece);
  cleaned.push(cleaner.finish());
  return cleaned.join('');
}

/** The same for streamed bytes; line numbers do not change. */
export async function* cleanTerminalChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder();
  const cleaner = createTerminalCleaner();
  for await (const chunk of chunks) {
    for await (const piece of pushPieces(cleaner, decoder.decode(chunk, { stream: true }))) {
      if (piece !== '') yield Buffer.from(piece);
    }
  }
  const last = cleaner.push(decoder.decode()) + cleaner.finish();
  if (last !== '') yield Buffer.from(last);
}

async function* pushPieces(cleaner: TerminalCleaner, text: string): AsyncIterable<string> {
  for (let start = 0; start < text.length; start += pieceCharacters) {
    yield cleaner.push(text.slice(start, start + pieceCharacters));
    await setImmediate();
  }
}
