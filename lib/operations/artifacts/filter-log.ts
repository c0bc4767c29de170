import { z } from 'zod';
import { logLevels } from '#lib/core/algorithms/lines/log-line.ts';
import type { FilteredLine, FilterRecord } from '#lib/core/api/log-filter.ts';
import { expired } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { decodeLineIndex, type LineIndex } from '#lib/stores/line-index.ts';
import { entryBefore } from '#lib/stores/read-lines.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { createLogReader } from './log-reader.ts';
import { requireText } from './require-text.ts';
import { readableText } from './text-pieces.ts';

export const filterQuery = z.strictObject({
  levels: z
    .string()
    .max(60)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(logLevels)))
    .optional()
    .describe('Comma-separated, such as `error,warn`; default: all levels'),
  q: z.string().max(limits.searchCharacters).optional().describe('Text in the line; case is ignored'),
  from: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Start at this line, by the number people see; default: the first one'),
});
export type FilterQuery = z.infer<typeof filterQuery>;

/** Lines read before the page, since an earlier entry may determine the level of its first lines. */
const contextLines = 200;

/**
 * Yields a page of the log lines that pass a filter, as they are found. When the page starts at the first
 * line, all lines are counted as well; without a filter they are only counted.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export async function filterLog(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  query: FilterQuery,
  signal: AbortSignal,
): Promise<AsyncGenerator<FilterRecord[]>> {
  requireText(metadata);
  const index = await artifacts.readIndex(metadata.id);
  // The artifact has lines, so it had an index.
  if (index === null && metadata.lineCount !== null) throw expired();
  const wanted = (query.from ?? 1) - metadata.firstLine - contextLines;
  const start = index ? startBefore(decodeLineIndex(index), wanted) : { line: 0, byte: 0 };
  return readPage(artifacts, metadata, start, query, signal);
}

/** A 0-based line in the artifact, and the byte offset where it starts. */
interface Start {
  line: number;
  byte: number;
}

/** @throws VitrineError `artifact_expired` */
async function* readPage(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  start: Start,
  { levels = [], q = '', from = 1 }: FilterQuery,
  signal: AbortSignal,
): AsyncGenerator<FilterRecord[]> {
  const { firstLine, byteLength } = metadata;
  const isCounted = from <= firstLine;
  const reader = createLogReader({ levels, query: q }, firstLine + start.line, from);
  const most = levels.length > 0 || q !== '' ? limits.filteredLines : 0;
  let lines = 0;
  let next: number | null = null;
  const take = (found: FilteredLine[]): FilterRecord[] => {
    const room = Math.max(0, most - lines);
    lines += found.length;
    next ??= found[room]?.line ?? null;
    const rows = found.slice(0, room);
    return rows.length > 0 ? [{ rows }] : [];
  };
  for await (const text of readableText(artifacts, metadata, { start: start.byte, end: byteLength })) {
    if (signal.aborted) return;
    const records = take(reader.push(text));
    if (records.length > 0) yield records;
    if (next !== null && !isCounted) break;
  }
  // An unfinished last line is not counted as a line yet.
  if (metadata.state === 'complete' && next === null) {
    const records = take(reader.finish());
    if (records.length > 0) yield records;
  }
  const now = await artifacts.get(metadata.id);
  if (!now || now.metadata.state === 'expired') throw expired();
  const counts = isCounted ? reader.counts() : null;
  yield [{ done: true, next, counts, lines: isCounted ? lines : null, readTo: reader.line() }];
}

/** The last indexed position at or before a 0-based line. */
function startBefore(index: LineIndex, line: number): Start {
  const entry = entryBefore(index, line) * 2;
  return { line: index.entries[entry] ?? 0, byte: index.entries[entry + 1] ?? 0 };
}
