/**
 * Finds all occurrences of several strings in one pass that skips most of the text: two characters determine
 * how far ahead the next match may start (S. Wu and U. Manber, "A fast algorithm for multi-pattern
 * searching", 1994).
 * @param needles of at least two characters
 */
export function findAny(needles: readonly string[]): (text: string) => { start: number; needle: string }[] {
  if (needles.length === 0) return () => [];
  const window = Math.min(...needles.map((needle) => needle.length));
  const shifts = new Uint8Array(128 * 128).fill(Math.min(window - 1, 255));
  const ending = new Map<number, string[]>();
  for (const needle of needles) {
    for (let end = 1; end < window; end += 1) {
      const block = blockOf(needle, end);
      shifts[block] = Math.min(shifts[block] ?? 0, window - 1 - end);
      if (end === window - 1) ending.set(block, [...(ending.get(block) ?? []), needle]);
    }
  }
  return (text) => {
    const found: { start: number; needle: string }[] = [];
    let end = window - 1;
    while (end < text.length) {
      const block = blockOf(text, end);
      const shift = shifts[block] ?? 0;
      if (shift === 0) {
        const start = end - window + 1;
        for (const needle of ending.get(block) ?? []) {
          if (text.startsWith(needle, start)) found.push({ start, needle });
        }
      }
      end += shift || 1;
    }
    return found;
  };
}

/**
 * A pair of ASCII characters has a number of its own; other pairs share theirs, which only costs a
 * comparison.
 */
const blockOf = (text: string, end: number): number =>
  ((text.charCodeAt(end - 1) & 127) << 7) | (text.charCodeAt(end) & 127);
