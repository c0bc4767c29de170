import type { Evidence, Summarizer } from '../summarizer.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { changeVerdict, fileSections } from './describe-change.ts';
import { findGit, isGit } from './git-commands.ts';
import { createStatReading } from './read-stat.ts';

const marks = /^ \S.* \| +(?:\d+ [+-]+|Bin.*)\n/m;
const summary = /^ \d+ files? changed, \d+ (?:insertion|deletion)/m;
const asked = /^--(?:(?:num|short|dir)?stat|name-(?:only|status)|summary|compact-summary|raw)\b/;
const withPatch = /^(?:-p|-u|--patch|--patch-with-\w+|-U\d+|--unified(?:=\d+)?)$/;

/**
 * Statistics of a change instead of the change: `--stat`, `--numstat`, `--name-status` and similar, and what
 * a merge prints.
 */
export const diffStat: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'diff stat',
    recognise(evidence) {
      const command = findGit(evidence, 'diff', 'diff-tree', 'stash');
      // With the change itself below, the statistics are but its heading.
      if (command?.args.some((word) => withPatch.test(word))) return null;
      if (command?.args.some((word) => asked.test(word))) return 'named';
      if (evidence.type === 'file' || findGit(evidence, 'log', 'show', 'whatchanged') !== null) return null;
      return [evidence.head, evidence.tail].some(isMarked) ? 'marked' : null;
    },
    read(evidence) {
      const reading = createStatReading({ isOfNames: isOfNames(evidence) });
      return {
        line: (text, number) => void reading.line(text, number),
        finish({ exitCode }) {
          const change = reading.finish();
          if (change.fileCount === 0) return null;
          return {
            kind: 'diff stat',
            verdict: changeVerdict(change),
            statesSize: true,
            sections: fileSections(change),
            explainsFailure: exitCode === 1,
          };
        },
      };
    },
  },
  isGit,
);

const isMarked = (text: string): boolean => text.includes('| ') && summary.test(text) && marks.test(text);

const isOfNames = (evidence: Evidence): boolean =>
  findGit(evidence, 'diff', 'diff-tree')?.args.includes('--name-only') === true;
