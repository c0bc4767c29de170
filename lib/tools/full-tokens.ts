import { countTokens, estimateTokens, sampleWindows, type TextSample } from '../split/count-tokens.ts';
import type { Subject } from '../split/summarizer.ts';
import { decodeText } from './decode-text.ts';
import type { IngestedText } from './text-ingest.ts';

/** A source from which the bytes of a result can be read again. */
export interface ReadableBytes {
  byteLength: number;
  /** Bytes [start, end). `null`: they are gone. */
  readBytes(start: number, end: number): Promise<Uint8Array | null>;
}

export interface FullTokens {
  /** `null`: it is not text. */
  fullTokens: number | null;
  isEstimated: boolean;
}

/**
 * Tokens of a full result: counted, or estimated from samples for a long text.
 * @param stored `null`: the bytes cannot be read again, so only the edges are sampled
 */
export async function countFullTokens(
  text: Omit<IngestedText, 'understand'>,
  type: Subject['type'],
  stored: ReadableBytes | null,
): Promise<FullTokens> {
  if (text.encoding === null) return { fullTokens: null, isEstimated: false };
  if (text.whole !== null) return { fullTokens: await countTokens(text.whole), isEstimated: false };
  return {
    fullTokens: await estimateTokens(await sample(text, type, stored), text.byteLength),
    isEstimated: true,
  };
}

/** Text of the edges and, if the bytes can be read again, of windows in between. */
async function sample(
  { encoding, head, tail, headBytes, tailBytes, byteLength }: Omit<IngestedText, 'understand'>,
  type: Subject['type'],
  stored: ReadableBytes | null,
): Promise<TextSample[]> {
  const samples: TextSample[] = [
    { text: head, byteLength: headBytes.length },
    { text: tail, byteLength: tailBytes.length },
  ];
  if (stored === null || encoding === null) return samples;
  for (const { start, end } of sampleWindows(Math.min(byteLength, stored.byteLength))) {
    const bytes = await stored.readBytes(start, end);
    if (!bytes) continue;
    const { text } = await decodeText(bytes, encoding, type);
    samples.push({ text, byteLength: bytes.length });
  }
  return samples;
}
