import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { quote } from '../quote.ts';
import { belowRoot, withOriginBelow } from './common-root.ts';
import { describeName, describeTestFailure, type FailureFact } from './describe-test-failure.ts';
import { formatLocation } from './source-location.ts';
import type { TestFailure } from './test-failure.ts';

/** Failures with the same message. */
export interface Reason {
  first: TestFailure;
  count: number;
  /** The messages of the others have other numbers. */
  haveOtherValues?: boolean;
}

/** How many items beyond the first are needed whatever the length; more are shown while the view is short. */
const needed = { reasons: 1, others: 1, files: 6 };

const rankOf = (index: number, neededCount: number, rank: number): number =>
  index < neededCount ? rank + index : ranks.sample + index;

const shortMessage = 90;
const shortName = 60;

/**
 * The first failure, in parts on one line. Its location and a short message rank first, and its name where
 * one of those is missing.
 */
export function firstSection(reason: Reason | undefined, root: string): Section {
  const parts = reason
    ? withCount(describeTestFailure(withOriginBelow(reason.first, root), true), reason)
    : [];
  const hasLocation = parts.some(({ kind }) => kind === 'location');
  const isSaid = parts.some((part) => isShortMessage(part));
  const isCause = (part: FailureFact): boolean =>
    part.kind === 'location' ||
    isShortMessage(part) ||
    (part.kind === 'name' && (!hasLocation || (!isSaid && part.text.length <= shortName)));
  return {
    heading: null,
    noun: null,
    total: parts.length,
    layout: 'words',
    facts: parts.map((part, index) => ({
      rank: isCause(part) ? ranks.cause : ranks.cause + 1 + index / 10,
      ...lineOf(reason?.first),
      text: part.text,
      quotes: part.quotes,
    })),
  };
}

const isShortMessage = ({ kind, text }: FailureFact): boolean =>
  kind === 'message' && text.length <= shortMessage;

/**
 * @param isEachOne count what is left out as failures, not as reasons: each failure has its own reason, or
 * not all reasons were kept
 */
export function reasonSection(reasons: readonly Reason[], isEachOne: boolean, root: string): Section {
  return {
    heading: null,
    noun: isEachOne ? 'failure' : 'reason',
    total: reasons.length,
    layout: 'lines',
    facts: reasons.map((reason, index) => {
      const { first, count } = reason;
      const parts = withCount(describeTestFailure(belowRoot(first, root), false), reason);
      return {
        rank: rankOf(index, needed.reasons, ranks.failure),
        ...lineOf(first),
        text: parts.map(({ text }) => text).join(' '),
        quotes: parts.flatMap(({ quotes }) => quotes),
        isProblem: true,
        brief: briefOf(first, count),
      };
    }),
  };
}

/** The first of the failures with this reason: the others have other names. */
const briefOf = (failure: TestFailure, count: number): Pick<Fact, 'text' | 'quotes'> => {
  const described = describeName(failure, 100);
  // What has no name is known by its file.
  const path = described.quotes.length === 0 ? failure.test?.path : undefined;
  const name = path === undefined ? described : { text: `${path} ${described.text}`, quotes: [path] };
  return {
    text: count === 1 ? name.text : `${name.text} (one of ${figure(count)})`,
    quotes: failure.isDecoded ? [] : name.quotes,
  };
};

const withCount = (parts: readonly FailureFact[], { count, haveOtherValues }: Reason): FailureFact[] => {
  const text = haveOtherValues ? `(one of ${figure(count)}, with other numbers)` : `(×${figure(count)})`;
  return count === 1 ? [...parts] : [...parts, { kind: 'count', text, quotes: [] }];
};

const lineOf = (failure: TestFailure | undefined): { line?: number } =>
  failure === undefined || failure.line === null ? {} : { line: failure.line };

/** @param files those of the failures above: others name theirs */
export function otherSection(
  others: readonly TestFailure[],
  total: number,
  files: ReadonlySet<string>,
): Section {
  return {
    heading: 'also:',
    noun: 'failure',
    total,
    layout: 'lines',
    facts: others.map((failure, index) => {
      const name = describeName(failure, 100);
      const elsewhere = failure.test !== null && !files.has(failure.test.path) ? failure.test : null;
      const text = elsewhere === null ? name.text : `${formatLocation(elsewhere)} ${name.text}`;
      const quotes = elsewhere === null ? name.quotes : [elsewhere.path, ...name.quotes];
      return {
        rank: rankOf(index, needed.others, ranks.failure + needed.reasons),
        ...lineOf(failure),
        text,
        quotes: failure.isDecoded ? [] : quotes,
        isProblem: true,
      };
    }),
  };
}

/** Tests that failed only because tests inside them did. */
export function parentSection(names: readonly string[]): Section {
  const facts = names.map((name, index): Fact => {
    const text = quote(name, shortMessage);
    return { rank: ranks.spread + index, text, quotes: [text] };
  });
  return { heading: 'failed with their subtests:', noun: 'test', total: names.length, layout: 'list', facts };
}

/** Failures by file, shown when there are more failures than a view names in full. */
export function fileSection(
  files: ReadonlyMap<string, number>,
  failureCount: number,
  root: string,
  noun: string,
): Section {
  const ranked = failureCount > 3 ? [...files].toSorted(([, a], [, b]) => b - a) : [];
  return {
    heading: `by ${noun}:`,
    noun,
    total: ranked.length,
    layout: 'paths',
    facts: ranked.map(([path, count], index) => {
      const shown = root !== '' && path.startsWith(root) ? path.slice(root.length) : path;
      return {
        rank: rankOf(index, needed.files, ranks.spread),
        text: `${shown} ${figure(count)}`,
        quotes: [shown],
      };
    }),
  };
}

export const noteSection = (notes: readonly Fact[]): Section => ({
  heading: null,
  noun: null,
  total: notes.length,
  layout: 'lines',
  facts: notes,
});
