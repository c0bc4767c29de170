import { quote } from '../quote.ts';
import { formatLocation, isSameFile, type SourceLocation } from './source-location.ts';
import type { Sides, TestFailure } from './test-failure.ts';

export interface FailureFact {
  /** Which part of the failure the text is. */
  kind: 'location' | 'name' | 'message' | 'origin' | 'count';
  text: string;
  /** Substrings of the result that `text` repeats verbatim. */
  quotes: readonly string[];
}

const sideLines = 3;

/**
 * The facts of one failure in display order, each ranked by need:
 * `test/rates.js:38 refuses what is too heavy:`, `no band for 20000 g`, `(at src/rates.js:6)`. The first
 * failure of a run gets more text.
 */
export function describeTestFailure(failure: TestFailure, isFirst: boolean): FailureFact[] {
  const { test, raised, message, sides, isDecoded } = failure;
  const messages = message.map((text) => quote(text, isFirst ? 240 : 140));
  const values = describeSides(sides, isFirst ? 90 : 50);
  const elsewhere = raisedElsewhere(test, raised);
  const statements = [messages.join(' '), values.text].filter((part) => part !== '');
  const result = describeName(failure, 160);
  const parts: FailureFact[] = [
    ...(test === null
      ? []
      : [{ kind: 'location' as const, text: formatLocation(test), quotes: [test.path] }]),
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
      : [{ kind: 'origin' as const, text: `(at ${formatLocation(elsewhere)})`, quotes: [elsewhere.path] }]),
  ];
  const needed = parts.filter(({ text }) => text !== '' && text !== ':');
  return isDecoded ? needed.map((part) => ({ ...part, quotes: [] })) : needed;
}

export function describeName(
  { name, unnamed = '(no name)' }: Pick<TestFailure, 'name' | 'unnamed'>,
  characters: number,
): FailureFact {
  const quotes = name.map((piece) => quote(piece, characters));
  return { kind: 'name', text: quotes.length === 0 ? unnamed : quotes.join(' '), quotes };
}

function describeSides(
  { expected, actual, words = ['expected', 'got'] }: Sides,
  characters: number,
): TextWithQuotes {
  const want = describeSide(expected, characters);
  const got = describeSide(actual, characters);
  const parts = [
    want.text === '' ? '' : `${words[0]} ${want.text}`,
    got.text === '' ? '' : `${words[1]} ${got.text}`,
  ].filter((part) => part !== '');
  return { text: parts.join(', '), quotes: [...want.quotes, ...got.quotes] };
}

type TextWithQuotes = Pick<FailureFact, 'text' | 'quotes'>;

function describeSide(lines: readonly string[], characters: number): TextWithQuotes {
  const quotes = lines.slice(0, sideLines).map((line) => quote(line, characters));
  const more = lines.length - quotes.length;
  return { text: [...quotes, ...(more > 0 ? [`(+${more} lines)`] : [])].join(' '), quotes };
}

const raisedElsewhere = (
  test: SourceLocation | null,
  raised: SourceLocation | null,
): SourceLocation | null =>
  test !== null && raised !== null && isSameFile(test.path, raised.path) && test.line !== null
    ? null
    : raised;
