import { formatCount } from '#components/ui/format-number.ts';
import { formatDay, formatRange } from '../format-day.ts';
import type { BinSize, ChartBin } from './chart-bins.ts';
import type { ChartKind } from './chart-kinds.ts';

/** `Wed 11 Nov`, `9 – 15 Nov 2026` */
export const nameBin = ({ from, to }: ChartBin): string =>
  from === to ? formatDay(from, 'weekday') : formatRange(from, to);

/** `Wed 11 Nov · 412 calls` */
export const headBin = (bin: ChartBin): string =>
  `${nameBin(bin)} · ${formatCount(bin.figures.calls, 'call')}`;

export interface BinFigure {
  name: string;
  text: string;
}

/** The figures under the heading; with the period before, where the two are compared. */
export function describeFigures({ figures, before }: ChartBin, kind: ChartKind): BinFigure[] {
  const rows = kind.rows.map(({ name, format }) => ({ name, text: format(figures) }));
  if (before === null) return rows;
  const value = kind.filled.of(before);
  const text = value === null ? 'nothing' : kind.format(value);
  return [...rows, { name: `${kind.filled.name} before`, text }];
}

/** The label under the axis. */
export const labelBin = (size: BinSize, { from }: ChartBin): string =>
  size === 'day' || size === 'week' ? formatDay(from, 'short') : formatDay(from, size);

/** Indexes of the bars with a label: evenly spaced, and the last. */
export function labelledBins(count: number, maxLabels: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / maxLabels));
  const positions = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  // Labels that are too close to each other would run together.
  if (positions.length > 1 && last - (positions.at(-1) ?? 0) < step * 0.75) positions.pop();
  return new Set([...positions, last]);
}
