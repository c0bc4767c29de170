import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';

const threadStart = /^"([^"]{1,200})".* (?:nid|tid)=/;
const stateLine = /^\s+java\.lang\.Thread\.State: ([A-Z_]+)/;
const frame = /^\s+at (\S+\([^)]{1,120}\))/;
const isOfPlatform = /^(?:java|jdk|sun|javax|com\.sun|kotlin|scala)\b/;
const wanted =
  /^\s+- (?:waiting to lock|parking to wait for|waiting on|waiting to re-lock in wait\(\)) +<(0x[0-9a-f]+)> \(an? ([^)]{1,200})\)/;
const locked = /^\s+- locked <(0x[0-9a-f]+)>/;
const dumpStart = /^Full thread dump /;
/** Other lines of a dump. */
const isOfDump =
  /^(?:\d{4}-\d\d-\d\d |Threads class SMR|_java_thread_list|0x[0-9a-f]+|\}|JNI global refs|Found \d+ deadlock|=+$|"[^"]{1,200}"|\s)/;
const deadlockStart = /^Found (?:one|a) Java-level deadlock/;
const deadlockedThread = /^"([^"]{1,200})":$/;
const ownerIn = /which is held by "([^"]{1,200})"/;
const maxThreads = 5_000;
const maxDeadlocks = 20;
const namesShown = 4;
const groupsShown = 12;

interface Thread {
  name: string;
  line: number;
  state: string;
  /** The first frame in the program's own code. */
  at: string | null;
  /** The lock it waits for. */
  lock: { id: string; kind: string } | null;
}

interface Deadlock {
  line: number;
  waits: string[];
}

/** A dump of the threads of a Java program: deadlocks, who waits for whose lock, and what runs. */
export const threadDump: Summarizer = {
  kind: 'thread dump',
  covers: 'part',
  recognise: (evidence) =>
    hasMark(evidence, [mark(/^Full thread dump |^"[^"\n]+" #\d+ .* nid=/m, 'Full thread dump', ' nid=')])
      ? 'marked'
      : null,
  read: readThreads,
};

/** What was read of the dump so far. */
interface DumpState {
  readonly threads: Thread[];
  states: ReturnType<typeof createTally>;
  readonly owners: Map<string, Thread>;
  readonly deadlocks: Deadlock[];
  threadCount: number;
  deadlockCount: number;
  dumpCount: number;
  unreadLines: number;
  open: Thread | null;
  /** The deadlock that is being listed, and the thread in it that was named last. */
  cycle: { deadlock: Deadlock; thread: string | null } | null;
}

function readThreads(): Reader {
  const dump: DumpState = {
    threads: [],
    states: createTally(20),
    owners: new Map<string, Thread>(),
    deadlocks: [],
    threadCount: 0,
    deadlockCount: 0,
    dumpCount: 0,
    unreadLines: 0,
    open: null,
    cycle: null,
  };
  return {
    line(text, line) {
      if (dumpStart.test(text)) return startDump(dump);
      if (deadlockStart.test(text)) {
        dump.deadlockCount += 1;
        dump.open = null;
        const deadlock = { line, waits: [] };
        if (dump.deadlocks.length < maxDeadlocks) dump.deadlocks.push(deadlock);
        dump.cycle = { deadlock, thread: null };
        return;
      }
      const [, name] = threadStart.exec(text) ?? [];
      if (dump.cycle && name === undefined) return readCycle(dump, text, dump.cycle);
      if (name !== undefined) {
        dump.cycle = null;
        dump.threadCount += 1;
        dump.open = { name: copyString(name), line, state: '', at: null, lock: null };
        if (dump.threads.length < maxThreads) dump.threads.push(dump.open);
      } else if (text.trim() === '') dump.open = null;
      else if (dump.open) readOpen(dump, text, dump.open);
      else if (!isOfDump.test(text)) dump.unreadLines += 1;
    },
    finish() {
      if (dump.threadCount === 0) return null;
      return {
        kind: 'thread dump',
        verdict: [
          ...(dump.deadlockCount > 0 ? [plural(dump.deadlockCount, 'deadlock')] : []),
          ...(dump.dumpCount > 1 ? [`the last of ${figure(dump.dumpCount)} dumps`] : []),
          plural(dump.threadCount, 'thread'),
          ...dump.states.top(6).map(({ name, count }) => `${figure(count)} ${name}`),
        ],
        statesSize: true,
        unreadLines: dump.unreadLines,
        explainsFailure: dump.deadlockCount > 0,
        sections: [
          deadlockSection(dump.deadlocks, dump.deadlockCount),
          waitSection(dump.threads, dump.owners),
          runSection(dump.threads),
        ],
      };
    },
  };
}

/** Of several dumps of one process, the last is described: their threads are the same. */
function startDump(dump: DumpState): void {
  dump.dumpCount += 1;
  dump.threads.length = 0;
  dump.deadlocks.length = 0;
  dump.owners.clear();
  dump.states = createTally(20);
  dump.threadCount = 0;
  dump.deadlockCount = 0;
  dump.open = null;
  dump.cycle = null;
}

function readCycle(
  dump: DumpState,
  text: string,
  { deadlock, thread }: NonNullable<typeof dump.cycle>,
): void {
  const [, name] = deadlockedThread.exec(text) ?? [];
  const [, owner] = ownerIn.exec(text) ?? [];
  if (name !== undefined) dump.cycle = { deadlock, thread: copyString(name) };
  else if (owner !== undefined && thread !== null)
    deadlock.waits.push(copyString(`"${thread}" waits for "${owner}"`));
  else if (text.startsWith('Java stack information')) dump.cycle = null;
}

function readOpen(dump: DumpState, text: string, thread: Thread): void {
  const [, state] = stateLine.exec(text) ?? [];
  if (state !== undefined) {
    thread.state = copyString(state);
    dump.states.add(state);
    return;
  }
  const [, at] = frame.exec(text) ?? [];
  if (at !== undefined) {
    if (thread.at === null && !isOfPlatform.test(at)) thread.at = copyString(at);
    return;
  }
  const [, id, kind = ''] = wanted.exec(text) ?? [];
  if (id !== undefined) thread.lock ??= { id: copyString(id), kind: copyString(kind) };
  const [, own] = locked.exec(text) ?? [];
  // A thread that waits on a monitor has given it up, though its frames still say that they locked it.
  if (own === undefined || own === thread.lock?.id) return;
  if (dump.owners.size < maxThreads && !dump.owners.has(own)) dump.owners.set(copyString(own), thread);
}

function deadlockSection(deadlocks: readonly Deadlock[], total: number): Section {
  const facts = deadlocks.map(
    ({ line, waits }, index): Fact => ({
      rank: ranks.cause + index,
      line,
      text: `${line}: deadlock: ${waits.join(', ')}`,
    }),
  );
  return { heading: null, noun: 'deadlock', total, layout: 'lines', facts };
}

/** Threads that wait for the same lock, those with the most waiting first. */
function waitSection(threads: readonly Thread[], owners: ReadonlyMap<string, Thread>): Section {
  const blocked = threads.filter(({ state, lock }) => state === 'BLOCKED' && lock !== null);
  const groups = [...Map.groupBy(blocked, ({ lock }) => lock?.id)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const facts = groups.slice(0, groupsShown).map(([id = '', group], index): Fact => {
    const owner = owners.get(id);
    const holder = owner
      ? `, locked by "${owner.name}"${owner.at === null ? '' : ` at ${quote(owner.at, 90)}`}`
      : '';
    // Threads wait for one lock at different lines of the code.
    const [at = null, ...others] = new Set(group.map((thread) => thread.at));
    const where = at === null || others.length > 0 ? '' : ` at ${quote(at, 90)}`;
    return {
      rank: ranks.spread + index,
      line: group[0]?.line ?? 0,
      text: `${namesOf(group)} BLOCKED${where} by a lock of ${quote(group[0]?.lock?.kind ?? '', 80)}${holder}`,
    };
  });
  return { heading: null, noun: 'lock', total: groups.length, layout: 'lines', facts };
}

/** Where the program's own code is, in threads that are not blocked. */
function runSection(threads: readonly Thread[]): Section {
  const own = threads.filter(({ at, state }) => at !== null && state !== 'BLOCKED');
  const groups = [...Map.groupBy(own, ({ at, state }) => `${state} at ${at}`)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const facts = groups.slice(0, groupsShown).map(
    ([where, group], index): Fact => ({
      rank: (index < 4 ? ranks.lead : ranks.sample) + index,
      line: group[0]?.line ?? 0,
      text: `${namesOf(group)} ${quote(where, 120)}`,
    }),
  );
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

function namesOf(group: readonly Thread[]): string {
  const names = group.slice(0, namesShown).map(({ name }) => `"${name}"`);
  const more = group.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${figure(more)} more` : ''}`;
}
