import { plural } from '../plural.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { changeVerdict, diffSections, fileSections } from './describe-change.ts';
import { findGit, isGit } from './git-commands.ts';
import { createDiffReading, type Diff } from './read-diff.ts';

/** Without such a header, the diff must begin the output: test runners also print differences as diffs. */
const marks = /^diff --(?:git|cc|combined) ./m;
const atStart = /^\s*(?:diff --(?:git|cc|combined) .|Index: .+\n={3,}|--- \S.*\n\+\+\+ \S.*\n@@ -\d)/;

/** Unified diffs of git, of `diff -u`, and of tools that edit files. */
export const diff: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'diff',
    recognise(evidence) {
      const { type, language, head } = evidence;
      if (type === 'diff' || findGit(evidence, 'diff') !== null) return 'named';
      if (evidence.programs.some(isDiff)) return 'named';
      if (type === 'file' || type === 'markdown') {
        return (language === 'diff' || language === null) && atStart.test(head) ? 'marked' : null;
      }
      return (marks.test(head) || atStart.test(head)) &&
        findGit(evidence, 'log', 'show', 'stash', 'format-patch') === null
        ? 'marked'
        : null;
    },
    read(evidence) {
      const reading = createDiffReading({ isOfWords: isOfWords(evidence), plainPath: plainPath(evidence) });
      return {
        line: (text, number) => void reading.line(text, number),
        finish({ exitCode }) {
          const found = reading.finish();
          return found.fileCount === 0 ? null : summaryOf(withSums(found), evidence, exitCode);
        },
      };
    },
  },
  (program) => isGit(program) || isDiff(program),
);

const isDiff = ({ name }: { name: string }): boolean => name === 'diff' || name === 'colordiff';

const isOfWords = (evidence: Evidence): boolean =>
  findGit(evidence, 'diff')?.args.some((word) => /^--(?:word-diff|color-words)/.test(word)) === true;

/** The second file of `diff a b`; `null`: the diff has headers, or another format. */
function plainPath({ programs }: Evidence): string | null {
  const args = programs.find(isDiff)?.args ?? [];
  const isOther = args.some((word) => /^(?:-[a-zA-Z]*[ucy]|--(?:unified|context|side|git))/.test(word));
  return isOther ? null : (args.findLast((word) => !word.startsWith('-')) ?? null);
}

/** A file that comes again is of another diff: staged changes beside others. */
function withSums(found: Diff): Diff {
  const times = createTally();
  for (const { path } of found.files) times.add(path);
  const changeCount = times.top(1)[0]?.count ?? 1;
  return changeCount > 1 ? { ...found, changeCount, pathCount: times.distinct ?? found.fileCount } : found;
}

function summaryOf(found: Diff, { title }: Evidence, exitCode: number | null): Summary {
  const [only] = found.fileCount === 1 ? found.files : [];
  const [, ...counts] = changeVerdict(found);
  const name = only && only.path !== title ? [only.path] : [];
  const hunks = found.hunkCount > 1 ? [plural(found.hunkCount, 'hunk')] : [];
  const conflicts = found.conflictCount > 0 ? [plural(found.conflictCount, 'conflict')] : [];
  const moved = only?.oldPath ? [`from ${only.oldPath}`] : [];
  return {
    kind: 'diff',
    verdict: [...conflicts, ...(only ? [...name, ...counts, ...moved, ...hunks] : changeVerdict(found))],
    statesSize: true,
    sections: [...(only ? [] : fileSections(found)), ...diffSections(found)],
    explainsFailure: exitCode === 1,
  };
}
