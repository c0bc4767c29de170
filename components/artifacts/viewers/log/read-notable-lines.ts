import { artifactUrl } from '#components/artifacts/api/artifact-api.ts';
import type { FilteredLine } from '#lib/core/api/log-filter.ts';
import { previewLines } from '../line-card.ts';
import { filterIn } from './filter-api.ts';
import { type NotableLines, notableLevels } from './notable-lines.ts';

/**
 * The first errors and warnings of a log. `null`: it has none.
 * @throws Error if the search failed or was aborted
 */
export async function readNotableLines(
  artifactId: string,
  signal: AbortSignal,
): Promise<NotableLines | null> {
  const rows: FilteredLine[] = [];
  const filter = { levels: notableLevels, query: '' };
  for await (const records of filterIn(artifactUrl(artifactId), filter, null, signal)) {
    for (const record of records) {
      if ('error' in record) throw new Error(record.error);
      if ('rows' in record) rows.push(...record.rows.slice(0, previewLines - rows.length));
      else return rows.length > 0 && record.counts ? { rows, counts: record.counts } : null;
    }
  }
  throw new Error('the search ended early');
}
