const runLength = 1_024;

/**
 * Sorts in place, stable, and yields now and then: the built-in sort of 100,000 rows would block the page for
 * a quarter of a second.
 */
export function* mergeSort(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  for (let start = 0; start < items.length; start += runLength) {
    const run = [...items.subarray(start, start + runLength)].sort(compare);
    items.set(run, start);
    yield;
  }
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let length = runLength; length < items.length; length *= 2) {
    for (let start = 0; start < items.length; start += 2 * length) {
      yield* merge(from, to, { start, middle: start + length, end: start + 2 * length }, compare);
    }
    [from, to] = [to, from];
  }
  return from;
}

function* merge(
  from: Uint32Array,
  to: Uint32Array,
  span: { start: number; middle: number; end: number },
  compare: (a: number, b: number) => number,
): Generator<void> {
  const middle = Math.min(span.middle, from.length);
  const end = Math.min(span.end, from.length);
  let left = span.start;
  let right = middle;
  for (let index = span.start; index < end; index += 1) {
    if (index % runLength === 0) yield;
    const a = from[left] ?? 0;
    const b = from[right] ?? 0;
    const takesLeft = left < middle && (right >= end || compare(a, b) <= 0);
    to[index] = takesLeft ? a : b;
    if (takesLeft) left += 1;
    else right += 1;
  }
}
