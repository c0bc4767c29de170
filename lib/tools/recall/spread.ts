/**
 * The indexes of a list in an order in which any prefix is a good selection: alternately the next from the
 * start, and one halfway between those already chosen (the van der Corput sequence).
 */
function* spreadOrder(length: number): Generator<number> {
  const accepted = new Uint8Array(length);
  let next = 0;
  for (let turn = 1; next < length; turn += 1) {
    for (const index of [next, Math.floor(halves(turn) * length)]) {
      if (accepted[index] === 1) continue;
      accepted[index] = 1;
      yield index;
    }
    while (accepted[next] === 1) next += 1;
  }
}

/** 1/2, 1/4, 3/4, 1/8, 5/8 …: the binary digits of a number, reversed after the point. */
function halves(turn: number): number {
  let value = 0;
  let digit = 0.5;
  for (let remaining = turn; remaining > 0; remaining >>= 1) {
    value += (remaining & 1) * digit;
    digit /= 2;
  }
  return value;
}

/** Up to `room` items of a list in the order above, with the last item among the first chosen. */
export function spread<T>(items: readonly T[], room: number): T[] {
  const positions = new Set(items.length === 0 ? [] : [0, items.length - 1]);
  for (const offset of spreadOrder(items.length)) {
    if (positions.size >= room) break;
    positions.add(offset);
  }
  return [...positions].slice(0, Math.max(0, room)).flatMap((offset) => items.slice(offset, offset + 1));
}
