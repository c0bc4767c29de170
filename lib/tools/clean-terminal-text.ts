import { setImmediate } from 'node:timers/promises';
import { plainTerminalText } from '../core/terminal-text.ts';

const pieceCharacters = 128 * 1024;
const longestRest = 4 * 1024 * 1024;

/** Terminal output as text, cleaned piece by piece: in between others get their turn. */
export async function cleanTerminalText(text: string): Promise<string> {
  if (text.length <= pieceCharacters) return plainTerminalText(text);
  const cleaned: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + pieceCharacters);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    cleaned.push(plainTerminalText(text.slice(start, end)));
    start = end;
    await setImmediate();
  }
  return cleaned.join('');
}

/** The same of bytes that stream by; their lines keep their numbers. */
export async function* cleanTerminalChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    // A line that has no end yet is kept for the next piece, unless it is longer than any that is worth it.
    const end = rest.length > longestRest ? text.length : text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) yield Buffer.from(await cleanTerminalText(text.slice(0, end)));
  }
  const last = rest + decoder.decode();
  if (last !== '') yield Buffer.from(await cleanTerminalText(last));
}
