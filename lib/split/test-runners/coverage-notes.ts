import type { Fact } from '../facts.ts';
import { ranks } from '../facts.ts';
import { quote } from '../quote.ts';

const maxMisses = 4;

/**
 * Collects coverage from a test run: the overall figure, and missed thresholds, which fail a run even where
 * no test does.
 */
export interface CoverageNotes {
  line(line: string, number: number): void;
  readonly isMissed: boolean;
  facts(): Fact[];
}

/**
 * istanbul, c8 and Node print `All files |  85.7 | …` with statements or lines first; coverage.py prints
 * `TOTAL  120  24  80%`.
 */
const javaScriptTotal = /^(?:ℹ )?(All files) +\| +([\d.]+) \|/i;
const pythonTotal = /^(TOTAL) .* (\d+(?:\.\d+)?%)$/;
const missed =
  /^(?:ERROR: Coverage for |Jest: (?:Coverage for |"?[^"]+"? coverage threshold )|FAIL Required test coverage |(?:Error: |ℹ Error: )?\d+\.\d+% \w+ coverage does not meet threshold)/;

export function createCoverageNotes(): CoverageNotes {
  let total: Fact | null = null;
  const misses: Fact[] = [];
  return {
    line(line, number) {
      if (!/[AaTEJFℹ\d]/.test(line[0] ?? '')) return;
      const match = javaScriptTotal.exec(line) ?? (line.startsWith('TOTAL ') ? pythonTotal.exec(line) : null);
      if (match) {
        const [figure = '', name = ''] = [match[2], match[1]];
        total = {
          rank: ranks.lead,
          line: number,
          text: `coverage of ${name}: ${figure.replace(/%$/, '')}%`,
          quotes: [name, figure],
        };
      } else if (misses.length < maxMisses && missed.test(line))
        misses.push({
          rank: ranks.failure + misses.length,
          line: number,
          text: quote(line),
          quotes: [quote(line)],
        });
    },
    get isMissed() {
      return misses.length > 0;
    },
    facts: () => (total ? [...misses, total] : misses),
  };
}
