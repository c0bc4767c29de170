import type { NumberSketch } from './number-sketch.ts';

/** Of so many lines of a shape each one's numbers are held. */
export const maxRows = 8;

/** What is known of all lines of one shape. */
export interface LineShape {
  count: number;
  /** Some of its lines may have come before it was known. */
  isLowerBound: boolean;
  firstLine: number;
  lastLine: number;
  numbers: NumberSketch[];
  /** Of the first few lines what numbers stand in them. */
  rows: { line: number; numbers: readonly number[] }[];
  /** By its words, which all its lines share. */
  severity: number;
  totality: number;
  isPassed: boolean;
  /** A counter of trouble that is not 0. */
  isCounter: boolean;
  /** The first few, those with a number like none before, and the last of those that tell of trouble or are sums. */
  first: Candidate[];
  extremes: Map<number, Candidate>;
  last: Candidate | null;
}

/** A line that may be shown, and its number as people see it. */
export interface NotedLine {
  number: number;
  text: string;
  indent: number;
  shape: LineShape | null;
  /** `text` no longer holds the piece of the result that it was cut out of. */
  isOwn: boolean;
}

/** A line that stands out, with what it cannot be understood without. */
export interface Candidate {
  line: NotedLine;
  /** Less indented lines above, which it belongs to; the nearest last. */
  above: readonly NotedLine[];
  /** The first line of its block: what stands between blank lines. */
  head: NotedLine | null;
  /** The last line above that is like the first of the result. */
  record: NotedLine | null;
  /** The last line above, close by, that is a place alone: `a.f90:13:56:`. */
  location: NotedLine | null;
  before: NotedLine | null;
  after: NotedLine[];
  /** The first place in own code among the frames below it. */
  frame: NotedLine | null;
  /** The line that ends the block set in below it: what a traceback says. */
  conclusion: NotedLine | null;
  /** It stands shortly below a sum that counts failures. */
  followsFailures: boolean;
  /** The line before it is a sum as well. */
  followsTotal: boolean;
}
