/** What the bytes of all artifacts take. */
export interface StorageUsage {
  storedBytes: number;
  /** Of these, what is kept or shared, or being written: it is not evicted to make room. */
  keptBytes: number;
  /** The most that all of them may take; `null`: as much as there is. */
  quotaBytes: number | null;
}

/** From this share on, whoever keeps something is warned. */
const warnedShare = 0.8;

/** How much of the quota is used, from 0; `null`: there is none. */
export const keptShare = ({ keptBytes, quotaBytes }: StorageUsage): number | null =>
  quotaBytes === null ? null : keptBytes / Math.max(1, quotaBytes);

export const isNearlyFull = (usage: StorageUsage): boolean => (keptShare(usage) ?? 0) >= warnedShare;
