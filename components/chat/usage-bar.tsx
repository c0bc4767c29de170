/** A proportion, as a bar. */
export const UsageBar = ({ tokens, of }: { tokens: number; of: number }) => (
  <span className="bar" aria-hidden="true">
    <i style={{ width: `${Math.min(100, (100 * tokens) / of)}%` }} />
  </span>
);
