import { copyString } from '../copy-string.ts';
import { createTally, type Tally } from '../tally.ts';

export interface TalkLine {
  text: string;
  line: number;
}

/** A branch or tag that a fetch or push moved, created, deleted or rejected. */
export interface RefChange {
  /** `rejected`, `new branch`, `updated`. */
  state: string;
  /** Old and new commit: `7228e65..58aea97`; `null`: the ref is new or deleted. */
  range: string | null;
  /** `main -> origin/main`, with git's reason if it gives one. */
  names: string;
  line: number;
}

/** Messages git prints about what it does. */
export interface Talk {
  /** Commits it created: `main 1a2b3c4 subject`. */
  commits: readonly { branch: string; hash: string; subject: string; line: number }[];
  clonedInto: string | null;
  /** The remote: `From …`, `To …`. */
  otherSide: TalkLine | null;
  /** How often something was up to date, and how often a branch moved. */
  upToDateCount: number;
  movedCount: number;
  /** Last progress of each kind: `Receiving objects` -> `33,428`. */
  progress: ReadonlyMap<string, { done: number; total: number; isOver: boolean }>;
  size: string | null;
  refs: readonly RefChange[];
  refStates: Tally;
  conflicts: readonly { kind: string; text: string; path: string; line: number }[];
  conflictKinds: Tally;
  autoMerged: number;
  errors: readonly TalkLine[];
  errorCount: number;
  hints: readonly TalkLine[];
  /** What the remote prints besides progress: hooks, pull request links. */
  remarks: readonly TalkLine[];
  warnings: Tally;
  /** How the operation went: `Updating 1a2b3c4..5d6e7f8`, `Fast-forward`, `Successfully rebased`. */
  steps: readonly TalkLine[];
  stepCount: number;
  /** Number of commits among which the first bad one is, where the remaining ones were skipped. */
  bisectCandidates: number;
  /** What bisect found, with the commit's author and subject where it prints them. */
  firstBad: { hash: string; author: string | null; subject: string | null; line: number } | null;
}

const firstBadLine = /^([0-9a-f]{40}) is the first \S{1,30} commit$/;
const firstBadNote = /^# first \S{1,30} commit: \[([0-9a-f]{40})\] (.*)$/;
/** A commit's head, up to its subject. */
const shownLines = 12;
const candidatesHead = /^The first '?\w+'? commit could be any of:$/;
const bufferedCount = 100;
const characters = 300;

const progressLine =
  /^(?:remote: )?([A-Z][a-z]+(?: [a-z]+){1,2}): +(?:(\d{1,3})% \((\d+)\/(\d+)\)|(\d+))(, done)?/;
const size = /\), ([\d.]+ [KMGT]?i?B|\d+ bytes)/;
const ref = /^ ([ +*!=t-]) (?:\[([a-z ]+)\]|([0-9a-f]{4,40}\.{2,3}[0-9a-f]{4,40})) +(\S.*)$/;
const otherSide = /^(?:From|To) (?:[\w.-]+@|\w+:\/\/|[./~]|\S+:)\S*$/;
const commitMade = /^\[([^\]]{1,120}) ([0-9a-f]{4,40})\] (.*)$/;
const step =
  /^(?:Updating [0-9a-f]+\.\.|Fast-forward|Merge made by|Successfully rebased|Current branch .* is up to date|Already |Switched to |Note: switching|HEAD is now at |Previous HEAD |Saved working directory|Dropped |Removing |Deleted (?:branch|tag) |Rebasing \(|Applying: |Applied autostash|Created autostash|branch '|Reset branch|Everything up-to-date|Updated \d+ path|Submodule |Initialized empty|Reinitialized|Revert |Stopped at |Auto packing|Recorded (?:re)?image|Resolved '|Bisecting: |[0-9a-f]{40} is the first)/;

const moved = /^(?:Updating [0-9a-f]|Successfully rebased|Merge made by)/;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What was read so far. */
interface TalkState extends Mutable<Talk> {
  commits: Talk['commits'][number][];
  progress: Map<string, { done: number; total: number; isOver: boolean }>;
  refs: RefChange[];
  conflicts: Talk['conflicts'][number][];
  errors: TalkLine[];
  hints: TalkLine[];
  remarks: TalkLine[];
  steps: TalkLine[];
  /** The lines below are commits that bisect could not test. */
  areCandidates: boolean;
}

const nothingRead = (): TalkState => ({
  commits: [],
  clonedInto: null,
  otherSide: null,
  upToDateCount: 0,
  movedCount: 0,
  progress: new Map(),
  size: null,
  refs: [],
  refStates: createTally(50),
  conflicts: [],
  conflictKinds: createTally(20),
  autoMerged: 0,
  errors: [],
  errorCount: 0,
  hints: [],
  remarks: [],
  warnings: createTally(200),
  steps: [],
  stepCount: 0,
  bisectCandidates: 0,
  firstBad: null,
  areCandidates: false,
});

export function createTalkReading() {
  const talk = nothingRead();
  return {
    /** @returns whether git printed the line */
    line: (text: string, line: number): boolean => text !== '' && readLine(talk, text, line),
    finish: (): Talk => talk,
  };
}

function readLine(talk: TalkState, text: string, line: number): boolean {
  if (readCandidate(talk, text) || readFirstBad(talk, text, line)) return true;
  if (text.startsWith(' ')) return readRef(talk, text, line);
  if (text.startsWith('[')) return readCommit(talk, text, line);
  const cloned = /^Cloning into (?:bare repository )?'([^']{1,300})'\.\.\.$/.exec(text)?.[1];
  if (cloned !== undefined) {
    talk.clonedInto ??= cloned;
    return true;
  }
  if (otherSide.test(text)) {
    talk.otherSide ??= { text: text.slice(0, characters), line };
    return true;
  }
  if (readProgress(talk, text) || readConflict(talk, text, line) || readWord(talk, text, line)) return true;
  if (!step.test(text)) return false;
  if (/up[ -]to[ -]date/.test(text)) talk.upToDateCount += 1;
  if (moved.test(text)) talk.movedCount += 1;
  talk.stepCount += 1;
  return hold(talk.steps, text, line);
}

function readCommit(talk: TalkState, text: string, line: number): boolean {
  const [, branch, hash = '', subject = ''] = commitMade.exec(text) ?? [];
  if (branch === undefined) return false;
  if (talk.commits.length < bufferedCount)
    talk.commits.push({ branch, hash, subject: subject.slice(0, characters), line });
  return true;
}

function hold(list: TalkLine[], text: string, line: number): true {
  if (list.length < bufferedCount) list.push({ text: text.trim().slice(0, characters), line });
  return true;
}

function readCandidate(talk: TalkState, text: string): boolean {
  if (candidatesHead.test(text)) {
    talk.areCandidates = true;
    return true;
  }
  talk.areCandidates &&= /^[0-9a-f]{40}$/.test(text);
  if (talk.areCandidates) talk.bisectCandidates += 1;
  return talk.areCandidates;
}

/** The commit that bisect found is shown below the result, and named again at the end of its log. */
function readFirstBad(talk: TalkState, text: string, line: number): boolean {
  const [, found] = firstBadLine.exec(text) ?? [];
  if (found !== undefined) {
    talk.firstBad = { hash: copyString(found), author: null, subject: null, line };
    talk.stepCount += 1;
    return hold(talk.steps, text, line);
  }
  const [, noted, named = ''] = firstBadNote.exec(text) ?? [];
  if (noted !== undefined) {
    talk.firstBad ??= { hash: copyString(noted), author: null, subject: null, line };
    talk.firstBad.subject ??= copyString(named.slice(0, characters));
    return true;
  }
  const { firstBad } = talk;
  if (firstBad === null || line > firstBad.line + shownLines) return false;
  const [, author] = /^Author: {1,6}(.{1,100}?)(?: <|$)/.exec(text) ?? [];
  if (author !== undefined) firstBad.author ??= copyString(author);
  else if (text.startsWith('    ') && text.trim() !== '')
    firstBad.subject ??= copyString(text.trim().slice(0, characters));
  return false;
}

function readProgress(talk: TalkState, text: string): boolean {
  const [, name, percent, done, total, count, over] = progressLine.exec(text) ?? [];
  if (name === undefined) return false;
  if (percent === undefined && !/^(?:Enumerating|Counting)/.test(name)) return false;
  const known = { done: Number(done ?? count), total: Number(total ?? count), isOver: over !== undefined };
  if (talk.progress.has(name) || talk.progress.size < 20) talk.progress.set(name, known);
  talk.size = size.exec(text)?.[1] ?? talk.size;
  return true;
}

function readRef(talk: TalkState, text: string, line: number): boolean {
  const [, mark, message, range = null, names = ''] = ref.exec(text) ?? [];
  if (mark === undefined) return false;
  const state = message ?? (mark === '+' ? 'forced update' : mark === '!' ? 'failed' : 'updated');
  talk.refStates.add(state);
  // Extra room for rejected talk.refs, which may come after many others.
  if (talk.refs.length < (mark === '!' ? 2 * bufferedCount : bufferedCount))
    talk.refs.push({ state, range, names: names.replace(/ {2,}/g, ' ').slice(0, characters), line });
  return true;
}

function readConflict(talk: TalkState, text: string, line: number): boolean {
  if (text.startsWith('Auto-merging ')) {
    talk.autoMerged += 1;
    return true;
  }
  const [, kind = '', remaining = ''] = /^CONFLICT \(([^)]{1,60})\): (.+)$/.exec(text) ?? [];
  if (kind === '') return false;
  talk.conflictKinds.add(kind);
  const path = /^Merge conflict in (.+)$/.exec(remaining)?.[1] ?? remaining;
  if (talk.conflicts.length < bufferedCount)
    talk.conflicts.push({ kind, text: remaining.slice(0, characters), path, line });
  return true;
}

function readWord(talk: TalkState, text: string, line: number): boolean {
  if (
    /^(?:fatal|error|! \[remote rejected\]|BUG): ?/.test(text) ||
    text.startsWith('Automatic merge failed')
  ) {
    talk.errorCount += 1;
    return hold(talk.errors, text, line);
  }
  if (text.startsWith('hint: ')) return hold(talk.hints, text.slice(6), line);
  if (text.startsWith('warning: ')) {
    talk.warnings.add(text.slice(9, characters));
    return true;
  }
  if (text.startsWith('remote: ')) {
    const remark = text.slice(8).trim();
    if (/^(?:error|fatal): /.test(remark)) {
      talk.errorCount += 1;
      return hold(talk.errors, text, line);
    }
    return remark === '' || /^Total \d/.test(remark) || hold(talk.remarks, text, line);
  }
  return false;
}
