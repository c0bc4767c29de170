import { createHash } from 'node:crypto';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { decodeLineIndex } from '../line-index.ts';
import type { ArtifactFiles } from './artifact-files.ts';
import { readMetadata, updateMetadata } from './artifact-rows.ts';
import type { Database } from './database.ts';

/**
 * Seals artifacts that an ended process left unfinished: what people saw becomes complete; if nothing was
 * published, or it cannot be read any more, the bytes are removed and the record reads as expired. For
 * startup.
 */
export function sealUnfinished(database: Database, files: ArtifactFiles, expiresAt: string): void {
  const isUnfinished = `has_bytes = 1 AND json_extract(metadata, '$.state') = 'writing'`;
  for (const row of database.all(`SELECT id, metadata FROM artifacts WHERE ${isUnfinished}`)) {
    const metadata = sealed(files, readMetadata(row), expiresAt);
    if (metadata) updateMetadata(database, metadata);
    else files.atStart.remove(String(row.id));
  }
  database.run(`UPDATE artifacts SET has_bytes = 0 WHERE ${isUnfinished}`);
}

function sealed(
  files: ArtifactFiles,
  metadata: ArtifactMetadata,
  expiresAt: string,
): ArtifactMetadata | null {
  if (metadata.byteLength === 0) return null;
  try {
    const index = files.atStart.readIndex(metadata.id);
    if (index === null && metadata.lineCount !== null) return null;
    // The index may be newer than the record, if the process ended between the two writes.
    const { byteLength, lineCount } = index ? decodeLineIndex(index) : metadata;
    const hash = createHash('sha256');
    for (const piece of files.atStart.readPieces(metadata.id, byteLength)) hash.update(piece);
    return { ...metadata, byteLength, lineCount, sha256: hash.digest('hex'), state: 'complete', expiresAt };
  } catch {
    // Files were lost or damaged in a crash, which must not keep the server from starting.
    return null;
  }
}
