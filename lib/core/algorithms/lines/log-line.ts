/** Severity of a log line; fatal counts as an error, a notice as info. */
export const logLevels = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A range of characters in a line, [from, to). */
export interface LogPosition {
  from: number;
  to: number;
}

/** What a log line says about itself; `null`: not stated. */
export interface LogLine {
  /** Without surrounding brackets. */
  time: LogPosition | null;
  /** The word that names the level, without its markup. */
  level: ({ name: LogLevel } & LogPosition) | null;
  /** The line continues the previous one: it is indented, or part of a stack trace. */
  isContinuation: boolean;
}

const wordsOf: Record<LogLevel, string> = {
  error: 'error err eror severe fatal critical crit emergency emerg alert panic dpanic',
  warn: 'warning warn wrn',
  info: 'info information inf notice log success',
  debug: 'debug dbg fine verbose',
  trace: 'trace trc finer finest silly',
};
const levelOfWord = new Map(
  logLevels.flatMap((name) => wordsOf[name].split(' ').map((word): [string, LogLevel] => [word, name])),
);
const anyWord = [...levelOfWord.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** Numeric levels of Pino and bunyan. */
const levelOfNumber: Readonly<Record<string, LogLevel>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
};

/** The level is only looked for within this many characters; what follows is the message. */
const levelCharacters = 160;

const clock = '\\d{2}:\\d{2}:\\d{2}(?:[.,:]\\d{1,9})?';
const zone = '(?: ?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const forms = [
  `\\d{4}[-/.]\\d{2}[-/.]\\d{2}(?:[T ]|, ?)${clock}${zone}`,
  `(?:[A-Z][a-z]{2},? )?${month} {1,2}\\d{1,2}(?:,? \\d{4})? ${clock}(?: \\d{4})?`,
  `\\d{1,2}[-/ ]${month}[-/ ]\\d{4}[ :]${clock}${zone}`,
  `\\d{2}[-/]\\d{2}(?:[-/]\\d{2,4})? ${clock}`,
  clock,
].join('|');
/** The time may follow the prefix of a program that runs several others: `web-1  | `. */
const timeAtStart = new RegExp(`^(?:[\\w.-]{1,60} +\\| |\\d{1,9}:[A-Z] )?[[(<]?(${forms})(?![\\w:])`);

/** A level stored under a key: JSON and logfmt. */
const levelKey =
  /(?:"(?:level|severity|lvl|levelname|log\.level)": ?"?|(?:^| )(?:level|lvl|severity)="?)(\w{2,11})/;
/**
 * A level in capitals must be a whole word; in any case, it must be in brackets, before a colon, or right
 * after the time.
 */
const levelWord = new RegExp(
  `(?:^|[\\s[(|<"'])(${anyWord.toUpperCase()})(?=[\\s\\])|>:,"'/]|$)` +
    `|[[(|<] ?(?:[a-z_]{1,20}:)?((?:${anyWord})|(?:${capitalised(anyWord)})) *[\\])|>]` +
    `|(?:^|\\s)(${anyWord}|${capitalised(anyWord)}): `,
);
const levelBehindTime = new RegExp(`^[\\])>]?[\\s|-]{0,4}(${anyWord})(?=\\s|$)`, 'i');
/** The priority in syslog, after the host: `demo auth.warn sshd[911]: `. */
const levelOfPriority = new RegExp(`^ [\\w.:-]{1,100} [a-z]{2,9}\\d?\\.(${anyWord}) [^\\s:]{1,90}: `);

function capitalised(words: string): string {
  return words.replace(
    /(^|\|)([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

/** How runtimes begin the lines that follow an error. */
const continuation = /^(?:\s|Traceback \(|Caused by: |\.\.\. \d+ more|goroutine \d)/;

/** Finds the time and the level in a line, if it is a log line. Takes bounded time for any line. */
export function readLogLine(text: string): LogLine {
  const head = text.length > levelCharacters * 2 ? text.slice(0, levelCharacters * 2) : text;
  if (continuation.test(head)) return { time: null, level: null, isContinuation: true };
  const match = timeAtStart.exec(head);
  const end = match?.[0].length ?? 0;
  const time = match?.[1] === undefined ? null : { from: end - match[1].length, to: end };
  return { time, level: levelIn(head, end), isContinuation: false };
}

function levelIn(head: string, from: number): LogLine['level'] {
  const remaining = head.slice(from, from + levelCharacters);
  const behind = from === 0 ? null : (levelBehindTime.exec(remaining) ?? levelOfPriority.exec(remaining));
  const match = behind ?? levelKey.exec(head) ?? levelWord.exec(remaining);
  const word = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!match || word === undefined) return null;
  const name = levelOfWord.get(word.toLowerCase()) ?? levelOfNumber[word];
  if (name === undefined) return null;
  const start = match.index + match[0].lastIndexOf(word) + (match.input === head ? 0 : from);
  return { name, from: start, to: start + word.length };
}
