import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { findGit, isGit } from './git-commands.ts';
import { withoutMail } from './without-mail.ts';

interface Author {
  name: string;
  commits: number;
  line: number;
}

const maxAuthors = 5_000;
const shownAuthors = 5;
/** `   12\tAda <ada@example.org>` with `-s`; else `Ada (12):` above the subjects of her commits. */
const counted = /^ *(\d{1,9})\t(?!(?:\d{1,9}|-)\t)(.{1,300})$/;
const headed = /^(\S.{0,300}) \((\d{1,9})\):$/;

/** `git shortlog`: how many commits each author made. */
export const shortlog: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git shortlog',
    recognise: (evidence) => (findGit(evidence, 'shortlog') ? 'named' : null),
    read() {
      const authors: Author[] = [];
      let [authorCount, commitCount, oneCommit] = [0, 0, 0];
      return {
        line(text, line) {
          const short = counted.exec(text);
          const long = short ? null : headed.exec(text);
          const [name, count] = short ? [short[2], short[1]] : [long?.[1], long?.[2]];
          if (name === undefined || count === undefined) return;
          const commits = Number(count);
          authorCount += 1;
          commitCount += commits;
          if (commits === 1) oneCommit += 1;
          if (authors.length < maxAuthors) authors.push({ name: withoutMail(name), commits, line });
        },
        finish: () => (authorCount === 0 ? null : summaryOf(authors, authorCount, commitCount, oneCommit)),
      };
    },
  },
  isGit,
);

function summaryOf(
  authors: readonly Author[],
  authorCount: number,
  commitCount: number,
  oneCommit: number,
): Summary {
  return {
    kind: 'git shortlog',
    verdict: [
      plural(commitCount, 'commit'),
      `by ${plural(authorCount, 'author')}`,
      ...(oneCommit > 0 && authorCount > shownAuthors ? [`${figure(oneCommit)} with 1 commit`] : []),
    ],
    statesSize: true,
    explainsFailure: false,
    sections: [
      {
        heading: null,
        noun: 'author',
        total: authorCount,
        layout: 'list',
        facts: authors
          .toSorted((a, b) => b.commits - a.commits)
          .slice(0, 200)
          .map(({ name, commits, line }, index) => ({
            rank: index === 0 ? ranks.cause : (index < shownAuthors ? ranks.spread : ranks.sample) + index,
            line,
            text: `${quote(name, 60)} ${figure(commits)}`,
            quotes: [quote(name, 60)],
          })),
      },
    ],
  };
}
