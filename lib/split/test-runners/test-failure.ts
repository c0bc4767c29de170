import type { SourceLocation } from './source-location.ts';

/** A test that failed, or a file of tests that could not be read. */
export interface TestFailure {
  /** Literal pieces of the result: suites, then the test itself. Empty: it has none. */
  name: readonly string[];
  /** What is said in the place of a name, in our words. */
  unnamed?: string;
  /** In the test's own file, which failures are counted by. */
  test: SourceLocation | null;
  /** Where it was raised, in code of the project. */
  raised: SourceLocation | null;
  /** The first of what is said of it, in literal pieces. */
  message: readonly string[];
  /** What was expected and what came, where the message does not say so. */
  sides: Sides;
  /** What failures are counted by, where that is not the file: a package. */
  group?: string;
  /** Where it stands in the result; `null`: that is not known. */
  line: number | null;
  /** It is told in characters that the result writes otherwise (XML, JSON): no literal pieces of it. */
  isDecoded?: true;
}

/** Literal lines of two values that should have been equal; empty where the program does not show them. */
export interface Sides {
  expected: readonly string[];
  actual: readonly string[];
}

export const noSides: Sides = { expected: [], actual: [] };
