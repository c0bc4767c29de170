export const bytesPerRow = 16;

/** One row: its bytes as people read them, in two halves, and as the characters they would be. */
interface HexRow {
  /** Of its first byte. */
  offset: number;
  halves: readonly [string, string];
  text: string;
}

/** `0001f40`: so many digits as the last offset needs, at least eight. */
export const formatOffset = (offset: number): string => offset.toString(16).padStart(8, '0');

const half = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** Printable ASCII as it is, anything else a point: no byte does anything else than show. */
const characters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');

/** @param start the offset of the first byte, a whole number of rows */
export function hexRows(bytes: Uint8Array, start: number): HexRow[] {
  const rows: HexRow[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    const row = bytes.subarray(at, at + bytesPerRow);
    rows.push({
      offset: start + at,
      halves: [half(row.subarray(0, 8)), half(row.subarray(8))],
      text: characters(row),
    });
  }
  return rows;
}

/** An offset as people write one: `0x1f40`, `1f40h`, or a number of bytes. `null`: it is none. */
export function parseOffset(text: string): number | null {
  const message = text.trim().replaceAll(/[,_ ]/g, '');
  const hex = /^(?:0x([\da-f]{1,12})|([\da-f]{1,12})h)$/i.exec(message);
  const digits = hex?.[1] ?? hex?.[2];
  if (digits !== undefined) return Number.parseInt(digits, 16);
  return /^\d{1,15}$/.test(message) ? Number(message) : null;
}
