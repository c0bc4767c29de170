import { type Fact, ranks, type Section } from '../../facts.ts';
import { quote } from '../../quote.ts';
import type { Traces } from './read-traces.ts';
import type { Frame, Trace, TracePart } from './trace.ts';

/** The error, where it came from in the project's own code, and what caused it. The first trace whole, of others their error and place. */
export function traceSection({ distinct, count }: Traces, rank: number): Section {
  const byOrder = distinct.map((trace, place) => ({ trace, place }));
  return {
    heading: null,
    noun: distinct.length > 1 ? 'trace' : null,
    total: distinct.length > 1 ? count : 0,
    layout: 'lines',
    facts: byOrder.flatMap(({ trace, place }) =>
      place === 0
        ? wholeFacts(trace, rank)
        : [shortFact(trace, (place < 4 ? Math.max(rank, ranks.failure) : ranks.sample) + place)],
    ),
  };
}

function wholeFacts({ main, root, count }: Trace, rank: number): Fact[] {
  const times = count > 1 ? ` (×${count.toLocaleString('en-US')})` : '';
  return [
    {
      rank,
      line: main.line,
      text: `${shown(main)}${times}`,
      quotes: main.error === null ? [] : [shown(main)],
    },
    ...frameFacts(main, rank + 1),
    ...(root
      ? [
          {
            rank: rank + 0.5,
            line: root.line,
            text: `root cause: ${quote(root.error ?? '', 110)}`,
            quotes: [quote(root.error ?? '', 110)],
          },
        ]
      : []),
    ...(root ? frameFacts(root, rank + 2) : []),
  ];
}

function frameFacts({ thrown, own }: TracePart, rank: number): Fact[] {
  if (own === null) return thrown ? [frameFact('at', thrown, rank)] : [];
  if (thrown === null || thrown === own || thrown.place === null) return [frameFact('at', own, rank)];
  return [frameFact('own code at', own, rank), frameFact('thrown at', thrown, rank + 0.25)];
}

const frameFact = (label: string, frame: Frame, rank: number): Fact => ({
  rank,
  line: frame.line,
  text: `${label} ${placeOf(frame)}`,
});

const placeOf = ({ symbol, place }: Frame): string =>
  place === null ? quote(symbol ?? '?', 100) : symbol === null ? place : `${place} ${quote(symbol, 60)}`;

const shown = ({ error }: TracePart): string => quote(error ?? 'stack trace', 240);

function shortFact({ main, root, count }: Trace, rank: number): Fact {
  const frame = main.own ?? root?.own ?? main.thrown;
  const at = frame ? ` at ${placeOf(frame)}` : '';
  const cause = root ? `, caused by ${quote(root.error ?? '', 80)}` : '';
  const error = quote(main.error ?? 'stack trace', 120);
  const times = count > 1 ? ` (×${count.toLocaleString('en-US')})` : '';
  return {
    rank,
    line: main.line,
    text: `${main.line}: ${error}${at}${cause}${times}`,
    quotes: main.error === null ? [] : [error],
  };
}
