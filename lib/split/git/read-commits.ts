import { createTally, type Tally } from '../tally.ts';
import type { Commit } from './commit.ts';
import { gitDayOf } from './git-date.ts';
import type { LineTemplate } from './line-template.ts';
import { withoutMail } from './without-mail.ts';

export interface Commits {
  count: number;
  /** The first commits of the log. */
  first: readonly Commit[];
  last: Commit | null;
  authors: Tally;
  mergeCount: number;
  /** First day, among commits with a known day; `null`: none has one. */
  earliest: string | null;
  latest: string | null;
  /** The message of the first commit, without its subject. */
  body: readonly { text: string; line: number }[];
  /** Commits with tags or branches: `(tag: v1.0)`. */
  named: readonly Commit[];
}

export interface CommitReading {
  /** @returns whether the line belongs to the header or the message of a commit */
  line(text: string, number: number): boolean;
  finish(): Commits;
}

const maxCommits = 60;
const bodyLines = 12;
const textCharacters = 300;

const commitLine = /^commit ([<>=+-]? ?)([0-9a-f]{7,64})(?: [0-9a-f]{7,64})*(?: (\(.{1,500}\)))?$/;
const mailLine = /^From ([0-9a-f]{40,64}) [A-Z][a-z]{2} /;
const field =
  /^(Author|AuthorDate|Date|CommitDate|Commit|Merge|Tagger|TaggerDate|author|committer|tree|parent|From|Subject|Reflog|Reflog message|gpgsig|encoding|Notes.{0,60}): *(.*)$|^(tree|parent|author|committer|gpgsig|encoding) (.+)$/;

/** What was read so far. */
interface CommitsState {
  readonly template: LineTemplate | null;
  readonly authors: ReturnType<typeof createTally>;
  readonly first: Commit[];
  readonly named: Commit[];
  readonly body: { text: string; line: number }[];
  count: number;
  mergeCount: number;
  earliest: string | null;
  latest: string | null;
  current: Commit | null;
  isInHead: boolean;
  isMail: boolean;
}

/**
 * Reads the commits of a log.
 * @param template the format of a log with one commit per line; `null`: commits have headers and messages
 */
export function createCommitReading(template: LineTemplate | null): CommitReading {
  const log: CommitsState = {
    template,
    authors: createTally(),
    first: [],
    named: [],
    body: [],
    count: 0,
    mergeCount: 0,
    earliest: null,
    latest: null,
    current: null,
    isInHead: false,
    isMail: false,
  };
  return {
    line(text, number) {
      if (log.template === null) return readHeaded(log, text, number);
      const commit = log.template(text, number);
      if (commit) begin(log, commit);
      return commit !== null;
    },
    finish() {
      endCurrent(log);
      return {
        count: log.count,
        first: log.first,
        last: log.current,
        authors: log.authors,
        mergeCount: log.mergeCount,
        earliest: log.earliest,
        latest: log.latest,
        body: log.body,
        named: log.named,
      };
    },
  };
}

function begin(log: CommitsState, commit: Commit): void {
  endCurrent(log);
  log.current = commit;
  log.count += 1;
  if (log.first.length < maxCommits) log.first.push(commit);
  if (commit.decoration !== null && log.named.length < maxCommits) log.named.push(commit);
}

/** Counts a commit once it has been read in full. */
function endCurrent(log: CommitsState): void {
  if (log.current === null) return;
  if (log.current.author !== null) log.authors.add(log.current.author);
  const { day } = log.current;
  if (day === null) return;
  if (log.earliest === null || day < log.earliest) log.earliest = day;
  if (log.latest === null || day > log.latest) log.latest = day;
}

function readField(log: CommitsState, commit: Commit, text: string): boolean {
  const match = field.exec(text);
  if (!match) return false;
  const name = (match[1] ?? match[3] ?? '').toLowerCase();
  const value = match[2] ?? match[4] ?? '';
  if (name === 'merge') log.mergeCount += 1;
  else if (name === 'author' || (name === 'from' && log.isMail)) {
    commit.author = withoutMail(value).slice(0, textCharacters);
    const seconds = / (\d{9,11}) [+-]\d{4}$/.exec(value)?.[1];
    if (seconds !== undefined) setDate(commit, seconds);
  } else if (name === 'date' || name === 'authordate') setDate(commit, value);
  else if (name === 'subject') commit.subject = value.slice(0, textCharacters);
  return true;
}

function readHeaded(log: CommitsState, text: string, line: number): boolean {
  const head = text.startsWith('commit ') ? commitLine.exec(text) : null;
  const mailed = head === null && text.startsWith('From ') ? mailLine.exec(text) : null;
  const hash = head?.[2] ?? mailed?.[1];
  if (hash !== undefined) {
    begin(log, { ...emptyCommit, hash, decoration: head?.[3] ?? null, line });
    log.isInHead = true;
    log.isMail = mailed !== null;
    return true;
  }
  if (log.current === null) return false;
  if (log.isInHead && text === '') {
    log.isInHead = false;
    return true;
  }
  if (log.isInHead) return readField(log, log.current, text);
  if (text.startsWith('    ') || log.isMail) return readMessage(log, log.current, text.trim(), line);
  return text === '';
}

function readMessage(log: CommitsState, commit: Commit, text: string, line: number): boolean {
  if (text === '') return true;
  if (commit.subject === '') commit.subject = text.slice(0, textCharacters);
  else if (log.count === 1 && log.body.length < bodyLines)
    log.body.push({ text: text.slice(0, textCharacters), line });
  return true;
}

const emptyCommit: Commit = {
  hash: null,
  date: null,
  day: null,
  author: null,
  subject: '',
  decoration: null,
  line: 0,
};

function setDate(commit: Commit, date: string): void {
  commit.date = date.trim().slice(0, 80);
  commit.day = gitDayOf(commit.date);
}
