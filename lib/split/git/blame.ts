import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { findGit, gitCommandsOf, isGit } from './git-commands.ts';
import { type Blame, type BlamedCommit, createBlameReading } from './read-blame.ts';

const marks =
  /^(?:\^?[0-9a-f]{7,40} (?:\S+ +)?\(.{1,80} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} +\d+\) .*\n){3}/;

const isBlame = /^(?:blame|annotate)$/;

/** Who wrote each line: `git blame`, in its default, short and porcelain formats. */
export const blame: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git blame',
    recognise: (evidence) =>
      findGit(evidence, 'blame', 'annotate') ? 'named' : marks.test(evidence.head) ? 'marked' : null,
    read(evidence) {
      const reading = createBlameReading();
      return {
        line: reading.line,
        finish() {
          const found = reading.finish();
          // The lines of two files have the same numbers.
          const isOfSeveral = gitCommandsOf(evidence).filter(({ name }) => isBlame.test(name)).length > 1;
          return found.lineCount === 0 || isOfSeveral ? null : summaryOf(found);
        },
      };
    },
  },
  isGit,
);

function summaryOf({ lineCount, commits, commitCount, authors }: Blame): Summary {
  const dated = commits.filter(({ day }) => day !== null);
  const byDay = dated.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  const [newest] = byDay;
  const oldest = byDay.at(-1);
  const isUncommitted = (commit: BlamedCommit) => /^0+$/.test(commit.hash);
  const uncommitted = commits.filter(isUncommitted).reduce((sum, { lines }) => sum + lines, 0);
  return {
    kind: 'git blame',
    verdict: [
      plural(lineCount, 'line'),
      ...(commitCount === null ? [] : [plural(commitCount, 'commit')]),
      ...(uncommitted > 0 ? [`${plural(uncommitted, 'line')} not committed`] : []),
    ],
    statesSize: true,
    explainsFailure: false,
    sections: [
      {
        heading: 'authors (lines):',
        noun: authors.distinct === null ? null : 'author',
        total: authors.distinct ?? 0,
        layout: 'list',
        facts: authors.top(30).map(({ name, count }, index) => ({
          rank: index === 0 ? ranks.cause : index < 4 ? ranks.spread + 3 * index : ranks.sample + index,
          text: `${quote(name, 40)} ${figure(count)}`,
          quotes: [quote(name, 40)],
        })),
      },
      {
        heading: null,
        noun: null,
        total: 0,
        layout: 'lines',
        facts: [
          ...(newest ? [commitFact('newest', newest, ranks.spread + 1)] : []),
          ...(oldest && oldest !== newest ? [commitFact('oldest', oldest, ranks.spread + 5)] : []),
        ],
      },
      {
        heading: 'most lines:',
        noun: null,
        total: 0,
        layout: 'lines',
        facts: commits
          .toSorted((a, b) => b.lines - a.lines)
          .slice(0, 12)
          .filter((commit) => commit !== newest && commit !== oldest)
          .map((commit, index) => commitFact(null, commit, ranks.sample + 1 + 2 * index)),
      },
    ],
  };
}

function commitFact(
  label: string | null,
  { hash, author, day, lines, first, last, summary, line }: BlamedCommit,
  rank: number,
): Fact {
  const range =
    first === null || last === null ? '' : first === last ? ` at ${first}` : ` at ${first}-${last}`;
  const who = author === null ? null : quote(author, 40);
  const parts = [
    label === null ? null : `${label}:`,
    day,
    hash.slice(0, 10),
    who,
    `${plural(lines, 'line')}${range}`,
  ];
  return {
    rank,
    line,
    text: [...parts, summary && quote(summary, 80)].filter((part) => part !== null).join(' '),
    quotes: [hash.slice(0, 10), ...(who === null ? [] : [who])],
  };
}
