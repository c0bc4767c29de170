/**
 * Finds the offsets at which `wanted` occurs in a sequence, including overlapping ones, up to `max`. `to` is
 * the last offset that counts. Linear in the lengths, whatever repeats in them (Knuth, Morris, Pratt).
 */
export function findOffsets(
  sequence: ArrayLike<string>,
  wanted: ArrayLike<string>,
  { from = 0, to = sequence.length, max = Number.POSITIVE_INFINITY } = {},
): number[] {
  // Per prefix of `wanted`: the length of its longest border, which stays matched after a mismatch.
  const border: number[] = [0];
  const step = (matched: number, item: string | undefined): number => {
    let length = matched;
    while (length > 0 && (length === wanted.length || wanted[length] !== item)) {
      length = border[length - 1] ?? 0;
    }
    return wanted[length] === item ? length + 1 : length;
  };
  for (let index = 1; index < wanted.length; index += 1) {
    border.push(step(border[index - 1] ?? 0, wanted[index]));
  }
  const positions: number[] = [];
  const end = Math.min(sequence.length, to + wanted.length);
  for (let index = from, matched = 0; index < end && positions.length < max; index += 1) {
    matched = step(matched, sequence[index]);
    if (matched === wanted.length) positions.push(index - wanted.length + 1);
  }
  return positions;
}
