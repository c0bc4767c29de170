import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { holdsWord, wordsOf } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';

/**
 * Messages of the operating system, the shell and the network for what cannot be done: strerror(3),
 * getaddrinfo(3), bash, ssh, curl.
 */
const plainReasons =
  'Permission denied|No such file or directory|Is a directory|Not a directory|Operation not permitted|Operation not supported|File exists|Connection refused|Connection timed out|Connection reset by peer|Operation timed out|Name or service not known|Temporary failure in name resolution|No space left on device|Read-only file system|Device or resource busy|command not found|not found|Host key verification failed|Argument list too long|Broken pipe|Input/output error|Text file busy|Directory not empty|Too many open files|Too many levels of symbolic links|Network is unreachable|No route to host|Cannot allocate memory|Invalid argument|Exec format error|Killed|Segmentation fault|Aborted|Bus error|Bad file descriptor|Resource temporarily unavailable|Invalid cross-device link|File name too long|Stale file handle|Disk quota exceeded|Unauthorized|Forbidden';
const reasons = new RegExp(
  `(?:${plainReasons}|Could not resolve host\\b.{0,100}|unrecognized option .{0,60}|invalid option .{0,60}|Cannot open: .{0,60})(?: \\(core dumped\\)| \\(\\w[\\w,-]{0,80}\\))?[.!]?$`,
);
const reasonWords = wordsOf(
  ...plainReasons.split('|'),
  ...['Could not resolve host', 'unrecognized option ', 'invalid option ', 'Cannot open: '],
);
const program = /^([\w./+-]{1,80}): /;

interface Failure {
  text: string;
  count: number;
  line: number;
  first: string;
}

const maxFailures = 200;

/** Errors of ordinary commands, counted by kind: `find: Permission denied ×512`. */
export const commandErrors: Summarizer = {
  kind: 'command errors',
  covers: 'rest',
  recognise(evidence) {
    const { type, head, tail } = evidence;
    if (type !== 'terminal' || !holdsWord(evidence, reasonWords)) return null;
    return hasError(head) || (tail !== head && hasError(tail)) ? 'marked' : null;
  },
  read() {
    const failures = new Map<string, Failure>();
    let count = 0;
    return {
      line(text, line) {
        const match = endsInReason(text) ? reasons.exec(text) : null;
        if (!match) return;
        count += 1;
        const who = program.exec(text)?.[1] ?? '';
        const key = `${who}: ${match[0]}`;
        const known = failures.get(key);
        if (known) known.count += 1;
        else if (failures.size < maxFailures)
          failures.set(key, { text: copyString(key), count: 1, line, first: copyString(text.slice(0, 400)) });
      },
      finish() {
        if (count === 0) return null;
        return {
          kind: 'command errors',
          verdict: [plural(count, 'error')],
          explainsFailure: true,
          sections: [failureSection([...failures.values()])],
        };
      },
    };
  },
};

const lastCharacters = 200;
const endsInReason = (text: string): boolean =>
  text.includes(': ') && reasons.test(text.slice(-lastCharacters));
const hasError = (text: string): boolean =>
  text.split('\n').some((line) => program.test(line) && endsInReason(line));

function failureSection(failures: readonly Failure[]): Section {
  return {
    heading: null,
    noun: 'distinct error',
    total: failures.length,
    layout: 'lines',
    facts: failures
      .toSorted((a, b) => b.count - a.count)
      .map(({ text, count, line, first }, index): Fact => {
        const shown = quote(first, 200);
        const known =
          count === 1 ? `${line}: ${shown}` : `${text} ×${figure(count)}, first at ${line}: ${shown}`;
        return {
          rank: (index < 6 ? ranks.cause : ranks.sample) + index,
          line,
          text: known,
          quotes: [shown],
        };
      }),
  };
}
