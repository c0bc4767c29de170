import { createTally, type Tally } from '../tally.ts';
import { dateAt, gitDayOf } from './git-date.ts';

export interface BlamedCommit {
  hash: string;
  author: string | null;
  date: string | null;
  day: string | null;
  lines: number;
  /** The range of the file's lines that it wrote; `null`: not reported. */
  first: number | null;
  last: number | null;
  /** Its subject, where the format prints it. */
  summary: string | null;
  /** The first line of the result that mentions it. */
  line: number;
}

export interface Blame {
  lineCount: number;
  commits: readonly BlamedCommit[];
  /** `null`: too many distinct commits to count. */
  commitCount: number | null;
  /** Lines per author. */
  authors: Tally;
}

const maxCommits = 5_000;
const usual = /^\^?([0-9a-f]{4,64}) ([^(]{0,400})\(/;
const short = /^\^?([0-9a-f]{4,64}) (?:\S{1,400} +)?(\d{1,9})\) /;
const annotated = /^([0-9a-f]{4,64})\t\( *([^\t]{1,200})\t([^\t]{1,60})\t(\d{1,9})\)/;
const porcelain = /^([0-9a-f]{40,64}) \d{1,9} (\d{1,9})(?: \d{1,9})?$/;
const location = / +(\d{1,9})\) ?/y;

/** What was read so far. */
interface BlameState {
  readonly commits: Map<string, BlamedCommit>;
  readonly authors: ReturnType<typeof createTally>;
  lineCount: number;
  isFull: boolean;
  current: BlamedCommit | null;
}

export function createBlameReading() {
  const blame: BlameState = {
    commits: new Map<string, BlamedCommit>(),
    authors: createTally(),
    lineCount: 0,
    isFull: false,
    current: null,
  };
  return {
    line(text: string, line: number) {
      if (blame.current === null && readUsual(blame, text, line)) return;
      const matched = porcelain.exec(text);
      if (matched) {
        blame.current = commitOf(blame, matched[1] ?? '', line);
        const number = Number(matched[2]);
        blame.current.first = Math.min(blame.current.first ?? number, number);
        blame.current.last = Math.max(blame.current.last ?? number, number);
        return;
      }
      if (readField(blame, text) || readUsual(blame, text, line)) return;
      const [, hash, number] = short.exec(text) ?? [];
      if (hash !== undefined) return take(blame, commitOf(blame, hash, line), Number(number));
      const [, other, author = '', date = '', at] = annotated.exec(text) ?? [];
      if (other === undefined) return;
      const commit = commitOf(blame, other, line);
      describe(commit, author, date);
      blame.authors.add(author);
      take(blame, commit, Number(at));
    },
    finish: (): Blame => ({
      lineCount: blame.lineCount,
      commits: [...blame.commits.values()],
      commitCount: blame.isFull ? null : blame.commits.size,
      authors: blame.authors,
    }),
  };
}

function commitOf(blame: BlameState, hash: string, line: number): BlamedCommit {
  const known = blame.commits.get(hash);
  if (known) return known;
  const commit = { ...emptyCommit, hash, line };
  if (blame.commits.size < maxCommits) blame.commits.set(hash, commit);
  else blame.isFull = true;
  return commit;
}

function take(blame: BlameState, commit: BlamedCommit, number: number): void {
  blame.lineCount += 1;
  commit.lines += 1;
  commit.first = Math.min(commit.first ?? number, number);
  commit.last = Math.max(commit.last ?? number, number);
}

function describe(commit: BlamedCommit, author: string, date: string): void {
  commit.author ??= author;
  if (commit.date !== null) return;
  commit.day = gitDayOf(date);
  commit.date = /^\d{4}-/.test(date) ? date : commit.day;
}

function readUsual(blame: BlameState, text: string, line: number): boolean {
  const match = usual.exec(text);
  if (!match) return false;
  const result = authorAndDate(text, match[0].length);
  if (!result) return false;
  const commit = commitOf(blame, match[1] ?? '', line);
  describe(commit, result.author, result.date);
  blame.authors.add(result.author);
  take(blame, commit, result.number);
  return true;
}

function readField(blame: BlameState, text: string): boolean {
  if (blame.current === null) return false;
  if (text.startsWith('\t')) {
    blame.authors.add(blame.current.author ?? 'unknown');
    blame.lineCount += 1;
    blame.current.lines += 1;
    return true;
  }
  if (text.startsWith('author ')) blame.current.author = text.slice(7, 200);
  else if (text.startsWith('summary ')) blame.current.summary = text.slice(8, 300);
  else if (text.startsWith('author-time ')) {
    blame.current.day = gitDayOf(text.slice(12));
    blame.current.date = text.slice(12).padStart(12, '0');
  } else return false;
  return true;
}

const emptyCommit: BlamedCommit = {
  hash: '',
  author: null,
  date: null,
  day: null,
  lines: 0,
  first: null,
  last: null,
  summary: null,
  line: 0,
};

/**
 * `Ada Lovelace      2026-01-02 10:46:42 +0100   2) `: names may contain anything, so they end at the date
 * with the line number after it.
 */
function authorAndDate(text: string, start: number) {
  const end = Math.min(text.length, start + 300);
  for (let at = text.indexOf(' ', start); at !== -1 && at < end; at = text.indexOf(' ', at + 1)) {
    if (text[at + 1] === ' ') continue;
    dateAt.lastIndex = at + 1;
    if (!dateAt.test(text)) continue;
    const dateEnd = dateAt.lastIndex;
    location.lastIndex = dateEnd;
    const number = location.exec(text)?.[1];
    if (number === undefined) continue;
    const author = text.slice(start, at).trim();
    return { author, date: text.slice(at + 1, dateEnd), number: Number(number) };
  }
  return null;
}
