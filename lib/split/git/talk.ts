import { aloneOrPart } from '../alone-or-part.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { beginHasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import type { Change } from './changed-file.ts';
import { findGit, isGit } from './git-commands.ts';
import { createStatReading } from './read-stat.ts';
import { createTalkReading, type Talk, type TalkLine } from './read-talk.ts';
import { changeVerdict, fileSections } from './tell-change.ts';

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

/** What git says while it clones, fetches, pushes, merges, rebases and commits: how it went, and what stopped it. */
export const talk: readonly Summarizer[] = aloneOrPart(
  {
    kind: 'git',
    recognise(evidence) {
      if (findGit(evidence, ...commands)) return 'named';
      if (evidence.type === 'file' || evidence.type === 'diff' || evidence.type === 'markdown') return null;
      return beginHasMark(evidence, marks) ? 'marked' : null;
    },
    read() {
      const reading = createTalkReading();
      const stat = createStatReading();
      let isKnown = false;
      return {
        line(text, number) {
          if (reading.line(text, number) || stat.line(text, number)) isKnown = true;
        },
        finish: () => (isKnown ? summaryOf(reading.finish(), stat.finish()) : null),
      };
    },
  },
  isGit,
);

function summaryOf(told: Talk, change: Change): Summary | null {
  const verdict = verdictOf(told, change);
  const sections = sectionsOf(told);
  if (verdict.length === 0 && sections.every(({ facts }) => facts.length === 0)) return null;
  return {
    kind: 'git',
    verdict,
    tellsSize: verdict.length > 0,
    tellsFailure: told.errorCount > 0 || told.conflicts.length > 0 || told.refStates.get('rejected') > 0,
    sections: [...sections, ...(change.fileCount > 0 ? fileSections(change) : [])],
  };
}

function verdictOf(told: Talk, change: Change): string[] {
  const objects = told.progress.get('Receiving objects') ?? told.progress.get('Writing objects');
  const deltas = told.progress.get('Resolving deltas');
  const unfinished = [...told.progress].find(([, { isOver, done, total }]) => !isOver && done < total);
  const conflicts = told.conflictKinds.total;
  const kinds = told.conflictKinds.top(4).map(({ name, count }) => `${figure(count)} ${name}`);
  return [
    ...(told.clonedInto === null ? [] : [`cloned into ${told.clonedInto}`]),
    ...(conflicts === 0 ? [] : [`${plural(conflicts, 'conflict')} (${kinds.join(', ')})`]),
    ...(told.commits.length === 0 ? [] : [plural(told.commits.length, 'commit')]),
    ...(told.upToDate ? ['up to date'] : []),
    ...told.refStates.top(8).map(({ name, count }) => countedState(name, count)),
    ...(objects ? [plural(objects.total, 'object')] : []),
    ...(told.size === null ? [] : [told.size]),
    ...(deltas ? [plural(deltas.total, 'delta')] : []),
    ...(unfinished ? [`stopped at ${unfinished[0]} ${unfinished[1].done}/${unfinished[1].total}`] : []),
    ...(change.fileCount > 0 ? changeVerdict(change) : []),
    ...(told.bisectCandidates > 0
      ? [`${plural(told.bisectCandidates, 'candidate')} for the first bad commit`]
      : []),
    ...(told.autoMerged > 0 && conflicts > 0 ? [`${figure(told.autoMerged)} auto-merged`] : []),
  ];
}

const countedState = (state: string, count: number): string =>
  state.startsWith('new ') ? plural(count, state) : `${figure(count)} ${state}`;

function sectionsOf(told: Talk): Section[] {
  const refused = told.refs.filter(({ state }) => /reject|fail/.test(state));
  const isTrouble = told.errorCount > 0 || told.conflicts.length > 0 || refused.length > 0;
  return [
    linesOf(null, told.errors, told.errorCount, ranks.cause, 'error'),
    {
      heading: 'conflicts:',
      noun: 'conflict',
      total: told.conflictKinds.total,
      layout: 'list',
      facts: told.conflicts.map(
        ({ kind, path, line }, place): Fact => ({
          rank: place === 0 ? ranks.cause : ranks.failure + place / 10,
          line,
          text: kind === 'content' ? quote(path) : `${quote(path)} (${kind})`,
          quotes: [quote(path)],
        }),
      ),
    },
    refSection('rejected:', refused, ranks.cause),
    linesOf(null, isTrouble ? told.hints : [], told.hints.length, ranks.lead, null),
    {
      heading: null,
      noun: null,
      total: told.commits.length,
      layout: 'lines',
      facts: told.commits.map(({ branch, hash, subject, line }, place) => ({
        rank: (place < 3 ? ranks.spread : ranks.sample) + place,
        line,
        text: `${branch} ${hash} ${quote(subject, 100)}`,
        quotes: [quote(subject, 100)],
      })),
    },
    linesOf(null, told.steps, told.stepCount, ranks.spread + 5, 'step'),
    linesOf(null, told.otherSide ? [told.otherSide] : [], 1, ranks.lead + 4, null),
    refSection(
      'refs:',
      told.refs.filter((ref) => !refused.includes(ref)),
      ranks.lead + 5,
    ),
    linesOf('remote says:', told.remarks, told.remarks.length, ranks.sample, null),
    {
      heading: 'warnings:',
      noun: 'warning',
      total: told.warnings.total,
      layout: 'lines',
      facts: told.warnings.top(20).map(({ name, count }, place) => ({
        rank: (place < 2 ? ranks.lead + 10 : ranks.sample + 10) + place,
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
    facts: lines.map(({ text, line }, place) => ({
      rank: place < 4 ? rank + place : Math.max(rank, ranks.sample) + place,
      line,
      text: quote(text, 160),
      quotes: [quote(text, 160)],
    })),
  };
}

/** What is new is told by its count: two of them show how they are called. */
const rankOfRef = (state: string, rank: number, place: number): number =>
  place < (state.startsWith('new ') ? 2 : 5) ? rank + place : Math.max(rank, ranks.sample) + place;

function refSection(heading: string, refs: Talk['refs'], rank: number): Section {
  // What moved comes before what is new.
  const ordered = refs.toSorted((a, b) => Number(a.range === null) - Number(b.range === null));
  return {
    heading,
    noun: 'ref',
    total: refs.length,
    layout: 'lines',
    facts: ordered.map(({ state, range, names, line }, place) => ({
      rank: rankOfRef(state, rank, place),
      line,
      text: [
        ...(state === 'updated' ? [] : [state]),
        ...(range === null ? [] : [range]),
        quote(names, 120),
      ].join(' '),
    })),
  };
}
