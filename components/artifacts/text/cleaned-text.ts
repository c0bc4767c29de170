import { createTerminalCleaner } from '#lib/core/algorithms/terminal/terminal-cleaner.ts';

const sliceCharacters = 64 * 1024;

/**
 * What a terminal shows of a text in the end. Yields now and then, since 32 MB would block the page for long.
 */
export function* cleanedText(text: string): Generator<void, string> {
  const cleaner = createTerminalCleaner();
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += sliceCharacters) {
    pieces.push(cleaner.push(text.slice(start, start + sliceCharacters)));
    yield;
  }
  return pieces.join('') + cleaner.finish();
}
