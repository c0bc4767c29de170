import type { Summary } from '../summary.ts';
import { belowRoot, commonRoot } from './common-root.ts';
import type { TestFailure } from './test-failure.ts';
import type { TestOutcome } from './test-outcome.ts';
import {
  fileSection,
  firstSection,
  noteSection,
  otherSection,
  parentSection,
  type Reason,
  reasonSection,
} from './test-sections.ts';
import { isBad, testVerdict } from './test-verdict.ts';

const maxFailures = 300;
const maxReasons = 300;
const maxFiles = 500;

/** The result of one test run. Every failure is counted, but only the first ones are kept. */
export interface TestReport {
  fail(failure: TestFailure): void;
  readonly failureCount: number;
  summarize(outcome: TestOutcome): Summary;
}

/** Failures whose messages differ in nothing but numbers. */
interface Kind {
  first: TestFailure;
  count: number;
  /** By their whole text; `null` once there are more than `maxTexts`. */
  texts: Map<string, Reason> | null;
}

/** A few messages of one kind are each shown, of more than these the first. */
const maxTexts = 3;

export function createTestReport(): TestReport {
  const state = openTestReport();
  return {
    fail: (failure) => fail(state, failure),
    get failureCount() {
      return state.failureCount;
    },
    summarize: (outcome) => summarize(state, outcome),
  };
}

const openTestReport = () => ({
  others: [] as TestFailure[],
  kinds: new Map<string, Kind>(),
  failuresByFile: new Map<string, number>(),
  failureCount: 0,
});
type TestReportState = ReturnType<typeof openTestReport>;

function fail(state: TestReportState, failure: TestFailure) {
  state.failureCount += 1;
  const file = failure.group ?? (failure.test ?? failure.raised)?.path;
  if (file !== undefined && (state.failuresByFile.has(file) || state.failuresByFile.size < maxFiles))
    state.failuresByFile.set(file, (state.failuresByFile.get(file) ?? 0) + 1);
  const text = textOf(failure);
  const shape = shapeOf(text, failure);
  const kind = state.kinds.get(shape);
  if (kind) addTo(kind, text, failure);
  else if (state.kinds.size < maxReasons) {
    const texts = new Map([[text, { first: failure, count: 1 }]]);
    state.kinds.set(shape, { first: failure, count: 1, texts });
  }
  if (state.others.length < maxFailures) state.others.push(failure);
}

function summarize(state: TestReportState, outcome: TestOutcome): Summary {
  const byKind = [...state.kinds.values()].map(reasonsOf);
  // One of each kind comes before the second of any.
  const reasons = [...byKind.flatMap((own) => own.slice(0, 1)), ...byKind.flatMap((own) => own.slice(1))];
  const [first, ...more] = reasons;
  const firsts = new Set(reasons.map((reason) => reason.first));
  // What failed again in a later run is counted beside its reason.
  const shown = new Set([...firsts].map(identityOf));
  const again = state.others.filter((failure) => !firsts.has(failure) && shown.has(identityOf(failure)));
  const remaining = state.others.filter((failure) => !shown.has(identityOf(failure)));
  const root = commonRoot([...firsts, ...remaining]);
  const files = new Set([...firsts].flatMap((failure) => belowRoot(failure, root).test?.path ?? []));
  const hasFailed =
    state.failureCount > 0 ||
    outcome.isBroken === true ||
    outcome.counts.some(([count, word]) => count > 0 && isBad(word));
  return {
    kind: outcome.kind,
    verdict: testVerdict(outcome, state.failureCount),
    statesSize: true,
    isComplete:
      outcome.isBroken !== true && (outcome.also ?? []).every((message) => !message.startsWith('stopped')),
    sections: [
      firstSection(first, root),
      reasonSection(more, reasons.length === state.failureCount || state.kinds.size === maxReasons, root),
      otherSection(
        remaining.map((failure) => belowRoot(failure, root)),
        state.failureCount - reasons.length - again.length,
        files,
      ),
      fileSection(state.failuresByFile, state.failureCount, root, outcome.groups ?? 'file'),
      parentSection(isEachCounted(outcome, state.failureCount) ? [] : (outcome.parents ?? [])),
      noteSection(outcome.notes ?? []),
    ],
    explainsFailure: hasFailed,
  };
}

/** Whether the runner counts no more failures than it lists. */
const isEachCounted = ({ counts }: TestOutcome, failureCount: number): boolean =>
  (counts.find(([, word]) => word === 'failed')?.[0] ?? 0) <= failureCount;

function addTo(kind: Kind, text: string, failure: TestFailure): void {
  kind.count += 1;
  if (kind.texts === null) return;
  const known = kind.texts.get(text);
  if (known) known.count += 1;
  else if (kind.texts.size < maxTexts) kind.texts.set(text, { first: failure, count: 1 });
  else kind.texts = null;
}

/** Where only the numbers differ, one reason is likely within a file, but not across files. */
function shapeOf(text: string, { test, raised }: TestFailure): string {
  const shape = text.replaceAll(/\d+/g, '0');
  return shape === text ? text : `${shape} ${(raised ?? test)?.path}`;
}

const reasonsOf = ({ first, count, texts }: Kind): readonly Reason[] =>
  texts === null ? [{ first, count, haveOtherValues: true }] : [...texts.values()];

const identityOf = ({ name, test, group }: TestFailure): string =>
  JSON.stringify([name, group ?? test?.path]);

const textOf = ({ name, message, sides }: TestFailure): string =>
  message.length === 0
    ? `name ${name.join(' ')}`
    : [...message, ...sides.expected, ...sides.actual].join(' ');
