import type { BinSize, ChartBin } from './chart-bins.ts';
import type { ChartKind } from './chart-kinds.ts';
import { labelBin, labelledBins } from './describe-bin.ts';

/** In px. Lengths along the time axis are fractions of the width, so that nothing has to be measured. */
export const chartHeight = 230;
const top = 4;
const bottom = 207;

interface Props {
  bins: readonly ChartBin[];
  size: BinSize;
  kind: ChartKind;
  ticks: readonly number[];
  /** Index of the bar described in the tip. */
  activeAt: number | null;
}

/** An outline shows withheld tokens, its filled part avoided ones; a line across shows the period before. */
export function ChartBars({ bins, size, kind, ticks, activeAt }: Props) {
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const heightOf = (value: number) => bottom - ((bottom - top) * (value - low)) / (high - low);
  const share = (slotCount: number) => `${(100 * slotCount) / bins.length}%`;
  const bar = (at: number, value: number, className: string) =>
    value !== 0 && (
      <rect
        className={className}
        x={share(at + 0.22)}
        width={share(0.56)}
        y={Math.min(heightOf(value), heightOf(0))}
        height={Math.abs(heightOf(value) - heightOf(0))}
      />
    );
  const wide = labelledBins(bins.length, 7);
  const narrow = labelledBins(bins.length, 3);
  return (
    <svg className="plot" height={chartHeight} aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? 'grid zero' : 'grid'}
          x1="0"
          x2="100%"
          y1={heightOf(tick)}
          y2={heightOf(tick)}
        />
      ))}
      {bins.map((bin, at) => {
        const filled = kind.filled.of(bin.figures);
        const before = bin.before && kind.filled.of(bin.before);
        return (
          <g key={bin.from} className={at === activeAt ? 'chart-now' : undefined}>
            {at === activeAt && (
              <rect className="band" x={share(at)} width={share(1)} y={top} height={bottom - top} />
            )}
            {kind.outlined && bar(at, kind.outlined.of(bin.figures), 'wi')}
            {filled !== null && bar(at, filled, 'av')}
            {before !== null && (
              <line
                className="was"
                x1={share(at + 0.11)}
                x2={share(at + 0.89)}
                y1={heightOf(before)}
                y2={heightOf(before)}
              />
            )}
            {(wide.has(at) || narrow.has(at)) && (
              <text
                className={labelClass(wide.has(at), narrow.has(at), at === bins.length - 1)}
                x={share(at + 0.5)}
                y={bottom + 19}
              >
                {labelBin(size, bin)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function labelClass(isOnWide: boolean, isOnNarrow: boolean, isLast: boolean): string | undefined {
  const names = [isOnNarrow ? '' : 'on-wide', isOnWide ? '' : 'on-narrow', isLast ? 'last' : ''];
  return names.filter(Boolean).join(' ') || undefined;
}
