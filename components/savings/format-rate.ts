/** `8.9%`; `0.1` is the least that is told. */
export const formatRate = (rate: number): string => `${Math.round(1_000 * rate) / 10}%`;
