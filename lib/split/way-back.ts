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

/**
 * A path to a part of JSON: an element of its first list, or the value of its first key. `null`: the result
 * is not JSON.
 */
export function examplePath({ kind, verdict, sections }: Understood): string | null {
  if (kind === 'ndjson' || (kind === 'json' && /^[\d,]+ items?\b/.test(verdict[0] ?? ''))) return '$[0]';
  if (kind !== 'json') return null;
  for (const { facts } of sections) {
    for (const { text } of facts) {
      const [, key, amount] = /^([A-Za-z_]\w*): (?:(\d[\d,]*) of|\{|")?/.exec(text) ?? [];
      if (key !== undefined && key !== 'keys' && key !== 'names') return amount ? `$.${key}[0]` : `$.${key}`;
    }
  }
  return '$';
}
