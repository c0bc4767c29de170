import { ranks } from '../facts.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { describeMatches } from './describe-matches.ts';
import {
  areNumbered,
  isOfLog,
  isRipgrepJson,
  looksLikeMatches,
  type MatchLayout,
  matchLayoutOf,
} from './match-layout.ts';
import { parseMatchLine } from './match-line.ts';
import { createMatchTally, type MatchTally } from './match-tally.ts';
import { readRipgrepJson } from './read-ripgrep-json.ts';
import { type SearchRequest, searchRequestOf } from './search-request.ts';

/** Output of rg, grep, git grep, ag and ack. */
export const summarizeMatches: Summarizer = {
  kind: 'matches',
  covers: 'all',
  recognise(evidence) {
    const request = searchRequestOf(evidence);
    if (request) return request.hasNumbers !== true && isOfLog(evidence, request) ? null : 'named';
    if (evidence.type === 'file' || evidence.programs.some(({ name }) => builders.test(name))) return null;
    return isRipgrepJson(evidence.head) || looksLikeMatches(evidence.head) ? 'marked' : null;
  },
  read(evidence) {
    const asked = searchRequestOf(evidence) ?? byMarks;
    // Groups of lines are separated by `--`, which means that some are context.
    const request = {
      ...asked,
      hasContext: asked.hasContext || hasGroups(evidence.head),
      hasNumbers: areNumbered(evidence, asked),
    };
    const layout = matchLayoutOf(evidence, request);
    const tally = createMatchTally(request.pattern);
    const complaints: { text: string; line: number }[] = [];
    let complaintCount = 0;
    let unreadLines = 0;
    const take = takers[layout](tally, request);
    return {
      line(text, number) {
        if (text === '' || text === '--' || take(text, number)) return;
        if (!isComplaint.test(text)) {
          if (!isStatistic.test(text)) unreadLines += 1;
          return;
        }
        complaintCount += 1;
        if (complaints.length < 10) complaints.push({ text, line: number });
      },
      finish(ending): Summary | null {
        if (tally.matchCount === 0) return null;
        const summary = describeMatches(tally, layout, request, ending);
        const problems = complaints.map(({ text, line }, index) => ({
          rank: ranks.failure + index,
          line,
          text: quote(text),
          quotes: [quote(text)],
        }));
        return {
          ...summary,
          sections: [
            ...summary.sections,
            { heading: null, noun: 'complaint', total: complaintCount, layout: 'lines', facts: problems },
          ],
          unreadLines,
          explainsFailure: ending.exitCode === 1 || complaints.length > 0,
        };
      },
    };
  },
};

const hasGroups = (head: string): boolean => head.includes('--') && /^--$/m.test(head);

const byMarks: SearchRequest = {
  pattern: null,
  gives: null,
  hasContext: false,
  hasColumns: false,
  hasNumbers: null,
};

/** What these print about a line of a file is no match. */
const builders = /^(?:go|cargo|rustc|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|javac|tsc|make|cmake|ninja)$/;

/** Statistics that `rg --stats` prints after the matches. */
const isStatistic = /^[\d.]+ (?:matches|matched lines|files|bytes|seconds) ?/;
const isComplaint = /^(?:e?grep|rg|ag|ack|git|fatal|error|warning)[: ]|[Bb]inary file .{0,1000}matches/;

/** @returns whether the line is part of the search's output */
type Taker = (line: string, number: number) => boolean;

const takers: Record<MatchLayout, (tally: MatchTally, request: SearchRequest) => Taker> = {
  numbered: (tally, { hasContext, hasColumns }) => {
    let known: string | null = null;
    return (text, line) => {
      const found = parseMatchLine(text, known, hasContext);
      if (found?.path == null) return false;
      if (found.isContext) return true;
      known = found.path;
      tally.add({ path: known, number: found.number, text: withoutColumn(found.text, hasColumns), line });
      return true;
    };
  },
  headed: (tally, { hasColumns }) => {
    let path: string | null = null;
    return (text, line) => {
      const found = parseMatchLine(text, null, false);
      if (found?.path === null) {
        if (!found.isContext)
          tally.add({ path, number: found.number, text: withoutColumn(found.text, hasColumns), line });
        return true;
      }
      if (isComplaint.test(text)) return false;
      path = text;
      return true;
    };
  },
  named: (tally) => (text, line) => {
    const first = text.indexOf(':');
    // Without a folder or an extension, the first part is a revision.
    const end = /[./]/.test(text.slice(0, first)) ? first : text.indexOf(':', first + 1);
    if (end < 1 || isComplaint.test(text)) return false;
    tally.add({ path: text.slice(0, end), number: null, text: text.slice(end + 1), line });
    return true;
  },
  bare:
    (tally, { hasNumbers }) =>
    (text, line) => {
      if (isComplaint.test(text)) return false;
      const found = hasNumbers === false ? null : parseMatchLine(text, null, false);
      if (found?.path !== null || found === null) tally.add({ path: null, number: null, text, line });
      else if (!found.isContext) tally.add({ path: null, number: found.number, text: found.text, line });
      return true;
    },
  json: (tally) => (text, line) => {
    const match = readRipgrepJson(text, line);
    if (match) tally.add(match);
    return true;
  },
  counts: (tally) => (text, line) => {
    const match = /^(?:(.{1,1000}):)?(\d{1,9})$/.exec(text);
    // A line that matched a number.
    if (!match || /:\d{1,9}$/.test(match[1] ?? '')) return false;
    const count = Number(match[2]);
    if (count === 0) tally.addEmpty();
    else tally.add({ path: match[1] ?? null, number: null, text: '', line }, count);
    return true;
  },
  paths: (tally) => (text, line) => {
    if (isComplaint.test(text)) return false;
    tally.add({ path: text, number: null, text: '', line });
    return true;
  },
};

const withoutColumn = (text: string, hasColumn: boolean): string =>
  hasColumn ? text.replace(/^\d{1,9}:/, '') : text;
