import { z } from 'zod';
import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import type { SearchRecord } from '#lib/core/api/artifact-search.ts';
import { expired } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { createLineFinder } from './line-finder.ts';
import { requireText } from './require-text.ts';
import { readableText } from './text-pieces.ts';

export const searchQuery = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(limits.searchCharacters)
    .regex(/^[^\r\n]*$/, 'Search for text within one line')
    .describe('Literal text within one line'),
  case: z.enum(['0', '1']).optional().describe('`1`: case matters'),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/**
 * Searches an artifact in its displayed form, complete or as far as it is written. Hits are yielded as
 * they are found, until the signal aborts.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export function searchArtifact(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  { q: query, case: caseFlag }: SearchQuery,
  signal: AbortSignal,
): AsyncGenerator<SearchRecord[]> {
  requireText(metadata);
  return findRecords(artifacts, metadata, { query, isCaseSensitive: caseFlag === '1' }, signal);
}

/**
 * Yields the hits of each piece of text as one batch.
 * @throws VitrineError `artifact_expired`
 */
async function* findRecords(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  query: TextQuery,
  signal: AbortSignal,
): AsyncGenerator<SearchRecord[]> {
  const finder = createLineFinder(metadata.firstLine, query, limits.searchHits);
  for await (const text of readableText(artifacts, metadata, { start: 0, end: metadata.byteLength })) {
    if (signal.aborted) return;
    const found = finder.push(text);
    if (found.length > 0) yield found;
  }
  const now = await artifacts.get(metadata.id);
  if (!now || now.metadata.state === 'expired') throw expired();
  const hits = finder.hitCount();
  yield [
    {
      done: true,
      hits,
      lines: finder.lineCount(),
      isCut: hits > limits.searchHits,
      lineCount: metadata.lineCount ?? 0,
    },
  ];
}
