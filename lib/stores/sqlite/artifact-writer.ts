import type { FileHandle } from 'node:fs/promises';
import type { ArtifactMetadata } from '../../core/artifact.ts';
import { createArtifactIntake } from '../artifact-intake.ts';
import type { ArtifactWriter, NewArtifact } from '../stores.ts';
import { writingMetadata } from '../writing-metadata.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import { updateMetadata } from './artifact-rows.ts';
import { type Database, storageError } from './database.ts';

/** Appends to the artifact's file. Its record and its line index change in one step, which no reader sees half of. */
export function createArtifactWriter(
  database: Database,
  files: ArtifactFiles,
  artifact: NewArtifact,
  file: FileHandle,
  remove: () => Promise<void>,
): ArtifactWriter {
  const { id } = artifact;
  const intake = createArtifactIntake(artifact.type);
  let stderrLines = artifact.stderrLines;

  /** Of an artifact that was deleted meanwhile nothing is left. */
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
      const admitted = intake.admit(chunk);
      if (admitted.length > 0) await file.appendFile(admitted).catch(rethrow);
    },
    async publish(known) {
      stderrLines = known.stderrLines;
      const { index, ...found } = intake.peek();
      await putInForce(writingMetadata(artifact, { ...found, stderrLines }), index);
      return { byteLength: found.byteLength, lineCount: found.lineCount };
    },
    async complete(expiresAt, ending) {
      const { index, ...found } = intake.finish();
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
