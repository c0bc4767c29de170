interface ByteLines {
  /** Adds the next bytes, and gives the lines that are complete now, without their ends. */
  push(bytes: Buffer): { lines: string[]; isTooLong: boolean };
  /** The line that no newline has ended yet; none, if there is none. */
  remaining(): string[];
}

const newline = 10;

/**
 * Splits bytes into lines at a cost that grows with their number: the chunks of a line are kept in a list until its
 * newline comes, and each byte is copied once.
 * @param otherwise what becomes of a line of more than `maxBytes`: `stop` reports it, `cut` keeps its start
 */
export function createByteLines(maxBytes: number, otherwise: 'stop' | 'cut' = 'stop'): ByteLines {
  let parts: Buffer[] = [];
  let size = 0;
  const hold = (bytes: Buffer): boolean => {
    const room = maxBytes - size;
    const kept = bytes.byteLength <= room ? bytes : bytes.subarray(0, Math.max(room, 0));
    if (kept.byteLength > 0) parts.push(kept);
    size += kept.byteLength;
    return bytes.byteLength <= room;
  };
  const take = (): string => {
    const line = Buffer.concat(parts, size).toString('utf8');
    parts = [];
    size = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  return {
    push(bytes) {
      const lines: string[] = [];
      let from = 0;
      for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
        if (!hold(bytes.subarray(from, at)) && otherwise === 'stop') return { lines, isTooLong: true };
        lines.push(take());
        from = at + 1;
      }
      const isTooLong = !hold(bytes.subarray(from)) && otherwise === 'stop';
      return { lines, isTooLong };
    },
    remaining: () => (size === 0 ? [] : [Buffer.concat(parts, size).toString('utf8')]),
  };
}
