/** Takes the numbers off lines that were printed with them. `number`: the one printed. */
export type Unnumber = (text: string, number: number) => { text: string; number: number };

const shapes = [/^ *(\d+)\t/, /^ *(\d+)→/, /^ *(\d+) ?[|│] ?/, /^ *(\d+): ?/, /^ +(\d+) {1,2}(?=\S|$| )/];
const linesLookedAt = 8;

/** How a text numbers its lines (`cat -n`, `nl`, editors): its first lines carry consecutive numbers; `null`: it does not. */
export function numberingOf(head: string): Unnumber | null {
  const lines = head
    .split('\n', linesLookedAt * 3)
    .filter((line) => line.trim() !== '')
    .slice(0, linesLookedAt);
  if (lines.length < 3) return null;
  const shape = shapes.find((candidate) => {
    const numbers = lines.map((line) => Number(candidate.exec(line)?.[1] ?? Number.NaN));
    return (
      numbers.every((number, place) => place === 0 || number === (numbers[place - 1] ?? 0) + 1) &&
      !Number.isNaN(numbers[0])
    );
  });
  if (!shape) return null;
  return (text, number) => {
    const [prefix, printed] = shape.exec(text) ?? [];
    if (prefix === undefined) return { text, number };
    return { text: text.slice(prefix.length), number: Number(printed) };
  };
}
