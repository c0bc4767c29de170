import type { LogEntry, LogFormat } from './log-entry.ts';
import { levelPattern, levelWords, logSeverityOf } from './log-level.ts';
import { anyLogTime, logTimes } from './log-time.ts';
import { namedValuesIn } from './named-values.ts';

/** The level is searched for only this far into a line; what follows is the message. */
const levelCharacters = 120;
/** klog and glog: `E1121 23:41:41.430000 1234 file.go:12] message`. */
const klog = /^([IWEF])(\d{4} \d{2}:\d{2}:\d{2}\.\d{6}) +\d+ ([^\]\s]{1,200})\] /;
const klogLevels: Record<string, string> = { I: 'INFO', W: 'WARNING', E: 'ERROR', F: 'FATAL' };
/** Android: `11-21 23:41:41.430  1234  1234 E Tag: message`. */
const logcat = /^ +\d+ +\d+ ([VDIWEF]) ([^:]{1,60}): /;
const logcatLevels: Record<string, string> = {
  V: 'verbose',
  D: 'debug',
  I: 'info',
  W: 'warning',
  E: 'error',
  F: 'fatal',
};
/** Redis: `22 Nov 2026 07:54:45.123 # message`. */
const signed = /^ ([.*#-]) (\S.*)$/;
const signLevels: Record<string, string> = { '.': 'debug', '-': 'verbose', '*': 'notice', '#': 'warning' };
/** zap and others put tabs between time, level and message; other tab-separated fields are a table. */
const levelInTabs = new RegExp(`^(?:\\t[^\\t]{0,60}){0,2}\\t(?:${levelWords})\\t`, 'i');
/**
 * syslog and the journal: `host program[12]: message`, sometimes with `facility.priority` before the program.
 */
const syslog = /^ ([\w.:-]{1,100}) (?:[a-z]{2,9}\d?\.([a-z]{3,7}) )?([\w./@-]{1,80})(?:\[\d{1,10}\])?: /;
/** A level without a time: `ERROR: message`, `[INFO] message`. */
const levelFirst = /^(?:\[ *([A-Za-z]{3,11}) *\]|([A-Z]{3,11})(?::| -| \|| {1,4}\S)|([a-z]{3,9}):) ?/;

/** The ways a line of a text log starts. */
export const textStarts: readonly RegExp[] = [anyLogTime, klog, levelFirst];

/** Logs whose lines start with a time or a level. `null`: too few of the first lines do. */
export function detectTextFormat(lines: readonly string[]): LogFormat | null {
  const parseTimed = learnTimed(lines);
  const timed = lines.filter((line) => parseTimed(line) !== null);
  if (isLog(timed, lines) && hasWords(timed))
    return { isTimed: true, isLiteral: true, parse: parseTimed, fieldsOf: namedValuesIn };
  const levelled = lines.filter((line) => parseLevelled(line) !== null);
  return isLog(levelled, lines) && levelled.length >= 4
    ? { isTimed: false, isLiteral: true, parse: parseLevelled, fieldsOf: namedValuesIn }
    : null;
}

/**
 * Learns from the first lines what to look for in the others: the two most common time formats, levels,
 * program names.
 */
function learnTimed(lines: readonly string[]): (text: string) => LogEntry | null {
  const candidates = lines.filter((line) => anyLogTime.test(line));
  const times = logTimes
    .map((pattern, index) => ({
      pattern,
      index,
      count: candidates.filter((line) => pattern.test(line)).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 2)
    // A date alone is also the start of a full timestamp.
    .toSorted((a, b) => a.index - b.index)
    .map(({ pattern }) => pattern);
  const rests = candidates.flatMap((line) => restOf(line, times) ?? []);
  const has = (pattern: RegExp) => rests.some((remaining) => pattern.test(remaining));
  const [isSyslog, isLogcat] = [rests.some((remaining) => syslogAt(remaining) !== null), has(logcat)];
  const isLevelled = rests.some((remaining) => levelIn(remaining) !== null);
  const isSpring = rests.some((remaining) => remaining.includes(' --- '));
  const isRedis = lines.some((line) => /^\d{1,9}:[A-Z] \d/.test(line));
  const isKlog = lines.some((line) => klog.test(line));
  return (text) => {
    const first = text.charCodeAt(0);
    // A time is never indented, so indented lines such as stack frames end here.
    if (first === 32 || first === 9) return null;
    const match = matchAny(times, text);
    if (!match) return isKlog ? parseKlog(text) : null;
    const time = match[1] ?? '';
    const remaining = text.slice(match[0].length);
    if (isSeparator(remaining.charCodeAt(0)) && !levelInTabs.test(remaining)) return null;
    const sign = isRedis ? signed.exec(remaining) : null;
    if (sign) return { time, level: signLevels[sign[1] ?? ''] ?? null, message: sign[2] ?? '', source: null };
    const android = isLogcat ? logcat.exec(remaining) : null;
    if (android) {
      const level = logcatLevels[android[1] ?? ''] ?? null;
      return { time, level, message: remaining.slice(android[0].length), source: android[2] ?? null };
    }
    const matched = isSyslog ? syslogAt(remaining) : null;
    const body = matched ? remaining.slice(matched[0].length) : remaining;
    const priority = matched?.[2];
    if (priority !== undefined) return { time, level: priority, message: body, source: matched?.[3] ?? null };
    const level = isLevelled ? levelIn(body) : null;
    const message = level === null ? body.trim() : messageOf(body, level);
    const logger = isSpring ? springLogger.exec(message) : null;
    return {
      time,
      level: level?.word ?? null,
      message: logger ? message.slice(logger[0].length) : message,
      source: logger?.[1] ?? matched?.[3] ?? null,
    };
  };
}

/** A level in the position of the host or program means another layout. */
function syslogAt(remaining: string): RegExpExecArray | null {
  const match = syslog.exec(remaining);
  const isLevel = (word: string) => logSeverityOf(word.replace(/:$/, '')) !== null;
  const isOther = [match?.[1], match?.[3]].some((word) => word !== undefined && isLevel(word));
  return isOther ? null : match;
}

function matchAny(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
}

function restOf(text: string, times: readonly RegExp[]): string | null {
  const match = matchAny(times, text);
  return match && text.slice(match[0].length);
}

const isLog = (entries: readonly string[], lines: readonly string[]): boolean =>
  entries.length >= 3 &&
  (entries.length * 2 > lines.length || (entries.length >= 8 && entries.length * 5 > lines.length));

/** Only numbers after a time are a table of measurements, not a log. */
const hasWords = (lines: readonly string[]): boolean =>
  lines.filter((line) => /[A-Za-z]{3}/.test(restOf(line, logTimes) ?? line)).length * 2 > lines.length;

function parseKlog(text: string): LogEntry | null {
  const match = klog.exec(text);
  if (!match) return null;
  return {
    time: match[2] ?? null,
    level: klogLevels[match[1] ?? ''] ?? null,
    message: text.slice(match[0].length),
    source: match[3] ?? null,
  };
}

interface Level {
  word: string;
  start: number;
  end: number;
}

function levelIn(body: string): Level | null {
  const match = levelPattern.exec(body.length > levelCharacters ? body.slice(0, levelCharacters) : body);
  const word = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!match || word === undefined || logSeverityOf(word) === null) return null;
  return { word, start: match.index, end: match.index + match[0].length };
}

/** `4711 --- [shop] [main] c.e.shop.Orders : ` */
const springLogger = /^\d{1,10} --- (?:\[[^\]]{0,100}\] ){1,3}(\S{1,120}) *: /;
/** `5627#5627: *41 ` of nginx, `[pid 4711] `. */
const processNumbers = /^(?:\d{1,10}#\d{1,10}: (?:\*\d{1,12} )?|\[(?:pid )?\d{1,10}(?::tid \d{1,20})?\] )/;

const openBracket = 91;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** A comma, semicolon or tab is followed by another field of a table. */
const isSeparator = (code: number): boolean => code === 44 || code === 59 || code === 9;

/** The message after the level, and after the logger's name when one is between them. */
function messageOf(body: string, { end }: Level): string {
  const text = body.slice(end).replace(/^[\s\])|>:,"'/-]+/, '');
  const first = text.charCodeAt(0);
  if (first !== openBracket && !isDigit(first)) return text;
  const remaining = text.replace(processNumbers, '');
  const tags = /^(?:\[[\w.,:@/ -]{1,80}\] +){1,3}(?=\S)/.exec(remaining);
  return tags && remaining.length > tags[0].length ? remaining.slice(tags[0].length) : remaining;
}

function parseLevelled(text: string): LogEntry | null {
  const match = levelFirst.exec(text);
  const word = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!match || word === undefined || logSeverityOf(word) === null) return null;
  const end =
    match[0].length - (match[2] !== undefined && /\S$/.test(match[0]) && !/[:|-]$/.test(match[0]) ? 1 : 0);
  return { time: null, level: word, message: text.slice(end).trim(), source: null };
}
