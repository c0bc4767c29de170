import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';

/** `[pid  71]     0.000036 `: the process and the time before a call. */
const prefix = /^ *(?:\[pid +(\d+)\] +|(\d+) +)?(?:[\d:.]+ +){0,3}/;
/** `connect(4, {…}, 16) = -1 ECONNREFUSED (Connection refused) <0.0001>`, also resumed after another process. */
const call =
  /^(?:(\w+)\(|<\.\.\. (\w+) resumed>)(.*?)(?:\) += (\S+)(?: (E[A-Z0-9]+) \(([^()]{1,80})\)| [^"=]{1,120})?(?: <[\d.]+>)?| <unfinished \.\.\.>)$/;
/** What the traced program printed on standard output or error. */
const printed = /^[12](?:<[^>]{1,80}>)?, "((?:[^"\\]|\\.){1,200})"/;
const ending = /^(?:\+\+\+ (?!exited with 0)(.{1,60}) \+\+\+|--- (SIG(?!CHLD|CONT|WINCH)\w+) )/;
const escapes: Readonly<Record<string, string>> = { '\\n': ' ', '\\t': ' ', '\\"': '"', '\\\\': '\\' };
/** Looking for a file in several locations is how programs start. */
const isSearch = (name: string, errno: string): boolean =>
  errno === 'ENOENT' && /^(?:access|open|openat|stat|newfstatat|readlink|statx|faccessat2?)$/.test(name);
const isRetry = (errno: string): boolean => /^(?:EAGAIN|EINTR|EINPROGRESS|ENOTTY|EWOULDBLOCK)$/.test(errno);
/** The path of a call: `AT_FDCWD, "/etc/x", O_RDONLY`. */
const pathIn = /^(?:\w+, )?"((?:[^"\\]|\\.){1,400})"/;
const maxMissing = 500;
const shownMissing = 3;
const messageIn = (parameters: string): string =>
  (printed.exec(parameters)?.[1] ?? '').replaceAll(/\\./g, (pair) => escapes[pair] ?? pair).trim();
const maxKinds = 60;
const lastMessages = 8;
const argumentCharacters = 110;

interface Seen {
  text: string;
  count: number;
  line: number;
}

/** System calls: those that failed, by call and error, what the program printed last, and how it ended. */
export const strace: Summarizer = {
  kind: 'strace',
  covers: 'part',
  recognise(evidence) {
    if (evidence.programs.some(({ name }) => name === 'strace')) return 'named';
    return hasMark(evidence, [mark(/^(?:\d+ +)?(?:[\d.:]+ )?execve\("[^"]+", \[.*\) += 0/m, 'execve')])
      ? 'marked'
      : null;
  },
  read(): Reader {
    const reading = initialReading();
    return {
      line: (text, line) => readLine(reading, text, line),
      finish: () => finishReading(reading),
    };
  },
};

const initialReading = () => ({
  failures: new Map<string, Seen>(),
  messages: [] as Seen[],
  /** Files that were nowhere, by their names: a file that is found somewhere is no longer missing. */
  missing: new Map<string, Seen>(),
  ends: [] as Seen[],
  callCount: 0,
  failureCount: 0,
  isCapped: false,
});
type Reading = ReturnType<typeof initialReading>;

function fail(reading: Reading, key: string, text: string, line: number) {
  const known = reading.failures.get(key);
  if (known) known.count += 1;
  else if (reading.failures.size < maxKinds)
    reading.failures.set(copyString(key), { text: copyString(text), count: 1, line });
  else reading.isCapped = true;
}

function search(reading: Reading, path: string, isFound: boolean, line: number) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  reading.missing.delete(name);
  // Every program looks for it, and hardly any system has it.
  if (isFound || name === 'ld.so.preload') return;
  reading.missing.set(copyString(name), { text: copyString(path), count: 1, line });
  const [oldest] = reading.missing.size > maxMissing ? reading.missing.keys() : [];
  if (oldest !== undefined) reading.missing.delete(oldest);
}

function print(reading: Reading, text: string, line: number) {
  const last = reading.messages.at(-1);
  if (last?.text === text) last.count += 1;
  else reading.messages.push({ text: copyString(text), count: 1, line });
  if (reading.messages.length > lastMessages) reading.messages.shift();
}

function readLine(reading: Reading, text: string, line: number) {
  const [{ length } = { length: 0 }, pid = null, bare = null] = prefix.exec(text) ?? [''];
  const event = text.slice(length);
  const [, exit, signal] = ending.exec(event) ?? [];
  const end = exit ?? signal;
  if (end !== undefined) {
    const process = pid ?? bare;
    if (reading.ends.length < 10)
      reading.ends.push({
        text: copyString(process === null ? end : `process ${process} ${end}`),
        count: 1,
        line,
      });
    return;
  }
  const [, begun, resumed, parameters = '', result, errno, meaning = ''] = call.exec(event) ?? [];
  const name = begun ?? resumed;
  if (name === undefined) {
    // The program's own output interrupts the call that prints it.
    const interrupted = /^write\((.*)$/.exec(event)?.[1] ?? '';
    if (printed.test(interrupted)) print(reading, messageIn(interrupted), line);
    return;
  }
  if (resumed === undefined) reading.callCount += 1;
  if (name === 'write' && errno === undefined && result !== undefined && printed.test(parameters))
    print(reading, messageIn(parameters), line);
  const path = isSearch(name, 'ENOENT') ? pathIn.exec(parameters)?.[1] : undefined;
  if (path !== undefined && (errno === undefined || errno === 'ENOENT'))
    search(reading, path, errno === undefined, line);
  if (errno === undefined) return;
  reading.failureCount += 1;
  if (isRetry(errno) || isSearch(name, errno)) return;
  const shown = begun === undefined ? name : `${name}(${quote(parameters, argumentCharacters)})`;
  fail(reading, `${name} ${parameters} ${errno}`, `${shown} ${errno}: ${meaning}`, line);
}

function finishReading(reading: Reading): Summary | null {
  if (reading.callCount === 0) return null;
  return {
    kind: 'strace',
    verdict: [
      plural(reading.failureCount, 'failed call'),
      ...reading.ends.map(({ text }) => text).slice(0, 3),
    ],
    explainsFailure: reading.failures.size > 0 || reading.ends.length > 0,
    sections: [
      seenSection('', [...reading.failures.values()], reading.isCapped ? null : 'failed call', ranks.failure),
      missingSection([...reading.missing.values()]),
      // What was printed last may say why it ended.
      seenSection('printed ', reading.messages, null, ranks.spread),
    ],
  };
}

/** The last files that were looked for and not found anywhere. */
function missingSection(found: readonly Seen[]): Section {
  const facts = found
    .slice(-shownMissing)
    .toReversed()
    .map(({ text, line }, index): Fact => {
      const shown = quote(text, argumentCharacters);
      return { rank: ranks.spread + index / 10, line, text: `${line}: not found: ${shown}`, quotes: [shown] };
    });
  return { heading: null, noun: null, total: 0, layout: 'lines', facts };
}

function seenSection(label: string, found: readonly Seen[], noun: string | null, rank: number): Section {
  const facts = found.map(
    ({ text, count, line }, index): Fact => ({
      rank: rank + (noun === null && label !== '' ? found.length - index : index) / 10,
      line,
      text: `${line}: ${label}${quote(text, 180)}${count > 1 ? ` (×${count})` : ''}`,
    }),
  );
  return { heading: null, noun, total: facts.length, layout: 'lines', facts };
}
