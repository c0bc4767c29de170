import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { createLineIndexer, encodeLineIndex } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { PdfText } from '../workspace/pdf/pdf-text.ts';
import { pdfOfArtifact } from './pdf-of-artifact.ts';

/** An artifact as a model can read it: its lines, and where they are. */
export interface ReadableArtifact {
  metadata: ArtifactMetadata;
  /** All of the artifact is this text. */
  isWhole: boolean;
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>;
}

/**
 * What a model can read of an artifact: of a PDF the text in it, of everything else its own bytes. Where there
 * is no text, its `lineCount` is `null`.
 * @returns `null`: it has expired
 * @throws the signal's reason
 */
export async function textOfArtifact(
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>,
  metadata: ArtifactMetadata,
  signal?: AbortSignal,
): Promise<ReadableArtifact | null> {
  const itself = { metadata, artifacts, isWhole: metadata.lineCount !== null };
  if (metadata.type !== 'pdf' || metadata.state !== 'complete') return itself;
  const pdf = await pdfOfArtifact(artifacts, metadata, signal);
  return pdf && (pdf.failure === null ? extractedText(metadata, pdf) : itself);
}

/** A text that is not stored, presented as the artifact it was extracted from. */
function extractedText(
  metadata: ArtifactMetadata,
  { text, pageCount, readPages }: PdfText,
): ReadableArtifact {
  const indexer = createLineIndexer(() => 'utf-8');
  indexer.push(text);
  const index = indexer.finish();
  return {
    isWhole: readPages === pageCount,
    metadata: { ...metadata, type: 'markdown', byteLength: text.length, lineCount: index?.lineCount ?? null },
    artifacts: {
      readBytes: async (_, start, end) => text.subarray(start, Math.min(end, text.length)),
      readIndex: async () => index && encodeLineIndex(index),
    },
  };
}
