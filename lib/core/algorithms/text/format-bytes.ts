const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `18 KB`, `1.4 MB`: powers of 1,024, one decimal below ten. */
export function formatBytes(byteLength: number): string {
  if (byteLength === 1) return '1 byte';
  let value = byteLength;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const text = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${text} ${units[unit]}`;
}
