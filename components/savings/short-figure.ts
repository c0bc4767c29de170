import { formatNumber } from '../ui/format-number.ts';

const million = 1_000_000;

/** For tiles only: `18.42 M`; below a million in full. Tables never round. */
export const shortFigure = (value: number): string =>
  Math.abs(value) < million ? formatNumber(value) : `${(value / million).toFixed(2)}\u00a0M`;
