import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { type ArtifactMetadata, companionsOf } from '#lib/core/vocabulary/artifact.ts';
import { isNearlyFull, keptShare } from '#lib/core/vocabulary/storage-usage.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';

/**
 * Results make room for each other; what is kept does not. So the team's kept bytes have a quota: that of all
 * artifacts.
 * @param byteLength of what is to be kept
 * @throws VitrineError `storage_full`
 */
export async function requireStorage(
  artifacts: Pick<ArtifactStore, 'readUsage'>,
  byteLength: number,
): Promise<void> {
  const { keptBytes, quotaBytes } = await artifacts.readUsage();
  if (quotaBytes === null || keptBytes + byteLength <= quotaBytes) return;
  throw new VitrineError(
    'storage_full',
    `Kept results fill the team’s storage of ${formatBytes(quotaBytes)}. Stop keeping some of them first.`,
  );
}

/** Bytes of what lasts as long as an artifact. */
export async function companionBytes(
  artifacts: Pick<ArtifactStore, 'get'>,
  metadata: Pick<ArtifactMetadata, 'app' | 'parts'>,
): Promise<number> {
  const records = await Promise.all(companionsOf(metadata).map((id) => artifacts.get(id)));
  return records.reduce((sum, record) => sum + (record?.metadata.byteLength ?? 0), 0);
}

/** What to tell whoever keeps something before the storage is full; `null`: there is enough. */
export async function storageNotice(artifacts: Pick<ArtifactStore, 'readUsage'>): Promise<string | null> {
  const usage = await artifacts.readUsage();
  if (usage.quotaBytes === null || !isNearlyFull(usage)) return null;
  const percent = Math.min(100, Math.floor((keptShare(usage) ?? 0) * 100));
  return `Kept results fill ${percent} % of the team’s storage of ${formatBytes(usage.quotaBytes)}.`;
}
