'use client';

/** A panel that could not be rendered. */
export const FailedPanel = ({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) => (
  <aside className="panel" aria-label="Artifact">
    <div className="mid-empty" role="alert">
      <b>This artifact could not be shown</b>
      The conversation is not affected.
      <span>
        <button type="button" className="btn" onClick={onRetry}>
          Try again
        </button>{' '}
        <button type="button" className="btn plain" onClick={onClose}>
          Close
        </button>
      </span>
    </div>
  </aside>
);
