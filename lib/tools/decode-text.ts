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

const asItIs = new Set<Subject['type']>(['file', 'markdown', 'html']);

/**
 * What programs print is for terminals; other results are treated so if they contain styles. A file is read
 * as it is, because it may be edited.
 */
const isDrawn = (text: string, type: Subject['type']): boolean =>
  traitsOf(type).hasEscapes || (!asItIs.has(type) && text.includes('\u001b['));
