import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { beginHasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { findGit, isGit } from './git-commands.ts';
import { createStatusReading, type Status, type StatusGroup } from './read-status.ts';

const marks = mark(
  /^(?:On branch \S|HEAD detached (?:at|from) |Not currently on any branch|# branch\.oid |(?:interactive )?rebase in progress)[^\n]*\n(?:[^\n]*\n){0,12}?(?:Changes (?:to be committed|not staged for commit):|Untracked files:|Unmerged paths:|nothing to commit|no changes added)/m,
  'On branch ',
  'HEAD detached ',
  'Not currently on ',
  '# branch.oid ',
  'rebase in progress',
);

/** `git status` in its long, short and porcelain formats. */
export const status: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git status',
    recognise: (evidence) =>
      findGit(evidence, 'status', 'commit') ? 'named' : beginHasMark(evidence, marks) ? 'marked' : null,
    read(evidence) {
      const reading = createStatusReading(isShort(findGit(evidence, 'status')?.args ?? []));
      return {
        line: reading.line,
        finish: () => {
          const found = reading.finish();
          return found.branch === null && found.total === 0 ? null : summaryOf(found);
        },
      };
    },
  },
  isGit,
);

const isShort = (args: readonly string[]): boolean =>
  args.some((word) => /^(?:--short|--porcelain.*|-[a-z]*[sz][a-z]*)$/.test(word));

const words: Record<StatusGroup, string> = {
  unmerged: 'in conflict',
  staged: 'staged',
  changed: 'not staged',
  untracked: 'untracked',
  ignored: 'ignored',
};

/** From this many entries on, they are no longer counted at a glance. */
const manyEntries = 10;

function summaryOf({ branch, statusCount, notes, counts, paths, entries }: Status): Summary {
  const groups = (Object.keys(words) as StatusGroup[]).filter((group) => counts[group] > 0);
  return {
    kind: 'git status',
    verdict: [
      // Of several repositories, what only one of them is says nothing of the others.
      ...(statusCount > 1 ? [`the sum of ${figure(statusCount)} statuses`] : branch === null ? [] : [branch]),
      ...(statusCount > 1 ? [] : notes),
      ...(entries !== null && entries >= manyEntries && groups.length > 1 ? [plural(entries, 'entry')] : []),
      ...(groups.length === 0
        ? ['clean']
        : groups.map((group) => `${figure(counts[group])} ${words[group]}`)),
    ],
    statesSize: true,
    explainsFailure: counts.unmerged > 0,
    sections: groups.map((group, index) => sectionOf(group, paths[group], counts[group], index)),
  };
}

function sectionOf(
  group: StatusGroup,
  paths: readonly Status['paths']['staged'][number][],
  total: number,
  index: number,
): Section {
  const first = group === 'unmerged' ? ranks.cause : ranks.spread;
  const shown = group === 'unmerged' ? 12 : group === 'ignored' ? 0 : 6;
  return {
    heading: `${words[group]}:`,
    noun: 'path',
    total,
    // Conflicts to be resolved are listed in full.
    layout: group === 'unmerged' ? 'list' : 'paths',
    facts: paths.map(
      ({ path, state, line }, at): Fact => ({
        rank:
          at === 0 && index === 0
            ? ranks.cause
            : at < shown
              ? first + index / 10 + at / 2
              : ranks.sample + at,
        line,
        text: state === null ? path : `${path} ${state}`,
      }),
    ),
  };
}
