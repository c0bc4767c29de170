import type { Summary } from '../summary.ts';
import { commonRoot } from './common-root.ts';
import type { TestFailure } from './test-failure.ts';
import type { TestOutcome } from './test-outcome.ts';
import {
  fileSection,
  firstSection,
  noteSection,
  otherSection,
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

export function createTestReport(): TestReport {
  const others: TestFailure[] = [];
  const reasons = new Map<string, Reason>();
  const files = new Map<string, number>();
  let failureCount = 0;
  return {
    fail(failure) {
      failureCount += 1;
      const file = failure.group ?? (failure.test ?? failure.raised)?.path;
      if (file !== undefined && (files.has(file) || files.size < maxFiles))
        files.set(file, (files.get(file) ?? 0) + 1);
      const key = shapeOf(failure);
      const known = reasons.get(key);
      if (known) known.count += 1;
      else if (reasons.size < maxReasons) return void reasons.set(key, { first: failure, count: 1 });
      if (others.length < maxFailures) others.push(failure);
    },
    get failureCount() {
      return failureCount;
    },
    summarize(outcome) {
      const [first, ...more] = reasons.values();
      const hasFailed =
        failureCount > 0 ||
        outcome.isBroken === true ||
        outcome.counts.some(([count, word]) => count > 0 && isBad(word));
      const root = commonRoot([...[...reasons.values()].map((reason) => reason.first), ...others]);
      return {
        kind: outcome.kind,
        verdict: testVerdict(outcome, failureCount),
        statesSize: true,
        isComplete:
          outcome.isBroken !== true &&
          (outcome.also ?? []).every((message) => !message.startsWith('stopped')),
        sections: [
          firstSection(first, root),
          reasonSection(more, reasons.size === failureCount || reasons.size === maxReasons, root),
          otherSection(others, failureCount - reasons.size),
          fileSection(files, failureCount, root, outcome.groups ?? 'file'),
          noteSection(outcome.notes ?? []),
        ],
        explainsFailure: hasFailed,
      };
    },
  };
}

/** Failures whose text differs only in numbers share one reason. */
const shapeOf = ({ name, message, sides }: TestFailure): string =>
  message.length === 0
    ? `name ${name.join(' ')}`
    : [...message, ...sides.expected, ...sides.actual].join(' ').replaceAll(/\d+/g, '0');
