import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';

/** `connect(4, {…}, 16) = -1 ECONNREFUSED (Connection refused)`, after a process and a time. */
const failedCall = /(?:^|\s)(\w+)\((.{0,300})\)\s+= -1 (E[A-Z0-9]+) \(([^)]{1,80})\)/;
/** What the traced program printed: on standard output or error. */
const printed = /\bwrite\([12](?:<[^>]{1,80}>)?, "((?:[^"\\]|\\.){1,200})"/;
const ending =
  /^(?:\[pid +\d+\] |\d+ +)?(?:[\d.:]+ )?(?:\+\+\+ (?!exited with 0)(.{1,60}) \+\+\+|--- (SIG(?!CHLD|CONT|WINCH)\w+) )/;
/** Looking for a file in several locations is how programs start. */
const isSearch = (call: string, errno: string): boolean =>
  errno === 'ENOENT' && /^(?:access|open|openat|stat|newfstatat|readlink|statx|faccessat2?)$/.test(call);
const isRetry = (errno: string): boolean => /^(?:EAGAIN|EINTR|EINPROGRESS|ENOTTY|EWOULDBLOCK)$/.test(errno);
const maxKinds = 60;
const maxPrinted = 400;
const argumentCharacters = 110;

interface Failure {
  text: string;
  count: number;
  line: number;
}

/** System calls: those that failed, by call and error, what the program printed, and how it ended. */
export const strace: Summarizer = {
  kind: 'strace',
  covers: 'part',
  recognise(evidence) {
    if (evidence.programs.some(({ name }) => name === 'strace' || name === 'ltrace')) return 'named';
    return hasMark(evidence, [mark(/^(?:\d+ +)?(?:[\d.:]+ )?execve\("[^"]+", \[.*\) += 0/m, 'execve')])
      ? 'marked'
      : null;
  },
  read(): Reader {
    const failures = new Map<string, Failure>();
    const messages = new Map<string, Failure>();
    const ends: Failure[] = [];
    let callCount = 0;
    let failureCount = 0;
    const count = (into: Map<string, Failure>, key: string, text: string, line: number, max: number) => {
      const known = into.get(key);
      if (known) known.count += 1;
      else if (into.size < max) into.set(copyString(key), { text: copyString(text), count: 1, line });
    };
    return {
      line(text, line) {
        const [, exit, signal] = ending.exec(text) ?? [];
        const end = exit ?? signal;
        if (end !== undefined && ends.length < 10) ends.push({ text: copyString(end), count: 1, line });
        if (/\w\(/.test(text)) callCount += 1;
        const [, message] = printed.exec(text) ?? [];
        if (message !== undefined) {
          const shown = message.replaceAll('\\n', ' ').trim();
          count(messages, shown, shown, line, maxPrinted);
        }
        const [, call, given, errno, meaning] = failedCall.exec(text) ?? [];
        if (call === undefined || given === undefined || errno === undefined || isRetry(errno)) return;
        failureCount += 1;
        if (isSearch(call, errno)) return;
        const shown = `${call}(${quote(given, argumentCharacters)}) ${errno}: ${meaning}`;
        count(failures, `${call} ${given} ${errno}`, shown, line, maxKinds);
      },
      finish() {
        if (callCount === 0) return null;
        return {
          kind: 'strace',
          verdict: [`${figure(failureCount)} failed calls`, ...ends.map(({ text }) => text).slice(0, 3)],
          explainsFailure: failures.size > 0 || ends.length > 0,
          sections: [
            countedSection('failed call', [...failures.values()], (index) => ranks.failure + index / 10),
            // What was printed last may say why it ended.
            countedSection('message', [...messages.values()], (index, total) =>
              total - index <= 4 ? ranks.spread + (total - index) / 10 : ranks.sample + index,
            ),
          ],
        };
      },
    };
  },
};

function countedSection(
  noun: string,
  found: readonly Failure[],
  rankAt: (index: number, total: number) => number,
): Section {
  const facts = found.map(
    ({ text, count, line }, index): Fact => ({
      rank: rankAt(index, found.length),
      line,
      text: `${line}: ${noun === 'message' ? 'printed ' : ''}${quote(text, 180)}${count > 1 ? ` (×${figure(count)})` : ''}`,
    }),
  );
  return { heading: null, noun, total: facts.length, layout: 'lines', facts };
}
