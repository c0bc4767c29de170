export interface PytestVerdict {
  counts: [count: number, word: string][];
  duration: string;
  also: string[];
}

const verdict =
  /^(?:=+ )?((?:\d+ [a-z]+(?: [a-z]+)?(?:, )?)+|no tests ran|[\d/no]+ tests? collected[^=]*) in ([\d.]+s)(?: \([\d:]+\))?(?: =+)?$/;
const inOrder = (counts: PytestVerdict['counts']): PytestVerdict['counts'] => {
  const positionOf = ([, word]: [number, string]) =>
    (order.indexOf(word) + order.length + 1) % (order.length + 1);
  return counts.toSorted((a, b) => positionOf(a) - positionOf(b));
};
const order = ['failed', 'error', 'errors', 'passed', 'skipped'];

/** The verdict of two runs together. */
export function addVerdicts(one: PytestVerdict | null, next: PytestVerdict): PytestVerdict {
  if (one === null) return next;
  const sums = new Map(one.counts.map(([count, word]) => [word, count]));
  for (const [count, word] of next.counts) sums.set(word, (sums.get(word) ?? 0) + count);
  return {
    counts: inOrder([...sums].map(([word, count]) => [count, word])),
    duration: next.duration,
    also: [...one.also, ...next.also],
  };
}

/** `=== 1 failed, 20 passed, 3 skipped in 0.42s ===`; with `-q` without the `=` signs. */
export function readPytestVerdict(line: string): PytestVerdict | null {
  const match = line.length < 400 ? verdict.exec(line) : null;
  if (!match) return null;
  // The tests were only collected, not run.
  if (/ collected\b/.test(match[1] ?? ''))
    return { counts: [], duration: match[2] ?? '', also: [match[1] ?? ''] };
  const counts = [...(match[1] ?? '').matchAll(/(\d+) ([a-z]+)/g)].map(
    ([, count, word]): [number, string] => [Number(count), word ?? ''],
  );
  return {
    counts: inOrder(counts),
    duration: match[2] ?? '',
    also: counts.length === 0 ? [match[1] ?? ''] : [],
  };
}
