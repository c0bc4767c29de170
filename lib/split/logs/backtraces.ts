import { copyString } from '../copy-string.ts';
import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { isOwnCode } from './traces/own-code.ts';

/** `Thread 6 (Thread 0x7f64 (LWP 16977) "worker-4"):`, `Thread 2 (LWP 81):` */
const threadStart = /^Thread (\d{1,6}) \((.{1,200})\):$/;
const threadNames = [/"([^"]{1,80})"/, /(LWP \d{1,9})/, /(process \d{1,9})/];
/** `#7  0x000055c3 in transfer_funds (j=...) at pool.cpp:16`, `#0  0x00007f in clone3 () from /lib/libc.so` */
const frame =
  /^#\d{1,4} {1,2}(?:0x[0-9a-f]{1,16} in )?(.{1,300}?) \((.{0,600}?)\)(?: at (\S{1,300}:\d{1,9})| from (\S{1,300}))?$/;
const lockCall = /^(?:_{0,3}(?:GI_)*_{0,3}(?:pthread_)?(?:mutex|rwlock|spin)_\w*lock|_{0,3}lll_lock_wait)/;
const lockName = /(?:mutex|rwlock|lock)=0x[0-9a-f]{1,16} <([^>]{1,100})>/;
/** Variables of a frame, and what the debugger prints around. */
const isOfDump =
  /^(?:\s|No locals\.|No symbol table info|\[|\* |Using host |warning: |#\d{1,4} |\d{1,7}\t|$)/;
const maxThreads = 5_000;
const namesShown = 4;
const groupsShown = 12;

interface Thread {
  name: string;
  line: number;
  /** The function of the innermost frame, and the first frame in the program's own code. */
  inner: string | null;
  own: string | null;
  waits: boolean;
  /** The name of the lock that it waits for. */
  lock: string | null;
}

/** Backtraces of the threads of a native program (gdb, pstack): who waits for which lock, and where the others are. */
export const backtraces: Summarizer = {
  kind: 'backtraces',
  covers: 'part',
  recognise: (evidence) =>
    hasMark(evidence, [mark(/^Thread \d+ \(.{1,200}\):\n#0 /m, '):\n#0 ')]) ? 'marked' : null,
  read: readBacktraces,
};

function readBacktraces(): Reader {
  const reading = initialReading();
  return {
    line: (text, line) => readLine(reading, text, line),
    finish: () => finishReading(reading),
  };
}

const initialReading = () => ({
  threads: [] as Thread[],
  threadCount: 0,
  unreadLines: 0,
  open: null as Thread | null,
});
type Reading = ReturnType<typeof initialReading>;

function readFrame(thread: Thread, [, called = '', parameters = '', location]: RegExpExecArray) {
  thread.inner ??= copyString(called);
  if (thread.own === null && lockCall.test(called)) {
    thread.waits = true;
    const name = lockName.exec(parameters)?.[1];
    if (name !== undefined) thread.lock ??= copyString(name);
  }
  if (location !== undefined && isOwnCode(called, location))
    thread.own ??= copyString(`${called} (${location})`);
}

function readLine(reading: Reading, text: string, line: number) {
  const start = threadStart.exec(text);
  if (start) {
    const name = threadNames.map((form) => form.exec(start[2] ?? '')?.[1]).find((each) => each !== undefined);
    reading.threadCount += 1;
    reading.open = {
      name: copyString(name ?? `thread ${start[1]}`),
      line,
      inner: null,
      own: null,
      waits: false,
      lock: null,
    };
    if (reading.threads.length < maxThreads) reading.threads.push(reading.open);
    return;
  }
  const match = reading.open === null ? null : frame.exec(text);
  if (reading.open && match) readFrame(reading.open, match);
  else if (!isOfDump.test(text)) reading.unreadLines += 1;
}

function finishReading(reading: Reading): Summary | null {
  if (reading.threadCount === 0) return null;
  const waiting = reading.threads.filter(({ waits }) => waits);
  const others = reading.threads.filter(({ waits }) => !waits);
  const waitFacts = groupsOf(waiting, ({ lock, own }) => `for ${lock ?? 'a lock'}${at(own)}`).map(
    ([where, group], index): Fact => ({
      rank: ranks.spread + index / 100,
      line: group[0]?.line ?? 0,
      text: `${namesOf(group)} ${group.length === 1 ? 'waits' : 'wait'} ${quote(where, 160)}`,
    }),
  );
  const otherFacts = groupsOf(others, ({ inner, own }) => `in ${inner ?? '??'}${at(own)}`).map(
    ([where, group], index): Fact => ({
      rank: (index < 4 ? ranks.lead : ranks.sample) + index / 100,
      line: group[0]?.line ?? 0,
      text: `${namesOf(group)} ${quote(where, 160)}`,
    }),
  );
  return {
    kind: 'backtraces',
    verdict: [
      plural(reading.threadCount, 'thread'),
      ...(waiting.length > 0 ? [`${figure(waiting.length)} waiting for a lock`] : []),
    ],
    statesSize: true,
    unreadLines: reading.unreadLines,
    explainsFailure: false,
    sections: [
      { heading: null, noun: null, total: waitFacts.length, layout: 'lines', facts: waitFacts },
      { heading: null, noun: null, total: otherFacts.length, layout: 'lines', facts: otherFacts },
    ],
  };
}

const at = (own: string | null): string => (own === null ? '' : ` at ${own}`);

/** Threads that are at the same place, the largest groups first. */
const groupsOf = (
  threads: readonly Thread[],
  whereOf: (thread: Thread) => string,
): readonly [string, Thread[]][] =>
  [...Map.groupBy(threads, whereOf)].toSorted(([, a], [, b]) => b.length - a.length).slice(0, groupsShown);

function namesOf(group: readonly Thread[]): string {
  const names = group.slice(0, namesShown).map(({ name }) => `"${name}"`);
  const more = group.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${figure(more)} more` : ''}`;
}
