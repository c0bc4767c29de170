import { formatNumber } from '#components/ui/format-number.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { formatFullTokens } from './format-full-tokens.ts';

/** Shows tokens sent out of the total; a press flips the card. */
export function TokenChip(props: { telemetry: ToolTelemetry; isFlipped: boolean; onFlip: () => void }) {
  const { fullTokens, sentTokens } = props.telemetry;
  const full = formatFullTokens(props.telemetry);
  const share = fullTokens ? Math.min(100, (100 * sentTokens) / fullTokens) : 0;
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={props.isFlipped}
      aria-label={`${fullTokens === null ? 'Unknown number of' : full} tokens full, ${formatNumber(sentTokens)} sent to the model. Flip the card`}
      title={`Counted with ${props.telemetry.tokenizer}`}
      onClick={props.onFlip}
    >
      <span className="bar" aria-hidden="true">
        {fullTokens !== null && <i style={{ width: `${share}%` }} />}
      </span>
      <span>
        {full}
        <span className="arrow">→</span>
        <b>{formatNumber(sentTokens)}</b> tokens
      </span>
    </button>
  );
}
