import type { SourceLocation } from './source-location.ts';

/** A failed test, or a test file that could not be loaded. */
export interface TestFailure {
  /** Verbatim pieces of the result: the suites, then the test. Empty: it has no name. */
  name: readonly string[];
  /** Shown instead of a name, in our own words. */
  unnamed?: string;
  /** Location in the test's own file; failures are counted by that file. */
  test: SourceLocation | null;
  /** Where the error was raised, in project code. */
  raised: SourceLocation | null;
  /** The first lines of the message, in verbatim pieces. */
  message: readonly string[];
  /** Expected and actual value, where the message does not contain them. */
  sides: Sides;
  /** What failures are counted by instead of the file: a package. */
  group?: string;
  /** Line in the result; `null`: unknown. */
  line: number | null;
  /** The result encodes this text (XML, JSON), so it cannot be quoted verbatim. */
  isDecoded?: true;
}

/** Verbatim lines of two values that should have been equal; empty when the runner does not print them. */
export interface Sides {
  expected: readonly string[];
  actual: readonly string[];
  /** What the runner calls the two, where it does not say which one was expected. */
  words?: readonly [expected: string, actual: string];
}

export const noSides: Sides = { expected: [], actual: [] };
