/**
 * Whether an event of a conversation came after another. IDs are numbers, or two of them with a hyphen: of a
 * row, or of an entry of a Redis stream.
 */
export function isLaterEvent(id: string, other: string): boolean {
  const [parts, others] = [numbersOf(id), numbersOf(other)];
  return parts[0] === others[0] ? parts[1] > others[1] : parts[0] > others[0];
}

const numbersOf = (id: string): [number, number] => {
  const [first = 0, second = 0] = id.split('-').map(Number);
  return [first, second];
};
