import type { Candidate, NotedLine } from './line-shape.ts';
import { fieldClasses, type LineScan, unitAt } from './scan-line.ts';
import type { Surroundings } from './surroundings.ts';

/** The longest time between two consecutive lines with a time. */
export interface Pause {
  seconds: number;
  /** They are times of day; otherwise numbers that rise like those. */
  isTime: boolean;
  /** The second longest. */
  otherSeconds: number;
  /** Displayed numbers of the lines before and after it. */
  from: number;
  to: number;
  /** The line after it. */
  candidate: Candidate;
}

export interface Pauses {
  /** @param line the one just entered in `surroundings` */
  add(line: NotedLine, scan: LineScan, surroundings: Surroundings): void;
  /** `null`: none is far longer than the others. */
  longest(): Pause | null;
}

interface Clock {
  last: number;
  lastLine: number;
  first: number;
  isTime: boolean;
  /** It went back by more than a minute: the day has ended, or it is no clock. */
  hasFallen: boolean;
  /** A hash of the date before the time. */
  day: number;
  count: number;
  rises: number;
  longest: number;
  second: number;
  from: number;
  to: number;
  candidate: Candidate | null;
}

/** Times are among the first fields. */
const clockFields = 3;
const minCount = 20;
const minRising = 0.95;
/** Threads write a little out of order. */
const maxFall = 60;
/** How many times the second longest and the mean a pause is to be. */
const ofSecond = 3;
const ofMean = 10;

/** Compares the times that lines start with: `21:38:29.123`, `[25/Nov/2026:04:29:32`, `0.000397065`. */
export function createPauses(): Pauses {
  const clocks: (Clock | undefined)[] = [];
  return {
    add(line, scan, surroundings) {
      const end = Math.min(scan.fieldCount, clockFields);
      for (let field = 0; field < end; field += 1) {
        const kind = scan.fieldClass[field];
        if (kind !== fieldClasses.number && kind !== fieldClasses.bracket) continue;
        const [start, stop] = [scan.fieldStart[field] ?? 0, scan.fieldEnd[field] ?? 0];
        const time = timeAt(start, stop);
        const isTime = !Number.isNaN(time);
        const seconds = isTime ? time : decimalAt(start, stop);
        if (Number.isNaN(seconds)) continue;
        const clock = clocks[field];
        const day = isTime ? dayBefore(scan, field) : 0;
        if (clock?.isTime === isTime) step(clock, seconds, day, line.number, surroundings);
        else if (!clock) clocks[field] = startAt(seconds, day, isTime, line.number);
        return;
      }
    },
    longest() {
      const far = clocks.flatMap((clock) => (clock && isFar(clock) ? [clock] : []));
      const [clock] = far.toSorted((a, b) => b.count - a.count);
      if (!clock?.candidate) return null;
      const { longest, isTime, second, from, to, candidate } = clock;
      return { seconds: longest, isTime, otherSeconds: second, from, to, candidate };
    },
  };
}

const startAt = (seconds: number, day: number, isTime: boolean, line: number): Clock => ({
  isTime,
  day,
  hasFallen: false,
  last: seconds,
  lastLine: line,
  first: seconds,
  count: 0,
  rises: 0,
  longest: 0,
  second: 0,
  from: 0,
  to: 0,
  candidate: null,
});

/** `2026-11-25`, `25/11/2026`: a number without them may be that of a process. */
function hasDateSign(start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) if (unitAt(at) === 45 || unitAt(at) === 47) return true;
  return false;
}

/** The characters of the field up to its time, and the field before, which may be the date. */
function dayBefore({ fieldStart, fieldEnd, fieldClass }: LineScan, field: number): number {
  const hasDate =
    field > 0 &&
    fieldClass[field - 1] === fieldClasses.number &&
    hasDateSign(fieldStart[field - 1] ?? 0, fieldEnd[field - 1] ?? 0);
  const start = fieldStart[hasDate ? field - 1 : field] ?? 0;
  const end = Math.min(fieldEnd[field] ?? 0, start + dateCharacters);
  let hash = 0;
  for (let at = start; at < end && unitAt(at + 2) !== colon; at += 1) hash = Math.imul(hash ^ unitAt(at), 31);
  return hash;
}

function step(clock: Clock, seconds: number, day: number, line: number, surroundings: Surroundings): void {
  // Over a change of date, times of day say nothing of how long it was.
  if (day !== clock.day) {
    Object.assign(clock, { day, last: seconds, lastLine: line, hasFallen: clock.hasFallen || clock.isTime });
    return;
  }
  const pause = seconds - clock.last;
  clock.count += 1;
  if (pause >= 0) clock.rises += 1;
  if (pause < -maxFall) clock.hasFallen = true;
  if (pause > clock.longest) {
    clock.second = clock.longest;
    clock.longest = pause;
    clock.from = clock.lastLine;
    clock.to = line;
    clock.candidate = surroundings.capture();
  } else if (pause > clock.second) clock.second = pause;
  clock.last = seconds;
  clock.lastLine = line;
}

function isFar({ hasFallen, count, rises, first, last, longest, second }: Clock): boolean {
  if (hasFallen || count < minCount || rises < count * minRising || second <= 0) return false;
  return longest >= second * ofSecond && longest >= ((last - first) / count) * ofMean;
}

const [dot, colon, zero] = [46, 58, 48];
const clockWithin = 32;
const dateCharacters = 24;
/** With fewer digits, a number is hardly a time. */
const minDecimals = 6;
const isDigit = (at: number): boolean => unitAt(at) >= zero && unitAt(at) <= zero + 9;
const twoDigits = (at: number): number => (unitAt(at) - zero) * 10 + unitAt(at + 1) - zero;

/** The seconds of a time of day in a field of the last scanned line. */
function timeAt(start: number, end: number): number {
  const last = Math.min(end, start + clockWithin) - 5;
  for (let at = start + 2; at < last; at += 1) {
    if (unitAt(at) !== colon || unitAt(at + 3) !== colon) continue;
    // The year of `25/Nov/2026:04:29:32` is no hour.
    if (at - 3 >= start && isDigit(at - 3)) continue;
    if (![at - 2, at - 1, at + 1, at + 2, at + 4, at + 5].every(isDigit)) continue;
    return twoDigits(at - 2) * 3_600 + twoDigits(at + 1) * 60 + twoDigits(at + 4) + fractionAt(at + 6, end);
  }
  return Number.NaN;
}

/** A number with many decimals, as those of seconds since the start have. */
function decimalAt(start: number, end: number): number {
  let at = start;
  let whole = 0;
  for (; at < end && isDigit(at); at += 1) whole = whole * 10 + unitAt(at) - zero;
  const isDecimal = at > start && unitAt(at) === dot && end - at > minDecimals;
  for (let digit = at + 1; isDecimal && digit < end; digit += 1) if (!isDigit(digit)) return Number.NaN;
  return isDecimal ? whole + fractionAt(at, end) : Number.NaN;
}

/** `.123` or `,123` */
function fractionAt(start: number, end: number): number {
  if (unitAt(start) !== dot && unitAt(start) !== 44) return 0;
  let value = 0;
  let scale = 1;
  for (let at = start + 1; at < end && isDigit(at); at += 1) {
    value = value * 10 + unitAt(at) - zero;
    scale *= 10;
  }
  return value / scale;
}
