/** A relative change in whole percent: `−52%`, `+8%`, `0%`; beyond all bounds: `no limit`. */
export function formatRelativeChange(change: number): string {
  if (!Number.isFinite(change)) return 'no limit';
  const percent = Math.round(change * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Math.abs(percent).toLocaleString('en-US')}%`;
}
