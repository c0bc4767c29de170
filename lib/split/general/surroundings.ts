import { copyString } from '../copy-string.ts';
import type { Candidate, LineShape, NotedLine } from './line-shape.ts';

/** Of a line this much is held: what is shown is cut again, around what it is shown for. */
const maxCharacters = 1_200;
const maxAncestors = 12;
const shownAncestors = 2;
const linesAfter = 3;
const frameWithin = 25;
const blockWithin = 60;
const failuresWithin = 9;
const locationWithin = 8;

export interface Surroundings {
  /** Ends the block. */
  blank(): void;
  /** The next line; of an error is wanted which code it comes from. */
  enter(line: Omit<NotedLine, 'isOwn'>, isError: boolean): NotedLine;
  /** The line just entered as a candidate, one however often it is asked for: what follows it is added to it while it is read. */
  capture(): Candidate;
  /** Nothing more is added to a candidate that another one has replaced. */
  forget(candidate: Candidate): void;
  /** What the line just entered is, for those after it: a sum, and one that counts failures. */
  leave(isTotal: boolean, countsFailures: boolean): void;
}

interface Follower {
  candidate: Candidate;
  linesLeft: number;
  frameLinesLeft: number;
  blockLinesLeft: number;
  /** Lines set in below it have come. */
  isInBlock: boolean;
}

/** Knows of each line what stands around it, in memory that does not grow with the result. */
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
  let followers: Follower[] = [];
  return {
    blank() {
      head = null;
      previous = null;
      wasTotal = false;
      for (const each of followers) if (each.candidate.after.length > 0) each.linesLeft = 0;
    },
    enter({ text, number, indent, shape }, isError) {
      while ((ancestors.at(-1)?.indent ?? -1) >= indent) ancestors.pop();
      current = { number, text, indent, shape, isOwn: false };
      captured = null;
      wantsFrame = isError;
      if (followers.length > 0) followers = showTo(followers, current);
      return current;
    },
    capture() {
      if (captured) return captured;
      const candidate: Candidate = {
        line: own(current as NotedLine),
        above: ancestors.slice(-shownAncestors).map(own),
        head: head && own(head),
        record: record && own(record),
        location:
          location && current && current.number - location.number <= locationWithin ? own(location) : null,
        before: previous && own(previous),
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
      captured = candidate;
      return candidate;
    },
    forget(candidate) {
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
  };
}

/** @returns those that want to see more lines */
function showTo(followers: readonly Follower[], line: NotedLine): Follower[] {
  const wantsFrame = followers.some(({ frameLinesLeft }) => frameLinesLeft > 0);
  const isFrame = wantsFrame && isOwnFrame(line.text);
  return followers.filter((each) => {
    if (each.linesLeft > 0) {
      each.linesLeft -= 1;
      each.candidate.after.push(own(line));
    }
    if (each.frameLinesLeft > 0) {
      each.frameLinesLeft -= 1;
      if (isFrame) {
        each.candidate.frame = own(line);
        each.frameLinesLeft = 0;
      }
    }
    if (each.blockLinesLeft > 0) {
      each.blockLinesLeft -= 1;
      const { candidate } = each;
      if (line.indent > candidate.line.indent) each.isInBlock = true;
      else {
        if (each.isInBlock) candidate.conclusion = own(line);
        each.blockLinesLeft = 0;
      }
    }
    return each.linesLeft > 0 || each.frameLinesLeft > 0 || each.blockLinesLeft > 0;
  });
}

const isLocationAlone = (text: string): boolean =>
  text.length < 200 && text.endsWith(':') && /^\S+\.\w{1,5}:\d+(?::\d+)?:$/.test(text);

const frame = /[\w@-]\.[A-Za-z]{1,5}(?::|", line |\()\d/;
const vendored =
  /node_modules|site-packages|dist-packages|\/usr\/(?:lib|include|share)|node:internal|node:[a-z]+:|<frozen|\.cargo\/registry|rustc\/|vendor\/|go\/pkg\/mod|go\/src\/|java\.base|jdk\.|libexec/;

/** A frame of a stack, or a place, in code that is not somebody else's. */
export const isOwnFrame = (text: string): boolean => frame.test(text) && !vendored.test(text);
export const isVendored = (text: string): boolean => vendored.test(text);

/** Takes a line out of the piece of text it was cut from, which would be held as long as it is. */
function own(line: NotedLine): NotedLine {
  if (!line.isOwn) {
    line.text = copyString(line.text.slice(0, maxCharacters));
    line.isOwn = true;
  }
  return line;
}
