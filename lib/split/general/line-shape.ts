import type { NumberSketch } from './number-sketch.ts';

/** Numbers are kept for up to this many lines of a shape. */
export const maxRows = 8;

/** Two neighbouring numbers of a shape: rows read and rows written. */
export interface EqualPair {
  equal: number;
  unequal: number;
  /** The first line in which they differ, after several in which they did not; 0: none. */
  oddLine: number;
}

/** What is known about all lines of one shape. */
export interface LineShape {
  count: number;
  /** `count` may be too low, since shapes were dropped. */
  isLowerBound: boolean;
  firstLine: number;
  lastLine: number;
  numbers: NumberSketch[];
  /** By the position of the first of the two. */
  pairs: EqualPair[];
  /** The numbers in the first few lines. */
  rows: { line: number; numbers: readonly number[]; holes: number }[];
  /** The first version in each line, with the first line of each; `null`: there are too many. */
  versions: Map<string, { count: number; line: number }> | null;
  /** By position, numbers with a point: how many digits follow it, and whether a last one of several is a zero. */
  fractions: Map<number, { least: number; most: number; endsInZero: boolean }> | null;
  /** Some of its lines differ in IDs, paths or quoted texts. */
  hasOtherHoles: boolean;
  /** The hashes of the first ones in its first line, and as bits which of them differ in other lines. */
  holeHashes: readonly number[];
  otherHoles: number;
  /** Severity of its words, which all its lines share. */
  severity: number;
  totality: number;
  isPassed: boolean;
  /** The lines are error counters that are not 0. */
  isCounter: boolean;
  /**
   * The first lines; `extremes`: those with a new extreme number; `last`: the last line with an error or a
   * total.
   */
  first: Candidate[];
  extremes: Map<number, Candidate>;
  last: Candidate | null;
}

/** A line that may be shown, with its displayed number. */
export interface NotedLine {
  number: number;
  text: string;
  indent: number;
  shape: LineShape | null;
  /** `text` was copied, so it no longer retains the larger string that it was cut from. */
  isOwn: boolean;
}

/** A line that stands out, with the context needed to understand it. */
export interface Candidate {
  line: NotedLine;
  /** Less indented lines above that it belongs to, the nearest last. */
  above: readonly NotedLine[];
  /** The first line of its block; blocks are separated by blank lines. */
  head: NotedLine | null;
  /** The last line above with the shape of the result's first line. */
  record: NotedLine | null;
  /** The last line shortly above that consists of a location alone: `a.f90:13:56:`. */
  location: NotedLine | null;
  before: NotedLine | null;
  after: NotedLine[];
  /** The first location in project code among the stack frames below it. */
  frame: NotedLine | null;
  /** The line after the indented block below it: the message of a traceback. */
  conclusion: NotedLine | null;
  /** A total that counts failures is a few lines above it. */
  followsFailures: boolean;
  /** The line before it is a total as well. */
  followsTotal: boolean;
}

/** A line as a candidate without any context. */
export const aloneOf = (line: NotedLine): Candidate => ({
  line,
  above: [],
  head: null,
  record: null,
  location: null,
  before: null,
  after: [],
  frame: null,
  conclusion: null,
  followsFailures: false,
  followsTotal: false,
});
