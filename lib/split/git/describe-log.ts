import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summary } from '../summary.ts';
import type { Change } from './changed-file.ts';
import type { Commit } from './commit.ts';
import { changeVerdict, diffSections, fileSections } from './describe-change.ts';
import type { Commits } from './read-commits.ts';
import type { Diff } from './read-diff.ts';

const hashCharacters = 10;
const fewCommits = 8;

export interface LogParts {
  commits: Commits;
  /** `null`: the log contains no changes. */
  patch: Diff | null;
  stat: Change;
  /** What an item of the log is. */
  noun: 'commit' | 'entry';
  /** The oldest commit comes first. */
  isReversed: boolean;
  exitCode: number | null;
}

/** Exit code when `head` or a pager closes the pipe early. */
const closedPipe = 141;

export function describeLog({ commits: found, patch, stat, noun, isReversed, exitCode }: LogParts): Summary {
  const change = patch ?? (stat.fileCount > 0 ? stat : null);
  // That a log adds up its commits needs no mention.
  const changes = change
    ? [...fileSections({ ...change, changeCount: 1 }), ...(patch ? diffSections(patch) : [])]
    : [];
  const isOne = found.count === 1;
  return {
    kind: 'git log',
    verdict: isOne
      ? ['1 commit', ...(change ? changeVerdict({ ...change, changeCount: 1 }) : [])]
      : [
          plural(found.count, noun, noun === 'entry' ? 'entries' : 'commits'),
          ...span(found),
          ...(found.mergeCount > 0 ? [plural(found.mergeCount, 'merge')] : []),
          ...(change ? wholeChange(change) : []),
        ],
    statesSize: true,
    sections: isOne
      ? [commitSection(found, isReversed), bodySection(found), ...changes]
      : [commitSection(found, isReversed), authorSection(found), nameSection(found), ...lower(changes)],
    explainsFailure: exitCode === closedPipe,
  };
}

const span = ({ earliest, latest }: Commits): string[] =>
  earliest === null || latest === null ? [] : [earliest === latest ? latest : `${earliest} to ${latest}`];

/** The same files recur in many commits, so adding up their counts would not give the number of files. */
const wholeChange = ({ added, removed }: Change): string[] =>
  added === null || removed === null ? [] : [`+${figure(added)} -${figure(removed)}`];

function commitSection({ first, last, count }: Commits, isReversed: boolean): Section {
  const [startsWith, endsWith] =
    isReversed || isBefore(first[0], last) ? ['oldest', 'newest'] : ['newest', 'oldest'];
  const facts = first
    .filter((commit) => commit !== last || count === 1)
    .map((commit, index) => {
      const rank =
        index === 0
          ? ranks.cause
          : index < fewCommits && count <= fewCommits
            ? ranks.lead + index
            : ranks.sample + index;
      return commitFact(commit, rank, index === 0 && count > 1 ? startsWith : null);
    });
  const ends = last && count > 1 ? [commitFact(last, ranks.cause + 1, endsWith)] : [];
  return { heading: null, noun: null, total: count, layout: 'lines', facts: [...facts, ...ends] };
}

const isBefore = (first: Commit | undefined, last: Commit | null): boolean =>
  first?.day != null && last?.day != null && first.day < last.day;

function commitFact(
  { hash, day, date, author, subject, decoration, line }: Commit,
  rank: number,
  label: string | null,
): Fact {
  const shown = quote(subject, 120);
  const parts = [
    label === null ? null : `${label}:`,
    hash?.slice(0, hashCharacters),
    decoration && quote(decoration, 60),
    day ?? date,
    author === null ? null : `${quote(author, 40)}:`,
    shown,
  ];
  const quotes = [hash?.slice(0, hashCharacters), author && quote(author, 40), shown];
  return {
    rank,
    line,
    text: parts.filter(isReported).join(' '),
    quotes: quotes.filter(isReported),
  };
}

const isReported = (part: string | null | undefined): part is string =>
  part !== null && part !== undefined && part !== '';

function bodySection({ body }: Commits): Section {
  return {
    heading: null,
    noun: null,
    total: body.length,
    layout: 'lines',
    facts: body.map(({ text, line }, index) => ({
      rank: index < 3 ? ranks.lead + 12 + index : ranks.sample + 10 + index,
      line,
      text: quote(text, 120),
      quotes: [quote(text, 120)],
    })),
  };
}

function authorSection({ authors }: Commits): Section {
  const total = authors.distinct;
  return {
    heading: 'authors:',
    noun: total === null ? null : 'author',
    total: total ?? 0,
    layout: 'list',
    facts: authors.top(30).map(({ name, count }, index) => ({
      rank: index < 3 ? ranks.spread + index : ranks.sample + 3 + 2 * index,
      text: `${quote(name, 40)} ${figure(count)}`,
      quotes: [quote(name, 40)],
    })),
  };
}

/** Few commits have tags or branches, and a log is often read to find those. */
function nameSection({ named, first }: Commits): Section {
  const others = named.filter((commit) => commit !== first[0]);
  return {
    heading: 'named:',
    noun: null,
    total: others.length,
    layout: 'list',
    facts: others.map(({ hash, decoration, line }, index) => {
      const shown = quote(decoration ?? '', 60);
      return {
        rank: (index < 3 ? ranks.lead : ranks.sample) + index,
        line,
        text: `${hash?.slice(0, hashCharacters) ?? ''} ${shown}`,
        quotes: [shown],
      };
    }),
  };
}

/** In a log, files matter less than the commits. */
const lower = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...section,
    facts: section.facts.map((fact) => ({
      ...fact,
      rank: lowered(fact.rank),
    })),
  }));

const lowered = (rank: number): number => {
  if (rank === ranks.cause) return ranks.spread + 3;
  return rank < ranks.spread + 3 ? rank + 3 : rank + ranks.sample;
};
