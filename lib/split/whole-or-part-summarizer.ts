import type { Program } from './command-line.ts';
import type { Evidence, Summarizer } from './summarizer.ts';

/** Programs that pass on or prepare, without output of their own to report. */
const passing = new Set(
  (
    'cd pushd cat zcat head tail less more grep egrep fgrep rg sed awk cut sort uniq wc tee tr nl tac column ' +
    'true set export sleep mkdir echo printf source .'
  ).split(' '),
);

/** Whether no command ran, or only one that the summarizer knows; then it covers the whole result. */
const isAlone = ({ programs }: Evidence, isOwn: (program: Program) => boolean): boolean => {
  const others = programs.filter(({ name }) => !passing.has(name));
  const [only] = others;
  return others.length <= 1 && (only === undefined || isOwn(only));
};

/**
 * Makes two summarizers of one: it covers the whole result when its program ran alone, and a part otherwise.
 */
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
