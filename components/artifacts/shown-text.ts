import type { ArtifactType } from '../../lib/core/artifact.ts';
import { createTerminalCleaner } from '../../lib/core/terminal-cleaner.ts';
import { fetchText } from './artifact-api.ts';
import { inSlices } from './in-slices.ts';

const sliceCharacters = 64 * 1024;

/** The whole text as people read it, for the clipboard: of a terminal without escapes. `null`: it cannot be had. */
export async function fetchShownText(baseUrl: string, type: ArtifactType): Promise<string | null> {
  const text = await fetchText(baseUrl);
  if (text === null || type !== 'terminal') return text;
  return await inSlices(cleaned(text), new AbortController().signal);
}

function* cleaned(text: string): Generator<void, string> {
  const cleaner = createTerminalCleaner();
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += sliceCharacters) {
    pieces.push(cleaner.push(text.slice(start, start + sliceCharacters)));
    yield;
  }
  return pieces.join('') + cleaner.finish();
}
