/**
 * Where in a sequence another stands, overlapping places included, at most so many. `to` is the last place that counts.
 * Takes time by the lengths alone, whatever repeats in them (Knuth, Morris, Pratt).
 */
export function findOffsets(
  sequence: ArrayLike<string>,
  wanted: ArrayLike<string>,
  { from = 0, to = sequence.length, most = Number.POSITIVE_INFINITY } = {},
): number[] {
  // How long a start of what is wanted also ends there: what a mismatch leaves matched.
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
  for (let index = from, matched = 0; index < end && positions.length < most; index += 1) {
    matched = step(matched, sequence[index]);
    if (matched === wanted.length) positions.push(index - wanted.length + 1);
  }
  return positions;
}
