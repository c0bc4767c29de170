interface ByteLines {
  /** Adds the next bytes, and gives the lines that are complete now, without their ends. */
  push(bytes: Buffer): string[];
  /** The line that no newline has ended yet; none, if there is none. */
  remaining(): string[];
}

const newline = 10;

/**
 * Splits bytes into lines at a cost that grows with their number: the chunks of a line are kept in a list until its
 * newline comes, and each byte is copied once. Of a longer line its first `maxBytes` are kept.
 */
export function createByteLines(maxBytes: number): ByteLines {
  let parts: Buffer[] = [];
  let size = 0;
  const hold = (bytes: Buffer): void => {
    const kept = bytes.subarray(0, Math.max(maxBytes - size, 0));
    if (kept.byteLength > 0) parts.push(kept);
    size += kept.byteLength;
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
        hold(bytes.subarray(from, at));
        lines.push(take());
        from = at + 1;
      }
      hold(bytes.subarray(from));
      return lines;
    },
    remaining: () => (size === 0 ? [] : [Buffer.concat(parts, size).toString('utf8')]),
  };
}
