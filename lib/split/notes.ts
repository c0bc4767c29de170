import { type Fact, ranks, type Section } from './facts.ts';
import { quote } from './quote.ts';

/** Lines to be shown verbatim. */
export interface Notes {
  add(text: string, number: number): void;
  readonly total: number;
  /** @param needed how many of the lines get `rank`; the others are samples */
  section(how: {
    heading: string | null;
    noun: string | null;
    rank: number;
    needed: number;
    characters?: number;
  }): Section;
}

/** Keeps the first `bufferedCount` distinct lines, and counts all. */
export function createNotes(bufferedCount = 60): Notes {
  const lines = new Map<string, number>();
  let total = 0;
  return {
    add(text, number) {
      total += 1;
      const line = text.trim();
      if (lines.size < bufferedCount && !lines.has(line)) lines.set(line, number);
    },
    get total() {
      return total;
    },
    section: ({ heading, noun, rank, needed, characters = 240 }) => ({
      heading,
      noun,
      total: Math.max(total, lines.size),
      layout: 'lines',
      facts: [...lines].map(([text, line], index): Fact => {
        const shown = quote(text, characters);
        return {
          rank: (index < needed ? rank : ranks.sample) + index,
          line,
          text: shown,
          quotes: [shown],
        };
      }),
    }),
  };
}
