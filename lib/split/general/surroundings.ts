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
  const ancestors: NotedLine[] = [];
  let head: NotedLine | null = null;
  let previous: NotedLine | null = null;
  let current: NotedLine | null = null;
  let captured: Candidate | null = null;
  let wantsFrame = false;
  let first: LineShape | null = null;
  let record: NotedLine | null = null;
  let location: NotedLine | null = null;
  let wasTotal = false;
  let failuresLeft = 0;
  const followers: Follower[] = [];
  const unsettled = new Set<Candidate>();
  return {
    blank() {
      head = null;
      previous = null;
      wasTotal = false;
      for (const each of followers) if (each.candidate.after.length > 0) each.linesLeft = 0;
    },
    enter({ text, number, indent, shape }, isError) {
      while (ancestors.length > 0 && (ancestors.at(-1)?.indent ?? -1) >= indent) ancestors.pop();
      current = { number, text, indent, shape, isOwn: false };
      captured = null;
      wantsFrame = isError;
      if (followers.length > 0) showTo(followers, current, unsettled);
      return current;
    },
    capture() {
      if (captured) return captured;
      const line = current as NotedLine;
      const isNear = location !== null && line.number - location.number <= locationWithin;
      const candidate: Candidate = {
        line,
        above: ancestors.slice(-shownAncestors),
        head,
        record,
        location: isNear ? location : null,
        before: previous,
        after: [],
        frame: null,
        conclusion: null,
        followsFailures: failuresLeft > 0,
        followsTotal: wasTotal,
      };
      followers.push({
        candidate,
        linesLeft: linesAfter,
        frameLinesLeft: wantsFrame ? frameWithin : 0,
        blockLinesLeft: wantsFrame ? blockWithin : 0,
        isInBlock: false,
      });
      unsettled.add(candidate);
      captured = candidate;
      return candidate;
    },
    forget(candidate) {
      unsettled.delete(candidate);
      const index = followers.findLastIndex((each) => each.candidate === candidate);
      if (index !== -1) followers.splice(index, 1);
    },
    leave(isTotal, countsFailures) {
      if (current === null) return;
      failuresLeft = countsFailures ? failuresWithin : Math.max(0, failuresLeft - 1);
      wasTotal = isTotal;
      head ??= current;
      previous = current;
      first ??= current.shape;
      if (current.shape === first) record = current;
      if (isLocationAlone(current.text)) location = current;
      ancestors.push(current);
      if (ancestors.length > maxAncestors) ancestors.shift();
    },
    settle() {
      for (const candidate of unsettled) ownLines(candidate);
      unsettled.clear();
    },
  };
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
