import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

/** `L40–L62`, `L40`: beside a name. `formatLineRange` formats them for programs. */
export const shortLines = ({ from, to }: LineRange): string => (from === to ? `L${from}` : `L${from}–L${to}`);

/** `Lines 40–62`, `Line 40`: on their own. */
export const longLines = ({ from, to }: LineRange): string =>
  from === to ? `Line ${from}` : `Lines ${from}–${to}`;
