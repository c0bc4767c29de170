/** The length of the number and its separator before a line; 0: the line has none. */
export type Numbering = (line: string) => number;

const shapes = [/ *\d+\t/y, / *\d+→/y, / *\d+ ?[|│] ?/y, / *\d+: ?/y, / +\d+ {1,2}(?=\S|$| )/y];
const linesLookedAt = 8;

/**
 * How a text numbers its lines (`cat -n`, `nl`, editors); `null`: its first lines have no consecutive
 * numbers.
 */
export function numberingOf(head: string): Numbering | null {
  const [first, ...others] = head
    .split('\n', linesLookedAt * 3)
    .filter((line) => line.trim() !== '')
    .slice(0, linesLookedAt);
  if (first === undefined || others.length < 2) return null;
  const shape = shapes.find(
    (candidate) =>
      lengthIn(candidate, first) > 0 &&
      others.every(
        (line, index) =>
          lengthIn(candidate, line) > 0 && lineNumberOf(line) === lineNumberOf(first) + index + 1,
      ),
  );
  return shape ? (line) => lengthIn(shape, line) : null;
}

/** The number printed before a line. Read digit by digit, since `parseInt` takes three times as long. */
export function lineNumberOf(line: string): number {
  let offset = 0;
  while (line.charCodeAt(offset) === 32) offset += 1;
  let number = 0;
  for (let digit = digitAt(line, offset); digit >= 0 && digit <= 9; digit = digitAt(line, offset)) {
    number = number * 10 + digit;
    offset += 1;
  }
  return number;
}

const digitAt = (line: string, offset: number): number => line.charCodeAt(offset) - 48;

function lengthIn(shape: RegExp, line: string): number {
  shape.lastIndex = 0;
  return shape.test(line) ? shape.lastIndex : 0;
}
