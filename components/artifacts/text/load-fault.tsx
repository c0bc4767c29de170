/** What could not be fetched for a viewer; `onRetry` `null`: it would not help to ask again. */
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
