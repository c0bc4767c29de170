import type { Finding } from './finding.ts';

/**
 * Chosen findings as lines of a view: counts first, then the first lines, those that stand out, and the last
 * ones, each in order.
 */
export function renderFindings(chosen: readonly Finding[], middlePosition: number): string[] {
  const counts = chosen.filter(({ position }) => position === null).toSorted((a, b) => b.weight - a.weight);
  const lines = chosen
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const firstOdd = lines.findIndex(({ reason }) => reason !== 'edge');
  const lastOdd = lines.findLastIndex(({ reason }) => reason !== 'edge');
  const isOfEnd = ({ position }: Finding) => (position ?? 0) > middlePosition;
  const begins = lines.filter((finding, at) => !isOfEnd(finding) && (firstOdd === -1 || at < firstOdd));
  const ends = lines.filter((finding, at) => isOfEnd(finding) && at > lastOdd);
  const odd = lines.slice(begins.length, lines.length - ends.length);
  return [
    ...counts.map(({ text }) => ` ${text}`),
    ...headed('begins:', begins),
    ...headed('stands out:', odd),
    ...headed('ends:', ends),
  ];
}

const headed = (heading: string, findings: readonly Finding[]): string[] =>
  findings.length === 0 ? [] : [heading, ...findings.map(({ text }) => ` ${text}`)];
