import { formatNumber } from '#components/ui/format-number.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { formatRate } from '../format-rate.ts';
import type { ChartName } from '../savings-choice.ts';
import type { BinFigures } from './chart-bins.ts';

export interface ChartKind {
  label: string;
  /** The filled part of a bar; `null`: unknown, so there is no bar. */
  filled: { name: string; keyText: string; of: (figures: BinFigures) => number | null };
  /** The outline around it. */
  outlined: { name: string; of: (figures: BinFigures) => number } | null;
  /** Formats a value on the axis. */
  formatTick: (value: number) => string;
  format: (value: number) => string;
  smallestStep: number;
  /** The rows of a bar's description, each with its name. */
  rows: readonly { name: string; format: (figures: BinFigures) => string }[];
}

const orUnknown = (value: number | null, format: (value: number) => string): string =>
  value === null ? 'unknown' : format(value);

const net = {
  name: 'In money',
  format: ({ netMicrodollars }: BinFigures) => orUnknown(netMicrodollars, formatMoney),
};

export const chartKinds: Record<ChartName, ChartKind> = {
  tokens: {
    label: 'Tokens',
    filled: {
      name: 'Saved',
      keyText: 'Saved, a part of it',
      of: ({ calls, avoidedTokens }) => (calls === 0 ? null : avoidedTokens),
    },
    outlined: { name: 'Not sent', of: ({ withheldTokens }) => withheldTokens },
    formatTick: formatTokens,
    format: formatNumber,
    smallestStep: 1,
    rows: [
      { name: 'Not sent', format: ({ withheldTokens }) => formatNumber(withheldTokens) },
      { name: 'Saved', format: ({ avoidedTokens }) => formatNumber(avoidedTokens) },
      net,
    ],
  },
  net: {
    label: 'Money',
    filled: { name: 'In money', keyText: 'In money', of: ({ netMicrodollars }) => netMicrodollars },
    outlined: null,
    formatTick: formatMoney,
    format: formatMoney,
    smallestStep: 1,
    rows: [net],
  },
  recalls: {
    label: 'Asked for more',
    filled: { name: 'Asked for more', keyText: 'Asked for more', of: recallRate },
    outlined: null,
    formatTick: formatRate,
    format: formatRate,
    smallestStep: 0.01,
    rows: [
      { name: 'Recalls', format: ({ recalls }) => formatNumber(recalls) },
      { name: 'Asked for more', format: (figures) => orUnknown(recallRate(figures), formatRate) },
    ],
  },
};

/** `600 k`, `1.2 M`: rounded, unlike in a table. */
function formatTokens(value: number): string {
  const [unit, letter] = Math.abs(value) >= 1_000_000 ? [1_000_000, ' M'] : [1_000, ' k'];
  return Math.abs(value) < 1_000 ? formatNumber(value) : `${formatNumber(value / unit)}${letter}`;
}
