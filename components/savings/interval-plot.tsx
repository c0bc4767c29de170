import type { ReplayEstimate } from '#lib/core/vocabulary/ledger/replay-estimate.ts';

/** From −100%, since nothing can be saved twice, to as far as an interval reaches. */
interface Scale {
  low: number;
  high: number;
}

const step = 0.25;
const nothingSaved = 0;
/** Intervals without a limit, and those beyond it, run off the edge. */
const farthest = 2;

export function scaleOf(estimates: readonly Pick<ReplayEstimate, 'interval' | 'noise'>[]): Scale {
  const reaches = estimates.flatMap(({ interval, noise }) => [interval?.high ?? 0, noise ?? 0]);
  const high = Math.min(farthest, Math.max(step, ...reaches));
  return { low: -1, high: Math.ceil(high / step) * step };
}

const inPercent = ({ low, high }: Scale, change: number): string =>
  `${(100 * (Math.min(high, Math.max(low, change)) - low)) / (high - low)}%`;

/** Names each quarter, or each half where there are many. */
export function IntervalAxis({ scale }: { scale: Scale }) {
  const every = scale.high > 1 ? 2 * step : step;
  const count = Math.round((scale.high - scale.low) / every);
  const marks = Array.from({ length: count + 1 }, (_, index) => scale.low + index * every);
  return (
    <svg className="interval-axis" aria-hidden="true">
      {marks.map((mark, index) => (
        <text
          key={mark}
          x={inPercent(scale, mark)}
          y="12"
          textAnchor={index === 0 ? 'start' : index === count ? 'end' : 'middle'}
        >
          {mark === nothingSaved ? '0' : `${mark > 0 ? '+' : '−'}${Math.round(Math.abs(mark) * 100)}%`}
        </text>
      ))}
    </svg>
  );
}

interface PlotProps {
  estimate: Pick<ReplayEstimate, 'change' | 'interval' | 'noise' | 'verdict'>;
  scale: Scale;
}

/** The measured change with its interval, over the control's own variation; in the accent only if it is clear of it. */
export function IntervalPlot({ estimate: { change, interval, noise, verdict }, scale }: PlotProps) {
  const isKnown = verdict !== 'unknown';
  const at = (value: number) => inPercent(scale, value);
  const width = (from: number, to: number) => `${Number.parseFloat(at(to)) - Number.parseFloat(at(from))}%`;
  return (
    <svg className={verdict === 'less' ? 'interval is-clear' : 'interval'} aria-hidden="true">
      {noise !== null && (
        <rect className="noise" x={at(-noise)} y="0" width={width(-noise, noise)} height="40" />
      )}
      <line className="no-change" x1={at(0)} x2={at(0)} y1="0" y2="40" />
      {isKnown && interval && (
        <>
          <line x1={at(interval.low)} x2={at(interval.high)} y1="20" y2="20" />
          {(['low', 'high'] as const).map((end) => (
            <line key={end} x1={at(interval[end])} x2={at(interval[end])} y1="15" y2="25" />
          ))}
        </>
      )}
      {isKnown && change !== null && (
        <svg className="point" x={at(change)} y="20" aria-hidden="true">
          <rect x="-4" y="-4" width="8" height="8" rx="1" />
        </svg>
      )}
    </svg>
  );
}
