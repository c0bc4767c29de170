export const bytesPerRow = 16;

/** One row: its bytes in hex, in two halves, and as characters. */
interface HexRow {
  /** Offset of its first byte. */
  offset: number;
  halves: readonly [string, string];
  text: string;
}

/** `0001f40`: padded to at least eight digits. */
export const formatOffset = (offset: number): string => offset.toString(16).padStart(8, '0');

const half = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** Printable ASCII as it is, any other byte as a point, so that no byte has an effect. */
const characters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');

/** @param start offset of the first byte, a multiple of the row length */
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

/** Parses an offset: `0x1f40`, `1f40h`, or a decimal number. `null`: it is not one. */
export function parseOffset(text: string): number | null {
  const message = text.trim().replaceAll(/[,_ ]/g, '');
  const hex = /^(?:0x([\da-f]{1,12})|([\da-f]{1,12})h)$/i.exec(message);
  const digits = hex?.[1] ?? hex?.[2];
  if (digits !== undefined) return Number.parseInt(digits, 16);
  return /^\d{1,15}$/.test(message) ? Number(message) : null;
}
