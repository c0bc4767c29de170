import { ChartBars, chartHeight } from './chart-bars.tsx';
import type { BinSize, ChartBin } from './chart-bins.ts';
import type { ChartKind } from './chart-kinds.ts';
import { describeFigures, headBin } from './describe-bin.ts';
import { niceTicks } from './nice-ticks.ts';
import { useActiveBin } from './use-active-bin.ts';

interface Props {
  bins: readonly ChartBin[];
  size: BinSize;
  kind: ChartKind;
  label: string;
}

export function ChartPlot({ bins, size, kind, label }: Props) {
  const { activeAt, pointerProps, sliderProps, keyed } = useActiveBin(bins.length);
  const ticks = niceTicks(
    bins.flatMap((bin) => valuesOf(bin, kind)),
    kind.smallestStep,
  );
  const active = activeAt === null ? undefined : bins[activeAt];
  const result = bins[keyed];
  return (
    <div className="chart" style={{ height: chartHeight }}>
      <div className="axis" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{kind.formatTick(tick)}</span>
        ))}
      </div>
      <div className="plot-box" {...pointerProps}>
        <ChartBars bins={bins} size={size} kind={kind} ticks={ticks} activeAt={activeAt} />
        <input
          type="range"
          aria-label={label}
          aria-valuetext={result && formatWhole(result, kind)}
          {...sliderProps}
        />
        {active && activeAt !== null && (
          <ChartTip bin={active} kind={kind} position={(activeAt + 0.5) / bins.length} />
        )}
      </div>
    </div>
  );
}

function valuesOf({ figures, before }: ChartBin, { filled, outlined }: ChartKind): number[] {
  const values = [filled.of(figures), outlined?.of(figures) ?? null, before && filled.of(before)];
  return values.filter((value) => value !== null);
}

const formatWhole = (bin: ChartBin, kind: ChartKind): string =>
  [headBin(bin), ...describeFigures(bin, kind).map(({ name, text }) => `${name} ${text}`)].join('; ');

/** Placed beside its bar, on the side that has room. */
function ChartTip(props: { bin: ChartBin; kind: ChartKind; position: number }) {
  const { bin, kind, position } = props;
  const tipLeft = position < 0.75 ? `${100 * position}% + 14px` : `${100 * position}% - 222px`;
  return (
    <div className="dialog tip" style={{ left: `clamp(0px, ${tipLeft}, 100% - 208px)` }} aria-hidden="true">
      <b>{headBin(bin)}</b>
      {describeFigures(bin, kind).map(({ name, text }) => (
        <div key={name}>
          <span className="dim">{name}</span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
