import { expect, test } from 'vitest';
import { type LogLevel, readLogLine } from '#lib/core/algorithms/lines/log-line.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { detectLog } from '#lib/split/logs/detect-log.ts';
import { logSeverityOf } from '#lib/split/logs/log-level.ts';
import type { Evidence } from '#lib/split/summarizer.ts';
import { allRecordings } from '#scripts/split/recordings.ts';
import { expectLinear } from '#tests/support/expect-linear.ts';

const report = (text: string) => {
  const { time, level, isContinuation } = readLogLine(text);
  const cut = (location: { from: number; to: number } | null) =>
    location && text.slice(location.from, location.to);
  return { time: cut(time), word: cut(level), level: level?.name ?? null, isContinuation };
};

test.each<[string, string | null, string, LogLevel]>([
  ['10:02:11 error connect ECONNREFUSED', '10:02:11', 'error', 'error'],
  ['2026-11-21T23:41:41.430Z INFO  server started', '2026-11-21T23:41:41.430Z', 'INFO', 'info'],
  ['2026-11-21 23:41:41,430 - shop - WARNING - slow', '2026-11-21 23:41:41,430', 'WARNING', 'warn'],
  ['[2026-11-21 23:41:41] [error] [pid 4711] AH00126', '2026-11-21 23:41:41', 'error', 'error'],
  ['2026/11/21 23:41:41 [crit] 12#12: *41 open() failed', '2026/11/21 23:41:41', 'crit', 'error'],
  ['{"level":30,"time":1764000000,"msg":"an ERROR in words"}', null, '30', 'info'],
  ['{"time":"x","severity":"DEBUG"}', null, 'DEBUG', 'debug'],
  ['ts=2026-11-21T10:00:00Z level=warn msg="pool: 0 idle"', null, 'warn', 'warn'],
  ['[TRACE] entering', null, 'TRACE', 'trace'],
  ['error: no such file', null, 'error', 'error'],
  ['web-1  | 10:00:00 Fatal out of memory', '10:00:00', 'Fatal', 'error'],
])('%s', (text, time, word, level) => {
  expect(report(text)).toEqual({ time, word, level, isContinuation: false });
});

test.each([
  '    at flush (src/import/batch.ts:118)',
  '\tat shop.Orders',
  'Traceback (most recent call last):',
])('lines below a log entry belong to it: %s', (text) =>
  expect(report(text)).toMatchObject({ isContinuation: true, level: null }),
);

test.each(['an error in the middle of words', '10:00:00 connect without error handling', 'plain', ''])(
  'plain words are not a log level: %j',
  (text) => expect(report(text).level).toBeNull(),
);

test('a line of a million characters is parsed in linear time', async () => {
  const read = (length: number) =>
    [' '.repeat(length), '['.repeat(length), `10:00:00 ${'a:'.repeat(length / 2)}`].map(readLogLine);
  await expectLinear(1_000_000, read);
  expect(read(1_000_000)).toEqual([
    { time: null, level: null, isContinuation: true },
    { time: null, level: null, isContinuation: false },
    { time: { from: 0, to: 8 }, level: null, isContinuation: false },
  ]);
});

const severities: Record<LogLevel, readonly number[]> = {
  error: [4, 5],
  warn: [3],
  info: [2],
  debug: [1],
  trace: [0],
};
const logs = allRecordings().flatMap(({ name, text }) => {
  const shown = plainTerminalText(text);
  const format = detectLog({ type: 'terminal', language: null, head: shown, tail: shown } as Evidence);
  const isLevelled = format !== null && shown.split('\n').some((line) => format.parse(line)?.level != null);
  return name.startsWith('logs/') && isLevelled ? [{ name, lines: shown.split('\n'), format }] : [];
});

test('there are recordings from enough loggers', () => expect(logs.length).toBeGreaterThan(7));

test.each(logs)('people see the levels that the model is sent: $name', ({ lines, format }) => {
  const differing = lines.filter((line) => {
    const word = format?.parse(line)?.level ?? null;
    const severity = word === null ? null : logSeverityOf(word);
    const level = readLogLine(line).level?.name;
    return severity === null
      ? level !== undefined
      : level === undefined || !severities[level].includes(severity);
  });
  expect(differing).toEqual([]);
});
