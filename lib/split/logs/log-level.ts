/** Severity of an entry: 5 fatal, 4 error, 3 warning, 2 info, 1 debug, 0 trace. */
export type Severity = 0 | 1 | 2 | 3 | 4 | 5;

const words: Record<Severity, string> = {
  5: 'fatal critical crit emergency emerg alert panic dpanic',
  4: 'error err eror severe fail failed failure',
  3: 'warning warn wrn',
  2: 'info information inf notice note log success default system',
  1: 'debug dbg config fine verbose http statement',
  0: 'trace trc finer finest silly all',
};

const severities = new Map<string, Severity>(
  ([0, 1, 2, 3, 4, 5] as const).flatMap((severity) =>
    words[severity].split(' ').flatMap((word): [string, Severity][] => [
      [word, severity],
      [word.toUpperCase(), severity],
    ]),
  ),
);

/** `null`: the word is not a level. */
export const logSeverityOf = (word: string): Severity | null =>
  severities.get(word) ?? severities.get(word.toLowerCase()) ?? null;

/** Numeric levels of Pino and Bunyan. */
const numbers = new Map([
  ['10', 'trace'],
  ['20', 'debug'],
  ['30', 'info'],
  ['40', 'warn'],
  ['50', 'error'],
  ['60', 'fatal'],
]);

/** `error` for `50`. */
export const levelOfNumber = (number: string): string | null => numbers.get(number) ?? null;

/** Level names as loggers write them, for regular expressions. */
export const levelWords =
  'TRACE|TRC|FINEST|FINER|FINE|DEBUG|DBG|VERBOSE|INFORMATION|INFO|INF|NOTICE|LOG|STATEMENT|WARNING|WARN|WRN|SEVERE|ERROR|ERR|EROR|CRITICAL|CRIT|FATAL|PANIC|ALERT|EMERGENCY|EMERG|DPANIC|SUCCESS';

/**
 * A level as loggers print it: a separate word in capitals, or in any case inside brackets or bars or before
 * a colon.
 */
export const levelPattern = new RegExp(
  `(?:^|[\\s[(|<"'])(${levelWords})(?=[\\s\\])|>:,"'/]|$)|[[(|<] ?(?:[a-z_]{1,20}:)?(${levelWords.toLowerCase()}|[A-Z][a-z]{2,10}) *[\\])|>]|(?:^|\\s)(${levelWords.toLowerCase()}|err!|Info|Warn|Warning|Error|Debug|Notice|Fatal): `,
);
