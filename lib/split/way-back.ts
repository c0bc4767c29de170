import { rankFacts } from './pack.ts';
import type { Understood } from './summary.ts';

const linesBefore = 4;
const linesAfter = 10;

/** An example of lines to recall: those around the most telling fact of a result. */
export function exampleLines(understood: Understood, firstLine: number, lineCount: number): string {
  const last = firstLine + lineCount - 1;
  const fact = rankFacts(understood).find(({ line }) => line !== undefined);
  const heaviest = understood.findings.all.reduce<{ weight: number; line: number | undefined }>(
    (most, { weight, line }) => (line !== undefined && weight > most.weight ? { weight, line } : most),
    { weight: 0, line: undefined },
  );
  const at = fact?.line ?? heaviest.line ?? firstLine;
  return `${Math.max(firstLine, at - linesBefore)}-${Math.min(last, at + linesAfter)}`;
}
