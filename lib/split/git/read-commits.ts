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

/**
 * Reads the commits of a log.
 * @param template the format of a log with one commit per line; `null`: commits have headers and messages
 */
export function createCommitReading(template: LineTemplate | null): CommitReading {
  const authors = createTally();
  const first: Commit[] = [];
  const named: Commit[] = [];
  const body: { text: string; line: number }[] = [];
  let [count, mergeCount] = [0, 0];
  let earliest: string | null = null;
  let latest: string | null = null;
  let current: Commit | null = null;
  let isInHead = false;
  let isMail = false;

  const begin = (commit: Commit) => {
    endCurrent();
    current = commit;
    count += 1;
    if (first.length < maxCommits) first.push(commit);
    if (commit.decoration !== null && named.length < maxCommits) named.push(commit);
  };
  /** Counts a commit once it has been read in full. */
  const endCurrent = () => {
    if (current === null) return;
    if (current.author !== null) authors.add(current.author);
    const { day } = current;
    if (day === null) return;
    if (earliest === null || day < earliest) earliest = day;
    if (latest === null || day > latest) latest = day;
  };
  const readField = (commit: Commit, text: string): boolean => {
    const match = field.exec(text);
    if (!match) return false;
    const name = (match[1] ?? match[3] ?? '').toLowerCase();
    const value = match[2] ?? match[4] ?? '';
    if (name === 'merge') mergeCount += 1;
    else if (name === 'author' || (name === 'from' && isMail)) {
      commit.author = withoutMail(value).slice(0, textCharacters);
      const seconds = / (\d{9,11}) [+-]\d{4}$/.exec(value)?.[1];
      if (seconds !== undefined) setDate(commit, seconds);
    } else if (name === 'date' || name === 'authordate') setDate(commit, value);
    else if (name === 'subject') commit.subject = value.slice(0, textCharacters);
    return true;
  };
  const readHeaded = (text: string, line: number): boolean => {
    const head = text.startsWith('commit ') ? commitLine.exec(text) : null;
    const mailed = head === null && text.startsWith('From ') ? mailLine.exec(text) : null;
    const hash = head?.[2] ?? mailed?.[1];
    if (hash !== undefined) {
      begin({ ...emptyCommit, hash, decoration: head?.[3] ?? null, line });
      isInHead = true;
      isMail = mailed !== null;
      return true;
    }
    if (current === null) return false;
    if (isInHead && text === '') {
      isInHead = false;
      return true;
    }
    if (isInHead) return readField(current, text);
    if (text.startsWith('    ') || isMail) return readMessage(current, text.trim(), line);
    return text === '';
  };
  const readMessage = (commit: Commit, text: string, line: number): boolean => {
    if (text === '') return true;
    if (commit.subject === '') commit.subject = text.slice(0, textCharacters);
    else if (count === 1 && body.length < bodyLines) body.push({ text: text.slice(0, textCharacters), line });
    return true;
  };
  return {
    line(text, number) {
      if (template === null) return readHeaded(text, number);
      const commit = template(text, number);
      if (commit) begin(commit);
      return commit !== null;
    },
    finish() {
      endCurrent();
      return { count, first, last: current, authors, mergeCount, earliest, latest, body, named };
    },
  };
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
