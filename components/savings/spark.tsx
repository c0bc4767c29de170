import { formatNumber } from '../ui/format-number.ts';

const height = 16;
const barWidth = 3;
const gap = 2;

/** The weekly trend; each has its own axis, so only the shape is meaningful. */
export function Spark({ values }: { values: readonly number[] }) {
  const max = Math.max(...values, 1);
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${values.length * (barWidth + gap)} ${height}`}
      role="img"
      aria-label={`Not sent by week, the oldest first: ${values.map(formatNumber).join('; ')}`}
    >
      {values.map((value, week) => {
        const length = value > 0 ? Math.max(1, (14 * value) / max) : 0;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no identity but their index
            key={week}
            x={week * (barWidth + gap)}
            y={height - length}
            width={barWidth}
            height={length}
          />
        );
      })}
    </svg>
  );
}
