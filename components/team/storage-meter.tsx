import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';

/** How much of the team's storage is taken by what is kept. */
export function StorageMeter({ keptBytes, storedBytes, quotaBytes }: StorageFigures) {
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
  const share = Math.min(1, keptBytes / Math.max(1, quotaBytes));
  return (
    <div>
      <div className="storage-meter">
        <span className={share >= 0.8 ? 'bar is-low' : 'bar'} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
        <span>
          <b>{formatBytes(keptBytes)}</b> of {formatBytes(quotaBytes)} kept
        </span>
      </div>
      <p className="dim small">{others}</p>
      {share >= 0.8 && (
        <p className="bad" role="status">
          {share >= 1
            ? 'Nothing more can be kept, shared or uploaded until somebody stops keeping something.'
            : 'Soon nothing more can be kept.'}
        </p>
      )}
    </div>
  );
}

export interface StorageFigures {
  keptBytes: number;
  storedBytes: number;
  quotaBytes: number | null;
}
