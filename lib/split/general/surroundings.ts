import { copyString } from '../copy-string.ts';
import type { Candidate, LineShape, NotedLine } from './line-shape.ts';

/** Kept characters of a line; what is shown is cut again, around the relevant part. */
const maxCharacters = 1_200;
const maxAncestors = 12;
const shownAncestors = 2;
const linesAfter = 3;
const frameWithin = 25;
const blockWithin = 60;
const failuresWithin = 9;
const locationWithin = 8;

export interface Surroundings {
  /** A blank line ends the block. */
  blank(): void;
  /** Enters the next line. For an error, the stack frame it comes from is looked for below it. */
  enter(line: Omit<NotedLine, 'isOwn'>, isError: boolean): NotedLine;
  /**
   * The line just entered as a candidate, the same one on repeated calls. The lines after it are added as
   * they are read.
   */
  capture(): Candidate;
  /** Stops adding lines to a candidate that another one has replaced. */
  forget(candidate: Candidate): void;
  /**
   * Finishes the current line, with what the lines after it need to know: whether it is a total, and one that
   * counts failures.
   */
  leave(isTotal: boolean, countsFailures: boolean): void;
  /**
   * Copies the lines that candidates keep, so that they no longer retain the text they were cut from. Called
   * once for many lines, since most candidates are replaced soon.
   */
  settle(): void;
}

interface Follower {
  candidate: Candidate;
  linesLeft: number;
  frameLinesLeft: number;
  blockLinesLeft: number;
  /** Indented lines below the candidate have been seen. */
  isInBlock: boolean;
}

/** Tracks the context of each line in memory that does not grow with the result. */
export function createSurroundings(): Surroundings {
  const state = openSurroundings();
  return {
    blank: () => blank(state),
    enter: (line, isError) => enter(state, line, isError),
    capture: () => capture(state),
    forget: (candidate) => forget(state, candidate),
    leave: (isTotal, countsFailures) => leave(state, isTotal, countsFailures),
    settle() {
      for (const candidate of state.unsettled) ownLines(candidate);
      state.unsettled.clear();
    },
  };
}

const openSurroundings = () => ({
  ancestors: [] as NotedLine[],
  head: null as NotedLine | null,
  previous: null as NotedLine | null,
  current: null as NotedLine | null,
  captured: null as Candidate | null,
  wantsFrame: false,
  first: null as LineShape | null,
  record: null as NotedLine | null,
  location: null as NotedLine | null,
  wasTotal: false,
  failuresLeft: 0,
  followers: [] as Follower[],
  unsettled: new Set<Candidate>(),
});
type SurroundingsState = ReturnType<typeof openSurroundings>;

function blank(state: SurroundingsState) {
  state.head = null;
  state.previous = null;
  state.wasTotal = false;
  for (const each of state.followers) if (each.candidate.after.length > 0) each.linesLeft = 0;
}

function enter(
  state: SurroundingsState,
  { text, number, indent, shape }: Omit<NotedLine, 'isOwn'>,
  isError: boolean,
): NotedLine {
  while (state.ancestors.length > 0 && (state.ancestors.at(-1)?.indent ?? -1) >= indent)
    state.ancestors.pop();
  state.current = { number, text, indent, shape, isOwn: false };
  state.captured = null;
  state.wantsFrame = isError;
  if (state.followers.length > 0) showTo(state.followers, state.current, state.unsettled);
  return state.current;
}

function capture(state: SurroundingsState): Candidate {
  if (state.captured) return state.captured;
  const line = state.current as NotedLine;
  const isNear = state.location !== null && line.number - state.location.number <= locationWithin;
  const candidate: Candidate = {
    line,
    above: state.ancestors.slice(-shownAncestors),
    head: state.head,
    record: state.record,
    location: isNear ? state.location : null,
    before: state.previous,
    after: [],
    frame: null,
    conclusion: null,
    followsFailures: state.failuresLeft > 0,
    followsTotal: state.wasTotal,
  };
  state.followers.push({
    candidate,
    linesLeft: linesAfter,
    frameLinesLeft: state.wantsFrame ? frameWithin : 0,
    blockLinesLeft: state.wantsFrame ? blockWithin : 0,
    isInBlock: false,
  });
  state.unsettled.add(candidate);
  state.captured = candidate;
  return candidate;
}

function forget(state: SurroundingsState, candidate: Candidate) {
  state.unsettled.delete(candidate);
  const index = state.followers.findLastIndex((each) => each.candidate === candidate);
  if (index !== -1) state.followers.splice(index, 1);
}

function leave(state: SurroundingsState, isTotal: boolean, countsFailures: boolean) {
  if (state.current === null) return;
  state.failuresLeft = countsFailures ? failuresWithin : Math.max(0, state.failuresLeft - 1);
  state.wasTotal = isTotal;
  state.head ??= state.current;
  state.previous = state.current;
  state.first ??= state.current.shape;
  if (state.current.shape === state.first) state.record = state.current;
  if (isLocationAlone(state.current.text)) state.location = state.current;
  state.ancestors.push(state.current);
  if (state.ancestors.length > maxAncestors) state.ancestors.shift();
}

/** Adds the line to the candidates above it that need more lines, and removes those that need none after it. */
function showTo(followers: Follower[], line: NotedLine, unsettled: Set<Candidate>): void {
  const isFrame = followers.some(({ frameLinesLeft }) => frameLinesLeft > 0) && isOwnFrame(line.text);
  let kept = 0;
  for (const each of followers) {
    if (show(each, line, isFrame)) unsettled.add(each.candidate);
    if (each.linesLeft > 0 || each.frameLinesLeft > 0 || each.blockLinesLeft > 0) {
      followers[kept] = each;
      kept += 1;
    }
  }
  followers.length = kept;
}

/** @returns whether the candidate keeps the line */
function show(follower: Follower, line: NotedLine, isFrame: boolean): boolean {
  const { candidate } = follower;
  let isKept = false;
  if (follower.linesLeft > 0) {
    follower.linesLeft -= 1;
    candidate.after.push(line);
    isKept = true;
  }
  if (follower.frameLinesLeft > 0) {
    follower.frameLinesLeft = isFrame ? 0 : follower.frameLinesLeft - 1;
    if (isFrame) {
      candidate.frame = line;
      isKept = true;
    }
  }
  if (follower.blockLinesLeft > 0) {
    follower.blockLinesLeft -= 1;
    if (line.indent > candidate.line.indent) follower.isInBlock = true;
    else {
      follower.blockLinesLeft = 0;
      if (follower.isInBlock) {
        candidate.conclusion = line;
        isKept = true;
      }
    }
  }
  return isKept;
}

function ownLines({
  line,
  above,
  head,
  record,
  location,
  before,
  after,
  frame,
  conclusion,
}: Candidate): void {
  own(line);
  for (const each of above) own(each);
  for (const each of after) own(each);
  for (const each of [head, record, location, before, frame, conclusion]) if (each) own(each);
}

const isLocationAlone = (text: string): boolean =>
  text.length < 200 && text.endsWith(':') && /^\S+\.\w{1,5}:\d+(?::\d+)?:$/.test(text);

const frame = /[\w@-]\.[A-Za-z]{1,5}(?::|", line |\()\d/;
const vendored =
  /node_modules|site-packages|dist-packages|\/usr\/(?:lib|include|share)|node:internal|node:[a-z]+:|<frozen|\.cargo\/registry|rustc\/|vendor\/|go\/pkg\/mod|go\/src\/|java\.base|jdk\.|libexec/;

/** A stack frame or location in project code, not in vendored code. */
export const isOwnFrame = (text: string): boolean => frame.test(text) && !vendored.test(text);
export const isVendored = (text: string): boolean => vendored.test(text);

/** Copies a line's text, so that it does not retain the larger string that it was cut from. */
function own(line: NotedLine): void {
  if (line.isOwn) return;
  line.text = copyString(line.text.slice(0, maxCharacters));
  line.isOwn = true;
}
