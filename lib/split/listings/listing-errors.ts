import { type Fact, ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';

/** Counts what a program that lists files could not read, and keeps the first messages. */
export interface ListingErrors {
  /** @returns whether the line is one of them */
  line(text: string, number: number): boolean;
  readonly count: number;
  section(): Section;
}

const maxShown = 20;

/** @param form how the program begins such a line */
export function createListingErrors(form: RegExp): ListingErrors {
  const facts: Fact[] = [];
  let count = 0;
  return {
    line(text, line) {
      if (!form.test(text)) return false;
      count += 1;
      const shown = quote(text);
      if (facts.length < maxShown)
        facts.push({ rank: ranks.cause + facts.length, line, text: shown, quotes: [shown] });
      return true;
    },
    get count() {
      return count;
    },
    section: () => ({ heading: null, noun: 'error', total: count, layout: 'lines', facts }),
  };
}
