import useSWRImmutable from 'swr/immutable';
import { readShared } from '#components/ui/read-shared.ts';
import { useReader } from '#components/ui/use-reader.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { previewLines } from '../line-card.ts';
import type { NotableLines } from './notable-lines.ts';
import { readNotableLines } from './read-notable-lines.ts';

/** Logs up to this size are searched for their card without being asked. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The first errors and warnings of a log that is longer than its card. `null`: it has none, is too long to
 * search, or the search failed; then its first lines are shown.
 */
export function useNotableLines(metadata: ArtifactMetadata): NotableLines | 'waiting' | null {
  const isWanted =
    metadata.state === 'complete' &&
    metadata.byteLength <= maxBytes &&
    (metadata.lineCount ?? 0) > previewLines;
  const key = isWanted ? `notable lines of ${metadata.id}` : null;
  const { data, error } = useSWRImmutable(key, (wanted) =>
    readShared(wanted, (signal) => readNotableLines(metadata.id, signal)),
  );
  useReader(key);
  if (!isWanted || error !== undefined) return null;
  return data === undefined ? 'waiting' : data;
}
