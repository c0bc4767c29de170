import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { withoutSizes } from '../core/algorithms/lines/listing-line.ts';
import type { Subject } from '../split/summarizer.ts';
import type { TextEncoding } from '../stores/line-index.ts';
import { cleanTerminalText } from './clean-terminal-text.ts';

/**
 * Text of a result as a person and a model read it: for terminal output, what is left once the terminal has
 * drawn it. Sizes in a listing are for people; `note` keeps them, for the choice of facts.
 */
export async function decodeText(bytes: Uint8Array, encoding: TextEncoding, type: Subject['type']) {
  const decoded = new TextDecoder(encoding).decode(bytes);
  const drawn = isDrawn(decoded, type) ? await cleanTerminalText(decoded) : decoded;
  const text = traitsOf(type).hasSizes ? withoutSizes(drawn) : drawn;
  return { text, note: drawn, isCleaned: text !== decoded };
}

/** What programs print is for terminals; other results are treated so if they contain styles. */
const isDrawn = (text: string, type: Subject['type']): boolean =>
  traitsOf(type).hasEscapes || (!traitsOf(type).keepsEscapes && text.includes('\u001b['));
