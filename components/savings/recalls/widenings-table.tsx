import { useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { sendJson } from '#components/ui/request-json.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { isUndoable } from '#lib/core/vocabulary/ledger/widening.ts';
import type { Widening } from '#lib/core/vocabulary/ledger/widening-schema.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { formatMoment } from '../format-day.ts';
import { formatRate } from '../format-rate.ts';

interface Props {
  widenings: readonly Widening[];
  isAdmin: boolean;
  labelledBy: string;
  onUndone: () => void;
}

/** All widening steps, the latest first, with what led to each. */
export function WideningsTable({ widenings, isAdmin, labelledBy, onUndone }: Props) {
  const [outcome, setOutcome] = useState<{ isBad: boolean; text: string } | null>(null);
  const undo = async (widening: Widening) => {
    const result = await sendJson<null>('POST', `/api/savings/widenings/${widening.number}/undo`);
    const { toolName, summarizer, fromTokens } = widening;
    setOutcome(
      result.ok
        ? { isBad: false, text: `${toolName}, ${summarizer}: back to ${formatNumber(fromTokens)} tokens.` }
        : { isBad: true, text: result.error },
    );
    if (result.ok) onUndone();
  };
  if (widenings.length === 0) return <p className="dim after-rows">No summaries have been widened yet.</p>;
  return (
    <>
      <p className={outcome?.isBad ? 'bad' : 'mid'} role={outcome?.isBad ? 'alert' : 'status'}>
        {outcome?.text}
      </p>
      <div className="table-scroll" {...scrollRegion('Widened views')}>
        <table aria-labelledby={labelledBy}>
          <thead>
            <tr>
              <th scope="col">When (UTC)</th>
              <th scope="col" className="l">
                Tool and summarizer
              </th>
              <th scope="col">Tokens</th>
              <th scope="col" className="l">
                Reason
              </th>
              <th scope="col" className="l">
                State
              </th>
            </tr>
          </thead>
          <tbody>
            {widenings.toReversed().map((widening) => (
              <WideningRow
                key={widening.number}
                widening={widening}
                onUndo={isAdmin && isUndoable(widenings, widening) ? () => void undo(widening) : null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** @param props.onUndo `null`: this member may not undo it, or not now */
function WideningRow({ widening, onUndo }: { widening: Widening; onUndo: (() => void) | null }) {
  const { toolName, summarizer, fromTokens, toTokens, calls, recalls, timestamp, undone } = widening;
  return (
    <tr>
      <td className="dim">
        <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
      </td>
      <th scope="row" className="l">
        <span className="mono">{toolLabel(toolName)}</span> <span className="mid">{summarizer}</span>
      </th>
      <td>
        {formatNumber(fromTokens)} → {formatNumber(toTokens)}
      </td>
      <td className="l">
        {formatNumber(recalls)} recalls of {formatNumber(calls)} calls, {formatRate(recalls / calls)}
      </td>
      <td className="l">
        {undone ? (
          <span className="dim">
            undone by {undone.by.name}, {formatMoment(undone.timestamp)}
          </span>
        ) : onUndo ? (
          <button
            type="button"
            className="btn is-small"
            aria-label={`Undo the widening of ${toolName}, ${summarizer}`}
            onClick={onUndo}
          >
            Undo
          </button>
        ) : (
          'in use'
        )}
      </td>
    </tr>
  );
}
