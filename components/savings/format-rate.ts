/** A rate in percent, to one decimal place: `8.9%`. */
export const formatRate = (rate: number): string => `${Math.round(1_000 * rate) / 10}%`;
