/** Says that a viewer's content could not be loaded. `onRetry` is `null` where a retry would not help. */
export function LoadFault({ text, onRetry }: { text: string; onRetry: (() => void) | null }) {
  return (
    <div className="lines-note" role="status">
      <span className="grow">{text}</span>
      {onRetry && (
        <button type="button" className="btn is-small" onClick={onRetry}>
          Try now
        </button>
      )}
    </div>
  );
}
