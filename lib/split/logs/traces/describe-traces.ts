import { type Fact, ranks, type Section } from '#lib/split/facts.ts';
import { figure } from '#lib/split/figure.ts';
import { plural } from '#lib/split/plural.ts';
import { quote } from '#lib/split/quote.ts';
import { createPathShortener } from './path-shortener.ts';
import type { Traces } from './read-traces.ts';
import type { Frame, Trace, TracePart } from './trace.ts';

const errorCharacters = 200;
const causeCharacters = 90;
const shownBetween = 3;

type Shorten = (location: string) => string;

/** `3 stack traces`, `25 goroutines (22 runnable, 3 select)` */
export function traceVerdict({ count, goroutines }: Traces): string[] {
  const states = goroutines.top(3).map(({ name, count: times }) => `${figure(times)} ${name}`);
  return [
    ...(count > 1 ? [plural(count, 'stack trace')] : []),
    ...(goroutines.total > 1 ? [`${plural(goroutines.total, 'goroutine')} (${states.join(', ')})`] : []),
  ];
}

/**
 * Each error, where it originated in project code, and its causes. The first trace is shown in full, others
 * by error and location.
 * @param first the trace to show first, such as the one that ended the program
 */
export function traceSections(
  { distinct }: Traces,
  rank: number,
  first: Trace | null = distinct[0] ?? null,
): Section[] {
  if (first === null) return [];
  const shorten = createPathShortener();
  const whole = wholeFacts(first, rank, shorten);
  const others = distinct
    .filter((trace) => trace !== first)
    .map((trace, index) =>
      shortFact(trace, (index < 3 ? Math.max(rank, ranks.failure) : ranks.sample) + index + 1, shorten),
    );
  return [
    { heading: null, noun: null, total: whole.length, layout: 'lines', facts: whole },
    { heading: null, noun: 'other trace', total: others.length, layout: 'lines', facts: others },
  ];
}

const timesOf = ({ count, haveOtherValues }: Trace): string =>
  count > 1 ? ` (one of ${figure(count)} ${haveOtherValues ? 'with other values' : 'alike'})` : '';

function wholeFacts(trace: Trace, rank: number, shorten: Shorten): Fact[] {
  const { main, root, between, suppressed } = trace;
  return [
    {
      rank,
      line: main.line,
      text: `${shown(main)}${timesOf(trace)}`,
      quotes: main.error === null ? [] : shown(main).split('\n'),
    },
    ...frameFacts(main, rank + 1, shorten),
    ...betweenFacts(between, root, rank + 1.5, shorten),
    ...(root ? [rootFact(root, rank + 0.5), ...rootFrames(root, main, rank + 2, shorten)] : []),
    ...(suppressed ? [suppressedFact(suppressed)] : []),
  ];
}

function suppressedFact({ error, line }: NonNullable<Trace['suppressed']>): Fact {
  const message = quote(error, causeCharacters);
  return { rank: ranks.lead, line, text: `suppressed: ${message}`, quotes: [message], isProblem: false };
}

/**
 * Empty when the root has no frame in project code, since a library location adds little here; omits the
 * caller when the outer error came from there.
 */
function rootFrames(root: TracePart, main: TracePart, rank: number, shorten: Shorten): Fact[] {
  if (root.own === null) return [];
  const isCallerShown = root.caller?.location != null && root.caller.location === main.own?.location;
  return frameFacts(isCallerShown ? { ...root, caller: null } : root, rank, shorten);
}

function rootFact({ error, line }: TracePart, rank: number): Fact {
  const message = quote(error ?? '', causeCharacters);
  return { rank, line, text: `root cause: ${message}`, quotes: [message] };
}

/**
 * The causes between the outer error and the root, on one line; a cause that says no more than the next is
 * shown by its type.
 */
function betweenFacts(
  parts: readonly TracePart[],
  root: TracePart | null,
  rank: number,
  shorten: Shorten,
): Fact[] {
  const items = parts.slice(0, shownBetween).map(({ error, own }, index) => ({
    message: quote(ownWords(error ?? '', parts[index + 1]?.error ?? root?.error ?? ''), causeCharacters),
    at: own?.location == null ? '' : ` at ${shorten(own.location)}`,
  }));
  if (items.length === 0) return [];
  const more = parts.length > items.length ? `; … ${parts.length - items.length} more` : '';
  return [
    {
      rank,
      line: parts[0]?.line ?? 0,
      text: `through: ${items.map(({ message, at }) => message + at).join('; ')}${more}`,
      quotes: items.map(({ message }) => message),
    },
  ];
}

/**
 * `JsonSyntaxException` of `JsonSyntaxException: NumberFormatException: x`, when its cause is
 * `NumberFormatException: x`.
 */
const ownWords = (error: string, cause: string): string =>
  cause !== '' && error.endsWith(`: ${cause}`) ? error.slice(0, -cause.length - 2) : error;

function frameFacts({ thrown, own, caller }: TracePart, rank: number, shorten: Shorten): Fact[] {
  if (own === null) return thrown ? [frameFact('at', thrown, rank, shorten)] : [];
  const isOne = thrown === null || thrown === own || thrown.location === null;
  const inOwn = frameFact(isOne ? 'at' : 'own code at', own, rank, shorten);
  const from = caller?.location == null ? '' : `, called at ${shorten(caller.location)}`;
  const facts = [{ ...inOwn, text: inOwn.text + from }];
  return isOne ? facts : [...facts, frameFact('thrown at', thrown, ranks.sample, shorten)];
}

const frameFact = (label: string, frame: Frame, rank: number, shorten: Shorten): Fact => ({
  rank,
  line: frame.line,
  text: `${label} ${formatFrameLocation(frame, shorten)}`,
});

const symbolCharacters = 60;

/** Omits the JVM module that a class came from. */
const formatFrameLocation = ({ symbol, location }: Frame, shorten: Shorten): string => {
  const name = symbol?.replace(/^(?:app\/\/|[\w.]{1,100}(?:@[\w.-]{1,40})?\/(?=[\w$]+\.))/, '') ?? null;
  if (location === null) return quote(name ?? '?', symbolCharacters);
  return name === null ? shorten(location) : `${shorten(location)} ${quote(name, symbolCharacters)}`;
};

const shown = ({ error }: TracePart): string => quote(error ?? 'stack trace', errorCharacters);

/** `shop.StaleRecord` of `shop.StaleRecord: page 3 is older`. */
const typeOf = (error: string | null): string | null =>
  /^[\w.$:\\]{2,80}(?=: |$)/.exec(error ?? '')?.[0] ?? null;

function shortFact(trace: Trace, rank: number, shorten: Shorten): Fact {
  const { main, root, between } = trace;
  const frame = main.own ?? root?.own ?? main.thrown;
  const at = frame ? ` at ${formatFrameLocation(frame, shorten)}` : '';
  const types = between.slice(0, shownBetween).flatMap((part) => typeOf(part.error) ?? []);
  const through = types.length > 0 ? ` through ${types.join(', ')}` : '';
  const cause = root ? `, caused by ${quote(root.error ?? '', 80)}${through}` : '';
  const error = quote(main.error ?? 'stack trace', 120);
  return {
    rank,
    line: main.line,
    text: `${main.line}: ${error}${at}${cause}${timesOf(trace)}`,
    quotes: main.error === null ? [] : error.split('\n'),
  };
}
