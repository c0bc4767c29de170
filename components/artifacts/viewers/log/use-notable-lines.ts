import useSWRImmutable from 'swr/immutable';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { previewLines } from '../line-card.ts';
import type { NotableLines } from './notable-lines.ts';
import { readNotableLines } from './read-notable-lines.ts';

/** Logs up to this size are searched for their card without being asked. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The first errors and warnings of a log that is longer than its card. `null`: it has none, or is too long to
 * search; then its first lines are shown.
 */
export function useNotableLines(metadata: ArtifactMetadata): NotableLines | 'waiting' | null {
  const isWanted =
    metadata.state === 'complete' &&
    metadata.byteLength <= maxBytes &&
    (metadata.lineCount ?? 0) > previewLines;
  const { data, error } = useSWRImmutable(
    isWanted ? (['notable lines', metadata.id] as const) : null,
    ([, id]) => readNotableLines(id),
  );
  if (!isWanted || error !== undefined) return null;
  return data === undefined ? 'waiting' : data;
}
