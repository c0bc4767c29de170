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

export function createBlameReading() {
  const commits = new Map<string, BlamedCommit>();
  const authors = createTally();
  let lineCount = 0;
  let isFull = false;
  let current: BlamedCommit | null = null;

  const commitOf = (hash: string, line: number): BlamedCommit => {
    const known = commits.get(hash);
    if (known) return known;
    const commit = { ...emptyCommit, hash, line };
    if (commits.size < maxCommits) commits.set(hash, commit);
    else isFull = true;
    return commit;
  };
  const take = (commit: BlamedCommit, number: number) => {
    lineCount += 1;
    commit.lines += 1;
    commit.first = Math.min(commit.first ?? number, number);
    commit.last = Math.max(commit.last ?? number, number);
  };
  const describe = (commit: BlamedCommit, author: string, date: string) => {
    commit.author ??= author;
    if (commit.date !== null) return;
    commit.day = gitDayOf(date);
    commit.date = /^\d{4}-/.test(date) ? date : commit.day;
  };
  const readUsual = (text: string, line: number): boolean => {
    const match = usual.exec(text);
    if (!match) return false;
    const result = authorAndDate(text, match[0].length);
    if (!result) return false;
    const commit = commitOf(match[1] ?? '', line);
    describe(commit, result.author, result.date);
    authors.add(result.author);
    take(commit, result.number);
    return true;
  };
  const readField = (text: string): boolean => {
    if (current === null) return false;
    if (text.startsWith('\t')) {
      authors.add(current.author ?? 'unknown');
      lineCount += 1;
      current.lines += 1;
      return true;
    }
    if (text.startsWith('author ')) current.author = text.slice(7, 200);
    else if (text.startsWith('summary ')) current.summary = text.slice(8, 300);
    else if (text.startsWith('author-time ')) {
      current.day = gitDayOf(text.slice(12));
      current.date = text.slice(12).padStart(12, '0');
    } else return false;
    return true;
  };
  return {
    line(text: string, line: number) {
      if (current === null && readUsual(text, line)) return;
      const matched = porcelain.exec(text);
      if (matched) {
        current = commitOf(matched[1] ?? '', line);
        const number = Number(matched[2]);
        current.first = Math.min(current.first ?? number, number);
        current.last = Math.max(current.last ?? number, number);
        return;
      }
      if (readField(text) || readUsual(text, line)) return;
      const [, hash, number] = short.exec(text) ?? [];
      if (hash !== undefined) return take(commitOf(hash, line), Number(number));
      const [, other, author = '', date = '', at] = annotated.exec(text) ?? [];
      if (other === undefined) return;
      const commit = commitOf(other, line);
      describe(commit, author, date);
      authors.add(author);
      take(commit, Number(at));
    },
    finish: (): Blame => ({
      lineCount,
      commits: [...commits.values()],
      commitCount: isFull ? null : commits.size,
      authors,
    }),
  };
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
