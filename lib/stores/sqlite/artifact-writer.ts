import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { createArtifactIngest } from '../artifact-ingest.ts';
import type { ArtifactWriter, NewArtifact } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { ArtifactFiles, OpenFile } from './artifact-files.ts';
import { updateMetadata } from './artifact-rows.ts';
import { type Database, storageError } from './database.ts';

interface WriterDoors {
  remove(): Promise<void>;
  /** Counts the bytes; other artifacts may be evicted for them. */
  countBytes(byteLength: number): Promise<void>;
  /** Called when the artifact is complete and nobody keeps it yet. */
  setEvictable(): void;
}

/** A growing artifact is counted again after this many bytes. */
const bytesPerCount = 1024 * 1024;

/** Appends to the artifact's file. Its record and its line index change atomically for readers. */
export function createArtifactWriter(
  database: Database,
  files: ArtifactFiles,
  artifact: NewArtifact,
  file: OpenFile,
  { remove, countBytes, setEvictable }: WriterDoors,
): ArtifactWriter {
  const { id } = artifact;
  const ingest = createArtifactIngest(artifact.type);
  let stderrLines = artifact.stderrLines;
  let written = 0;
  let counted = 0;

  /** Publishes record and index; if the artifact was deleted meanwhile, its files are removed. */
  const putInForce = async (metadata: ArtifactMetadata, index: Uint8Array | null) => {
    if (index) await files.writeNextIndex(id, index).catch(rethrow);
    const isThere = database.transaction(() => {
      const isUpdated = updateMetadata(database, metadata);
      if (isUpdated && index) files.putIndexInForce(id);
      if (isUpdated && !index) files.removeIndex(id);
      return isUpdated;
    });
    if (!isThere) await files.remove(id);
  };

  return {
    async write(chunk) {
      const admitted = ingest.admit(chunk);
      if (admitted.length === 0) return;
      await file.appendFile(admitted).catch(rethrow);
      written += admitted.length;
      if (written - counted < bytesPerCount) return;
      counted = written;
      await countBytes(written);
    },
    async publish(known) {
      stderrLines = known.stderrLines;
      const { index, ...found } = ingest.peek();
      // After a power loss it is completed with what its index promises.
      await file.datasync().catch(rethrow);
      await putInForce(writingMetadata(artifact, { ...found, ...known }), index);
      return { byteLength: found.byteLength, lineCount: found.lineCount };
    },
    async complete(expiresAt, ending) {
      const { index, ...found } = ingest.finish();
      // The record promises these bytes: it must not outlive them.
      await file.datasync().catch(rethrow);
      await file.close();
      const metadata: ArtifactMetadata = {
        ...artifact,
        stderrLines,
        ...ending,
        ...found,
        state: 'complete',
        expiresAt,
      };
      await putInForce(metadata, index);
      // Before it is counted: of several that end at once, some have to make room.
      if (expiresAt !== null) setEvictable();
      await countBytes(metadata.byteLength);
      return metadata;
    },
    async abort() {
      await file.close();
      await remove();
    },
  };
}

const rethrow = (error: unknown): never => {
  throw storageError(error);
};
