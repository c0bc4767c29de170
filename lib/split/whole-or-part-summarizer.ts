import type { Program } from './command-line.ts';
import type { Evidence, Summarizer } from './summarizer.ts';

/** What passes on or prepares, and has nothing of its own to tell. */
const passing = new Set(
  (
    'cd pushd cat zcat head tail less more grep egrep fgrep rg sed awk cut sort uniq wc tee tr nl tac column ' +
    'true set export sleep mkdir echo printf source .'
  ).split(' '),
);

/** No command ran, or one that the summarizer knows and none beside it: then the result is of one piece. */
const isAlone = ({ programs }: Evidence, isOwn: (program: Program) => boolean): boolean => {
  const others = programs.filter(({ name }) => !passing.has(name));
  const [only] = others;
  return others.length <= 1 && (only === undefined || isOwn(only));
};

/** One summarizer as two: what it reads is all of the result where its program ran alone, and else a part of it. */
export function wholeOrPartSummarizer(
  { recognise, ...summarizer }: Omit<Summarizer, 'covers'>,
  isOwn: (program: Program) => boolean,
): Summarizer[] {
  return [
    {
      ...summarizer,
      covers: 'all',
      recognise: (evidence) => (isAlone(evidence, isOwn) ? recognise(evidence) : null),
    },
    {
      ...summarizer,
      covers: 'part',
      recognise: (evidence) => (isAlone(evidence, isOwn) ? null : recognise(evidence)),
    },
  ];
}
