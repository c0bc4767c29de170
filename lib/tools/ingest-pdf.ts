import { setImmediate } from 'node:timers/promises';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { Subject } from '../split/summarizer.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { PdfText } from '../workspace/pdf/pdf-text.ts';
import { countFullTokens, type FullTokens } from './full-tokens.ts';
import { pdfOfArtifact } from './pdf-of-artifact.ts';
import { createTextIngest, type IngestedText } from './text-ingest.ts';

/** Given to readers at a time; other work runs in between. */
const pieceBytes = 64 * 1024;

/** What the split reads of a PDF instead of its bytes. */
export interface IngestedPdf {
  /** `null`: there is no text. */
  text: (IngestedText & FullTokens) | null;
  /** How much is in it and was read, or why nothing was; for both views. */
  note: string;
}

/**
 * Reads the text of a stored PDF for the split.
 * @param createHide as of `createTextIngest`
 * @returns `null`: it has expired
 */
export async function ingestPdf(
  artifacts: Pick<ArtifactStore, 'readBytes'>,
  metadata: Pick<ArtifactMetadata, 'id' | 'byteLength'>,
  subject: Subject,
  createHide: () => (text: string) => string,
  signal?: AbortSignal,
): Promise<IngestedPdf | null> {
  const pdf = await pdfOfArtifact(artifacts, metadata, signal);
  if (pdf === null) return null;
  const note = describePdf(pdf);
  if (pdf.failure !== null) return { text: null, note };
  const { text } = pdf;
  const ingest = createTextIngest({ ...subject, type: 'markdown', firstLine: 1 }, createHide);
  for (let start = 0; start < text.length; start += pieceBytes) {
    await ingest.push(text.subarray(start, start + pieceBytes));
    await setImmediate();
  }
  const ingested = await ingest.finish();
  const readBytes = async (start: number, end: number) => text.subarray(start, end);
  const tokens = await countFullTokens(ingested, 'markdown', { byteLength: text.length, readBytes });
  // What the model reads is never the bytes that people see.
  return { text: { ...ingested, ...tokens, isCleaned: true }, note };
}

const unread = {
  encrypted: 'locked with a password, its text cannot be read',
  damaged: 'damaged, its text cannot be read',
  stopped: 'its text takes too long to read',
  no_text: 'no text in it, its pages are images',
} as const;

function describePdf({ pageCount, readPages, failure }: PdfText): string {
  const number = (count: number) => `${count.toLocaleString('en-US')} page${count === 1 ? '' : 's'}`;
  const kind = pageCount === null ? 'PDF' : `PDF of ${number(pageCount)}`;
  if (failure !== null) return `${kind}, ${unread[failure]}`;
  return readPages === pageCount ? kind : `${kind}, text of the first ${readPages.toLocaleString('en-US')}`;
}
