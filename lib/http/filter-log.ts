import { z } from 'zod';
import type { ArtifactMetadata } from '../core/artifact.ts';
import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { FilteredLine, FilterRecord } from '../core/log-filter.ts';
import { logLevels } from '../core/log-line.ts';
import { decodeLineIndex } from '../stores/line-index.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { createLogReader } from './log-reader.ts';
import { recordResponse } from './record-stream.ts';
import { readableText } from './text-pieces.ts';

/** `levels=error,warn`, `q` a text in the line whatever its case, `from` a line by the number people see. */
export const filterQuery = z.strictObject({
  levels: z
    .string()
    .max(60)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(logLevels)))
    .optional(),
  q: z.string().max(limits.searchCharacters).optional(),
  from: z.coerce.number().int().min(1).optional(),
});
export type FilterQuery = z.infer<typeof filterQuery>;

/** An entry before the page may tell the level of its first lines. */
const contextLines = 200;

/**
 * A page of a log's lines that a filter lets through, sent as they are found. From the first line on all are counted too;
 * without a filter they are only counted.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export async function filterLog(
  request: Request,
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  query: FilterQuery,
): Promise<Response> {
  if (metadata.state === 'expired') throw expired();
  const index = await artifacts.readIndex(metadata.id);
  if (metadata.lineCount === null || index === null) {
    throw new VitrineError('not_text', 'This artifact is not text and has no lines');
  }
  const { entries } = decodeLineIndex(index);
  return recordResponse(readPage(artifacts, metadata, entries, query, request.signal));
}

const expired = () => new VitrineError('artifact_expired', 'Expired');

async function* readPage(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  entries: Uint32Array,
  { levels = [], q = '', from = 1 }: FilterQuery,
  signal: AbortSignal,
): AsyncGenerator<FilterRecord[]> {
  const { firstLine, byteLength } = metadata;
  const isCounted = from <= firstLine;
  const start = startBefore(entries, from - firstLine - contextLines);
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
  // A line that still grows is not one yet.
  if (metadata.state === 'complete' && next === null) {
    const records = take(reader.finish());
    if (records.length > 0) yield records;
  }
  const now = await artifacts.get(metadata.id);
  if (!now || now.metadata.state === 'expired') return yield [{ error: 'Expired', code: 'artifact_expired' }];
  const counts = isCounted ? reader.counts() : null;
  yield [{ done: true, next, counts, lines: isCounted ? lines : null, readTo: reader.line() }];
}

/** The last place before a line (from 0) that the index knows. */
function startBefore(entries: Uint32Array, line: number): { line: number; byte: number } {
  let place = 0;
  for (let low = 0, high = entries.length / 2 - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    if ((entries[middle * 2] ?? 0) <= line) {
      place = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return { line: entries[place * 2] ?? 0, byte: entries[place * 2 + 1] ?? 0 };
}
