import { formatNumber } from '../ui/format-number.ts';

/** `70.1% less`, `3% more`. */
export const formatLess = (percent: number): string =>
  `${formatNumber(Math.abs(percent))}% ${percent < 0 ? 'more' : 'less'}`;
