import { isSameFile, type SourceLocation } from './source-location.ts';
import { stackFrame } from './stack-frame.ts';
import { noSides, type Sides, type TestFailure } from './test-failure.ts';
import { tidyMessage } from './tidy-message.ts';

/** Lines beyond this add nothing to one failure. */
const maxLines = 150;
const maxFrames = 40;
const maxValues = 20;
const messageLines = 3;
const longMessageLines = 6;
const lineCharacters = 500;

export type FailureMeaning = Pick<TestFailure, 'test' | 'raised' | 'message' | 'sides'>;

/** Collects the text below the name of a failed test. */
export interface FailureText {
  add(line: string): void;
  /** @param file the test's file, where the runner names it; else `null` */
  finish(file: string | null): FailureMeaning;
}

type SideName = 'expected' | 'actual';

/**
 * Extracts message, expected and actual value, and project frames from the text that JavaScript test runners
 * print for a failure; the code excerpt around it is skipped.
 * @param isMessageLong everything up to the stack is the message, as in Java, where a value may span lines
 */
export function createFailureText({ isMessageLong = false } = {}): FailureText {
  const frames: SourceLocation[] = [];
  const message: string[] = [];
  const diff: Record<SideName, string[]> = { expected: [], actual: [] };
  const named: Record<SideName, string[]> = { expected: [], actual: [] };
  /** Diff lines seen before their legend: bun prints the legend below the diff. */
  const unannounced: string[] = [];
  /** Which value the `+` lines of a diff show; `null`: no diff legend was seen. */
  let plusIs: SideName | null = null;
  let count = 0;
  let isMessageOver = false;
  let isDiffOver = false;

  const readDiff = (text: string): boolean => {
    const announced = sideOfPlus(text);
    if (announced !== null) {
      // The runner may print its own diff after the assertion's; one is enough.
      isDiffOver ||= diff.expected.length + diff.actual.length > 0;
      plusIs = announced;
      for (const buffered of unannounced.splice(0)) readDiff(buffered);
      return true;
    }
    if (plusIs === null && isMessageOver && frames.length === 0 && /^[+-] \S/.test(text)) {
      if (unannounced.length < maxValues) unannounced.push(text);
      return true;
    }
    if (plusIs === null || frames.length > 0 || !/^[+-](?![+-])/.test(text)) return false;
    if (isDiffOver) return true;
    const side = (text[0] === '+') === (plusIs === 'expected') ? 'expected' : 'actual';
    const value = text.slice(1).trim().replace(/,$/, '');
    if (value !== '' && diff[side].length < maxValues) diff[side].push(value);
    return true;
  };
  const readMessage = (text: string) => {
    if (isMessageOver || plusIs !== null) return;
    message.push(text);
    isMessageOver = isMessageLong
      ? message.length === longMessageLines
      : message.length === messageLines || !/[:{]$|^\w*(?:Error|Exception)$/.test(text);
  };
  return {
    add(line) {
      count += 1;
      const text = line.trim().slice(0, lineCharacters);
      if (count > maxLines || text === '' || codeAround.test(text)) return;
      if (text === colourLegend) isMessageOver = true;
      const frame = stackFrame(text);
      if (frame) {
        isMessageOver = true;
        if (frame.own !== null && frames.length < maxFrames) frames.push(frame.own);
      } else if (isMessageLong) readMessage(text);
      else if (!readDiff(text) && !readSide(text, named)) readMessage(text);
    },
    finish(file) {
      const pieces = message.map(tidyMessage).filter((text) => text !== '');
      const sides = diff.expected.length + diff.actual.length > 0 ? diff : named;
      const own = file === null ? frames : frames.map((frame) => underRoot(frame, rootOf(frames, file)));
      return {
        test: testLocation(own, file),
        raised: own[0] ?? null,
        message: pieces,
        sides: isSaid(sides, pieces) ? noSides : sides,
      };
    },
  };
}

/** The legend mocha prints above a diff whose two values differ only in colour. */
const colourLegend = 'actual expected';

/** ` 12 |   code`, `> 12 | code`, `   |   ^`, ava's ` 12:   code`, and the carets below. */
const codeAround = /^(?:(?:>\s*)?\d+ ?[|:│](?:\s|$)|[|│]|[\^~─⎯]+$)/;

/** `+ expected - actual`, `- Expected`, `+ Received`, `Difference (- actual, + expected):`, `--- Expected`. */
function sideOfPlus(text: string): SideName | null {
  if (text.includes('(- actual, + expected)')) return 'expected';
  if (text[0] === '-') return /^-{1,3} expected\b/i.test(text) ? 'actual' : null;
  if (text[0] !== '+') return null;
  if (/^\+ expected\b/i.test(text)) return 'expected';
  return /^\+{1,3} (?:actual|received)\b/i.test(text) ? 'actual' : null;
}

const sideLine = /^(expected|received|actual|got)\b[^:]{0,20}:\s*(\S.*)$/i;

/** `Expected: 4.4`, `Received: 4.375`, `actual: 4.375,`. */
function readSide(text: string, sides: Record<SideName, string[]>): boolean {
  const match = 'EeRrAaGg'.includes(text[0] ?? ' ') ? sideLine.exec(text) : null;
  if (!match) return false;
  const side = match[1]?.toLowerCase() === 'expected' ? 'expected' : 'actual';
  if (sides[side].length === 0) sides[side].push((match[2] ?? '').replace(/,$/, ''));
  return true;
}

const isSaid = ({ expected, actual }: Sides, message: readonly string[]): boolean =>
  [...expected, ...actual].every((value) => message.some((text) => text.includes(value)));

/**
 * The common parent folder of all files, derived from a file that appears both as a full and as a relative
 * path.
 */
function rootOf(frames: readonly SourceLocation[], file: string): string {
  const full = frames.find(({ path }) => path.endsWith(`/${file}`));
  return full ? full.path.slice(0, -file.length) : '';
}

const underRoot = ({ path, line }: SourceLocation, root: string): SourceLocation => ({
  path: root !== '' && path.startsWith(root) ? path.slice(root.length) : path,
  line,
});

const looksLikeTest = /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e)(?=[/._-]|$)/i;

/** The frame of the test itself: the outermost frame in its file. */
function testLocation(frames: readonly SourceLocation[], file: string | null): SourceLocation | null {
  if (file === null) return frames.findLast(({ path }) => looksLikeTest.test(path)) ?? frames.at(-1) ?? null;
  return frames.findLast(({ path }) => isSameFile(path, file)) ?? { path: file, line: null };
}
