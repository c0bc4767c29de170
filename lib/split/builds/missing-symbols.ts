import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { createTally } from '../tally.ts';

const symbolOf = /(?:undefined reference to|undefined symbol:|unresolved external symbol) (.+?)['"’]?$/;

export interface MissingSymbols {
  /** @returns true for a symbol beyond the first, which is only shown in the list */
  add(message: string): boolean;
  sections(): Section[];
}

/**
 * Symbols a linker did not find, by name: the missing library is recognised by all of them, not by the first.
 */
export function createMissingSymbols(): MissingSymbols {
  const symbols = createTally(1_000);
  return {
    add(message) {
      const name = symbolOf.exec(message)?.[1]?.replace(/^[`'"‘]/, '');
      if (name === undefined) return false;
      symbols.add(name);
      return symbols.total > 1;
    },
    sections() {
      const names = symbols.top(200);
      if (names.length < 2) return [];
      const isWhole = symbols.distinct !== null;
      return [
        {
          heading: isWhole ? `undefined (${figure(names.length)}):` : 'undefined:',
          noun: isWhole ? 'symbol' : null,
          total: symbols.distinct ?? names.length,
          layout: 'list',
          facts: names.map(({ name, count }, index) => ({
            rank: (index < 12 ? ranks.failure : ranks.sample) + index / 100,
            text: count > 1 ? `${name} ${figure(count)}` : name,
            quotes: [name],
          })),
        },
      ];
    },
  };
}
