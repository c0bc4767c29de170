import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import { createLineIndexer, encodeLineIndex } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { pdfOfArtifact } from './pdf-of-artifact.ts';

/** An artifact as a model can read it: its lines, and where they are. */
export interface ReadableArtifact {
  metadata: ArtifactMetadata;
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>;
}

/**
 * What a model can read of an artifact: of a PDF the text in it, of everything else its own bytes. Where there
 * is no text, its `lineCount` is `null`.
 * @returns `null`: it has expired
 */
export async function textOfArtifact(
  artifacts: Pick<ArtifactStore, 'readBytes' | 'readIndex'>,
  metadata: ArtifactMetadata,
): Promise<ReadableArtifact | null> {
  if (metadata.type !== 'pdf' || metadata.state !== 'complete') return { metadata, artifacts };
  const pdf = await pdfOfArtifact(artifacts, metadata);
  return pdf && (pdf.failure === null ? extractedText(metadata, pdf.text) : { metadata, artifacts });
}

/** A text that is not stored, in the place of the artifact it was extracted from. */
export function extractedText(metadata: ArtifactMetadata, text: Uint8Array): ReadableArtifact {
  const indexer = createLineIndexer(() => 'utf-8');
  indexer.push(text);
  const index = indexer.finish();
  return {
    metadata: { ...metadata, type: 'markdown', byteLength: text.length, lineCount: index?.lineCount ?? null },
    artifacts: {
      readBytes: async (_, start, end) => text.subarray(start, Math.min(end, text.length)),
      readIndex: async () => index && encodeLineIndex(index),
    },
  };
}
