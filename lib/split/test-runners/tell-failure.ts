import { quote } from '../quote.ts';
import { isSameFile, type Place, textOfPlace } from './place.ts';
import type { Sides, TestFailure } from './test-failure.ts';

export interface FailureFact {
  /** What of the failure it kind. */
  kind: 'place' | 'name' | 'message' | 'origin' | 'count';
  text: string;
  /** The pieces of the result that `text` repeats literally. */
  quotes: readonly string[];
}

const sideLines = 3;

/**
 * `test/rates.js:38 refuses what is too heavy:`, `no band for 20000 g`, `(at src/rates.js:6)`: in parts, what is needed most
 * first, to stand one after another; the first failure of a run at more length.
 */
export function tellFailure(failure: TestFailure, isFirst: boolean): FailureFact[] {
  const { test, raised, message, sides, isDecoded } = failure;
  const messages = message.map((text) => quote(text, isFirst ? 240 : 140));
  const values = tellSides(sides, isFirst ? 90 : 50);
  const elsewhere = raisedElsewhere(test, raised);
  const statements = [messages.join(' '), values.text].filter((part) => part !== '');
  const result = tellName(failure, 160);
  const parts: FailureFact[] = [
    ...(test === null ? [] : [{ kind: 'place' as const, text: textOfPlace(test), quotes: [test.path] }]),
    { ...result, text: `${result.text}${statements.length === 0 ? '' : ':'}` },
    ...(statements.length === 0
      ? []
      : [
          {
            kind: 'message' as const,
            text: statements.join(statements[0]?.endsWith(':') ? ' ' : '; '),
            quotes: [...messages, ...values.quotes],
          },
        ]),
    ...(elsewhere === null
      ? []
      : [{ kind: 'origin' as const, text: `(at ${textOfPlace(elsewhere)})`, quotes: [elsewhere.path] }]),
  ];
  const needed = parts.filter(({ text }) => text !== '' && text !== ':');
  return isDecoded ? needed.map((part) => ({ ...part, quotes: [] })) : needed;
}

export function tellName(
  { name, unnamed = '(no name)' }: Pick<TestFailure, 'name' | 'unnamed'>,
  characters: number,
): FailureFact {
  const quotes = name.map((piece) => quote(piece, characters));
  return { kind: 'name', text: quotes.length === 0 ? unnamed : quotes.join(' '), quotes };
}

function tellSides({ expected, actual }: Sides, characters: number): Told {
  const want = tellSide(expected, characters);
  const got = tellSide(actual, characters);
  const parts = [
    want.text === '' ? '' : `expected ${want.text}`,
    got.text === '' ? '' : `got ${got.text}`,
  ].filter((part) => part !== '');
  return { text: parts.join(', '), quotes: [...want.quotes, ...got.quotes] };
}

type Told = Pick<FailureFact, 'text' | 'quotes'>;

function tellSide(lines: readonly string[], characters: number): Told {
  const quotes = lines.slice(0, sideLines).map((line) => quote(line, characters));
  const more = lines.length - quotes.length;
  return { text: [...quotes, ...(more > 0 ? [`(+${more} lines)`] : [])].join(' '), quotes };
}

const raisedElsewhere = (test: Place | null, raised: Place | null): Place | null =>
  test !== null && raised !== null && isSameFile(test.path, raised.path) && test.line !== null
    ? null
    : raised;
