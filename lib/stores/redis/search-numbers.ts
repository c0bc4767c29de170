import { blockSize } from './search-scripts.ts';

/** Bits of documents, the first one the highest bit of the first byte, as Redis counts them; `null`: none is set. */
type Bits = Uint8Array | null;

/**
 * Numbers (0 to 65,535) that are in all lists, and whose bits are set as wanted, and none of `without`; the highest first.
 * @param lists ascending, two bytes each, the shortest list first; without lists, all numbers
 * @param marks `also`: if it is not `null`
 */
export function commonNumbers(
  lists: readonly Buffer[],
  marks: { either: readonly [Bits, Bits]; also: Bits; without?: readonly Bits[] },
): number[] {
  const { also, without = [] } = marks;
  const [one, other] = marks.either;
  const isMarked = (number: number) =>
    (isSet(one, number) || isSet(other, number)) &&
    (also === null || isSet(also, number)) &&
    !without.some((bits) => isSet(bits, number));
  const [shortest, ...others] = lists;
  if (!shortest) return allBelow(blockSize).filter(isMarked);
  const readers = others.map(descendingReader);
  const numbers: number[] = [];
  for (let at = shortest.length - 2; at >= 0; at -= 2) {
    const number = shortest.readUInt16BE(at);
    if (isMarked(number) && readers.every((has) => has(number))) numbers.push(number);
  }
  return numbers;
}

const isSet = (bits: Bits, number: number): boolean =>
  bits !== null && ((bits[number >> 3] ?? 0) & (0x80 >> (number & 7))) !== 0;

const allBelow = (end: number): number[] => Array.from({ length: end }, (_, index) => end - 1 - index);

/** Says whether a list has a number; each must be lower than the one before. */
function descendingReader(list: Buffer): (number: number) => boolean {
  let at = list.length - 2;
  return (number) => {
    while (at >= 0 && list.readUInt16BE(at) > number) at -= 2;
    return at >= 0 && list.readUInt16BE(at) === number;
  };
}
