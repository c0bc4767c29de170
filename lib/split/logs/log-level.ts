/** How bad an entry is: 5 the program ends, 4 an error, 3 a warning, 2 usual, 1 for finding faults, 0 each step. */
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

/** `null`: the word is no level. */
export const logSeverityOf = (word: string): Severity | null =>
  severities.get(word) ?? severities.get(word.toLowerCase()) ?? null;

/** Pino and bunyan. */
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

/** As loggers write them, for expressions. */
export const levelWords =
  'TRACE|TRC|FINEST|FINER|FINE|DEBUG|DBG|VERBOSE|INFORMATION|INFO|INF|NOTICE|LOG|STATEMENT|WARNING|WARN|WRN|SEVERE|ERROR|ERR|EROR|CRITICAL|CRIT|FATAL|PANIC|ALERT|EMERGENCY|EMERG|DPANIC|SUCCESS';

/** A level as loggers set it: in capitals as a word of its own, or in any case where brackets, bars or a colon mark it. */
export const levelPattern = new RegExp(
  `(?:^|[\\s[(|<"'])(${levelWords})(?=[\\s\\])|>:,"'/]|$)|[[(|<] ?(?:[a-z_]{1,20}:)?(${levelWords.toLowerCase()}|[A-Z][a-z]{2,10}) *[\\])|>]|(?:^|\\s)(${levelWords.toLowerCase()}|err!|Info|Warn|Warning|Error|Debug|Notice|Fatal): `,
);
