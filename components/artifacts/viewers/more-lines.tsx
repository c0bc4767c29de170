import { formatNumber } from '#components/ui/format-number.ts';
import type { FootProps } from './viewer.ts';

/** Under the lines on a card: how many are shown, and a way to all of them. Only where some are hidden. */
export function MoreLines({ telemetry, shown, firstLine, words, unit, onOpen }: FootProps) {
  const total = telemetry.lineCount ?? 0;
  if (total <= shown) return null;
  const remaining =
    firstLine === 1
      ? `of ${formatNumber(total)}`
      : `of ${formatNumber(firstLine)}–${formatNumber(firstLine + total - 1)}`;
  return (
    <div className="card-more">
      <span className="grow">
        {words === null ? (
          <>
            {capitalised(unit)} {formatNumber(firstLine)}–{formatNumber(firstLine + shown - 1)} {remaining}
          </>
        ) : (
          `${words} in ${formatNumber(total)} lines`
        )}
      </span>
      <button type="button" className="link" onClick={onOpen}>
        Open all
      </button>
    </div>
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
