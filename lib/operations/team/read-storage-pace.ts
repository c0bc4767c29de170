import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { readDocuments } from '../search/read-documents.ts';

const dayMs = 86_400_000;
const days = 7;

/**
 * How many bytes of results a day has brought in the last week, of those that a member may read; a team of less than a
 * day counts as one. `null`: there were none. What people attached does not count: it stays with its conversation.
 */
export async function readStoragePace(
  { stores, nowMs }: Pick<Services, 'stores' | 'nowMs'>,
  member: Member,
): Promise<number | null> {
  const fromMs = nowMs() - days * dayMs;
  const { documents } = await readDocuments(stores, member, { words: [], facets: ['kind:artifact'] });
  const recent = documents
    .map(({ timestamp, byteLength = 0, facets }) => ({
      atMs: Date.parse(timestamp),
      bytes: facets.includes('origin:member') ? 0 : byteLength,
    }))
    .filter(({ atMs }) => atMs >= fromMs);
  const bytes = recent.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes === 0) return null;
  const oldestMs = Math.min(...recent.map(({ atMs }) => atMs));
  return bytes / Math.max(1, (nowMs() - oldestMs) / dayMs);
}
