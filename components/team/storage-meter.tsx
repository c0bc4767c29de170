import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { isNearlyFull, keptShare, type StorageUsage } from '#lib/core/vocabulary/storage-usage.ts';

/** How much of the team's storage is taken by what is kept. */
export function StorageMeter({ usage }: { usage: StorageUsage }) {
  const { keptBytes, storedBytes, quotaBytes } = usage;
  const others = `${formatBytes(storedBytes - keptBytes)} of other results make room for what is kept.`;
  if (quotaBytes === null) {
    return (
      <p className="body">
        <b>{formatBytes(keptBytes)}</b> kept. There is no quota: set <code>VITRINE_ARTIFACT_MB</code> for one.
        <br />
        <span className="dim small">{others}</span>
      </p>
    );
  }
  const share = Math.min(1, keptShare(usage) ?? 0);
  const isLow = isNearlyFull(usage);
  return (
    <div>
      <div className="storage-meter">
        <span className={isLow ? 'bar is-low' : 'bar'} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
        <span>
          <b>{formatBytes(keptBytes)}</b> of {formatBytes(quotaBytes)} kept
        </span>
      </div>
      <p className="dim small">{others}</p>
      {isLow && (
        <p className="bad" role="status">
          {share >= 1
            ? 'Nothing more can be kept, shared or uploaded until somebody stops keeping something.'
            : 'Soon nothing more can be kept.'}
        </p>
      )}
    </div>
  );
}
