import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { beginHasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import type { Change } from './changed-file.ts';
import { changeVerdict, fileSections } from './describe-change.ts';
import { findGit, isGit } from './git-commands.ts';
import { createStatReading } from './read-stat.ts';
import { createTalkReading, type Talk, type TalkLine } from './read-talk.ts';

const commands =
  'clone fetch pull push merge rebase cherry-pick revert commit checkout switch restore reset stash am submodule remote gc fsck bisect worktree init add rm mv branch tag'.split(
    ' ',
  );
const marks = mark(
  /^(?:Cloning into '.+'\.\.\.|remote: (?:Enumerating|Counting) objects: |Receiving objects: +\d|CONFLICT \(.+\): |hint: (?:Updates were rejected|Resolve all conflicts)|Auto-merging .+\nCONFLICT)/m,
  "Cloning into '",
  'Enumerating objects: ',
  'Counting objects: ',
  'Receiving objects: ',
  'CONFLICT',
  'Updates were rejected',
  'Resolve all conflicts',
);

/**
 * Messages of git while it clones, fetches, pushes, merges, rebases and commits: how it went, and what
 * stopped it.
 */
export const talk: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'git',
    recognise(evidence) {
      if (findGit(evidence, ...commands)) return 'named';
      if (evidence.type === 'file' || evidence.type === 'diff' || evidence.type === 'markdown') return null;
      return beginHasMark(evidence, marks) ? 'marked' : null;
    },
    read(evidence) {
      // Statistics that another command was asked for are described by its own summarizer.
      const isOwn = findGit(evidence, 'diff', 'log', 'show', 'stash') === null;
      const reading = createTalkReading();
      const stat = createStatReading();
      let isKnown = false;
      return {
        line(text, number) {
          if (reading.line(text, number) || (isOwn && stat.line(text, number))) isKnown = true;
        },
        finish: () => (isKnown ? summaryOf(reading.finish(), stat.finish()) : null),
      };
    },
  },
  isGit,
);

function summaryOf(result: Talk, change: Change): Summary | null {
  const verdict = verdictOf(result, change);
  const sections = sectionsOf(result);
  if (verdict.length === 0 && sections.every(({ facts }) => facts.length === 0)) return null;
  return {
    kind: 'git',
    verdict,
    statesSize: verdict.length > 0,
    explainsFailure:
      result.errorCount > 0 || result.conflicts.length > 0 || result.refStates.get('rejected') > 0,
    sections: [...sections, ...(change.fileCount > 0 ? fileSections(change) : [])],
  };
}

function verdictOf(result: Talk, change: Change): string[] {
  const objects = result.progress.get('Receiving objects') ?? result.progress.get('Writing objects');
  const deltas = result.progress.get('Resolving deltas');
  const unfinished = [...result.progress].find(([, { isOver, done, total }]) => !isOver && done < total);
  const conflicts = result.conflictKinds.total;
  const kinds = result.conflictKinds.top(4).map(({ name, count }) => `${figure(count)} ${name}`);
  return [
    ...(result.clonedInto === null ? [] : [`cloned into ${result.clonedInto}`]),
    ...(conflicts === 0 ? [] : [`${plural(conflicts, 'conflict')} (${kinds.join(', ')})`]),
    ...(result.commits.length === 0 ? [] : [plural(result.commits.length, 'commit')]),
    ...upToDate(result),
    ...result.refStates.top(8).map(({ name, count }) => countedState(name, count)),
    ...(objects ? [plural(objects.total, 'object')] : []),
    ...(result.size === null ? [] : [result.size]),
    ...(deltas ? [plural(deltas.total, 'delta')] : []),
    ...(unfinished ? [`stopped at ${unfinished[0]} ${unfinished[1].done}/${unfinished[1].total}`] : []),
    ...(change.fileCount > 0 ? changeVerdict(change) : []),
    ...(result.firstBad === null ? [] : [`first bad commit ${result.firstBad.hash.slice(0, 7)}`]),
    ...(result.bisectCandidates > 0
      ? [`${plural(result.bisectCandidates, 'candidate')} for the first bad commit`]
      : []),
    ...(result.autoMerged > 0 && conflicts > 0 ? [`${figure(result.autoMerged)} auto-merged`] : []),
  ];
}

/** Of several repositories, only some may be up to date. */
const upToDate = ({ upToDateCount, movedCount }: Talk): string[] =>
  upToDateCount === 0 ? [] : [movedCount > 0 ? `${figure(upToDateCount)} up to date` : 'up to date'];

function firstBadSection({ firstBad }: Talk): Section {
  const { hash = '', author = null, subject = null, line = 0 } = firstBad ?? {};
  const parts = [author, subject === null ? null : quote(subject, 120)].filter((part) => part !== null);
  const facts =
    firstBad === null || parts.length === 0
      ? []
      : [{ rank: ranks.cause, line, text: `${hash.slice(0, 10)} ${parts.join(': ')}`, isProblem: false }];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

const countedState = (state: string, count: number): string =>
  state.startsWith('new ') ? plural(count, state) : `${figure(count)} ${state}`;

function sectionsOf(result: Talk): Section[] {
  const refused = result.refs.filter(({ state }) => /reject|fail/.test(state));
  const isTrouble = result.errorCount > 0 || result.conflicts.length > 0 || refused.length > 0;
  return [
    firstBadSection(result),
    linesOf(null, result.errors, result.errorCount, ranks.cause, 'error'),
    {
      heading: 'conflicts:',
      noun: 'conflict',
      total: result.conflictKinds.total,
      layout: 'list',
      facts: result.conflicts.map(
        ({ kind, path, line }, index): Fact => ({
          rank: index === 0 ? ranks.cause : ranks.failure + index / 10,
          line,
          text: kind === 'content' ? quote(path) : `${quote(path)} (${kind})`,
          quotes: [quote(path)],
        }),
      ),
    },
    refSection('rejected:', refused, ranks.cause),
    linesOf(null, isTrouble ? result.hints : [], result.hints.length, ranks.lead, null),
    {
      heading: null,
      noun: null,
      total: result.commits.length,
      layout: 'lines',
      facts: result.commits.map(({ branch, hash, subject, line }, index) => ({
        rank: (index < 3 ? ranks.spread : ranks.sample) + index,
        line,
        text: `${branch} ${hash} ${quote(subject, 100)}`,
        quotes: [quote(subject, 100)],
      })),
    },
    linesOf(null, result.steps, result.stepCount, ranks.spread + 5, 'step'),
    linesOf(null, result.otherSide ? [result.otherSide] : [], 1, ranks.lead + 4, null),
    refSection(
      'refs:',
      result.refs.filter((ref) => !refused.includes(ref)),
      ranks.lead + 5,
    ),
    linesOf('remote says:', result.remarks, result.remarks.length, ranks.sample, null),
    {
      heading: 'warnings:',
      noun: 'warning',
      total: result.warnings.total,
      layout: 'lines',
      facts: result.warnings.top(20).map(({ name, count }, index) => ({
        rank: (index < 2 ? ranks.lead + 10 : ranks.sample + 10) + index,
        text: count === 1 ? quote(name, 120) : `${quote(name, 120)} (×${count})`,
        quotes: [quote(name, 120)],
      })),
    },
  ];
}

function linesOf(
  heading: string | null,
  lines: readonly TalkLine[],
  total: number,
  rank: number,
  noun: string | null,
): Section {
  return {
    heading,
    noun,
    total,
    layout: 'lines',
    facts: lines.map(({ text, line }, index) => ({
      rank: index < 4 ? rank + index : Math.max(rank, ranks.sample) + index,
      line,
      text: quote(text, 160),
      quotes: [quote(text, 160)],
    })),
  };
}

/** New refs are summed up by their count; two examples show how they are named. */
const rankOfRef = (state: string, rank: number, index: number): number =>
  index < (state.startsWith('new ') ? 2 : 5) ? rank + index : Math.max(rank, ranks.sample) + index;

function refSection(heading: string, refs: Talk['refs'], rank: number): Section {
  // Moved refs come before new ones.
  const ordered = refs.toSorted((a, b) => Number(a.range === null) - Number(b.range === null));
  return {
    heading,
    noun: 'ref',
    total: refs.length,
    layout: 'lines',
    facts: ordered.map(({ state, range, names, line }, index) => ({
      rank: rankOfRef(state, rank, index),
      line,
      text: [
        ...(state === 'updated' ? [] : [state]),
        ...(range === null ? [] : [range]),
        quote(names, 120),
      ].join(' '),
    })),
  };
}
