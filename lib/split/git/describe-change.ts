import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { createTally } from '../tally.ts';
import type { Change, ChangedFile, FileStatus } from './changed-file.ts';
import type { NewNames } from './new-names.ts';
import type { Diff } from './read-diff.ts';

const firstFiles = 5;
const smallChange = 24;
const locationCharacters = 60;
const neededLines = 8;
const neededNames = 12;

/** `13 files`, `+331 -170`, `1 new` */
export function changeVerdict({ fileCount, added, removed, files, changeCount }: Change): string[] {
  const counts = added === null || removed === null ? [] : [signed(added, removed)];
  const status = ([word, wanted]: readonly [string, FileStatus]) => {
    const count = files.filter((file) => file.status === wanted).length;
    return count === 0 ? [] : [`${figure(count)} ${word}`];
  };
  const became = parts.flatMap(status);
  // Without line counts (`--name-status`), the status of each file is what was asked for.
  const modified = added === null && became.length > 0 ? status(['modified', 'changed']) : [];
  const summed = changeCount > 1 ? [`the sum of ${figure(changeCount)} changes`] : [];
  return [plural(fileCount, 'file'), ...counts, ...became, ...modified, ...summed];
}

const parts = [
  ['new', 'new'],
  ['deleted', 'deleted'],
  ['renamed', 'renamed'],
  ['copied', 'copied'],
  ['on one side only', 'only one side'],
] as const;

const signed = (added: number, removed: number): string => `+${figure(added)} -${figure(removed)}`;

/** The files that changed most, and those that were added or deleted. */
export function fileSections({ files, fileCount, pathCount = fileCount, changeCount }: Change): Section[] {
  const byChange = files.toSorted((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  const isRanked = byChange[0]?.changed !== null;
  const first = new Set(byChange.slice(0, firstFiles));
  const isGone = (file: ChangedFile) => file.status === 'deleted' && !first.has(file);
  const gone = files.filter(isGone);
  return [
    {
      heading: !isRanked ? 'files:' : changeCount > 1 ? 'most changed in all:' : 'most changed:',
      noun: 'file',
      total: pathCount - gone.length,
      layout: 'paths',
      facts: byChange.filter((file) => !isGone(file)).map((file, index) => fileFact(file, rankOf(index))),
    },
    folderSection(files, isRanked),
    {
      heading: 'deleted:',
      noun: 'deleted file',
      total: gone.length,
      layout: 'paths',
      facts: gone.map((file, index) => ({
        ...fileFact(file, index < 3 ? ranks.spread + firstFiles + index : ranks.sample + index),
        text: file.path,
      })),
    },
  ];
}

/** With very many files, folders say more than a few file names. */
function folderSection(files: readonly ChangedFile[], isRanked: boolean): Section {
  const folders = createTally(500);
  for (const { path } of files) folders.add(path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : './');
  const isWide = files.length > 20 && folders.distinct !== null && folders.distinct > 1;
  return {
    heading: 'files by folder:',
    noun: null,
    total: 0,
    layout: 'list',
    facts: (isWide ? folders.top(12) : []).map(({ name, count }, index) => ({
      rank: (isRanked ? ranks.sample : ranks.spread) + index,
      text: `${name} ${figure(count)}`,
    })),
  };
}

const rankOf = (index: number): number => {
  if (index === 0) return ranks.cause;
  return (index < firstFiles ? ranks.spread : ranks.sample) + index;
};

function fileFact(file: ChangedFile, rank: number): Fact {
  const { path, oldPath, status, added, removed, changed, isBinary, madeProgram, line } = file;
  const counts =
    changed === null || changed === 0
      ? null
      : added === null || removed === null
        ? figure(changed)
        : [added > 0 ? `+${figure(added)}` : '', removed > 0 ? `-${figure(removed)}` : '']
            .filter(Boolean)
            .join(' ');
  const words = [
    counts,
    isBinary ? 'binary' : null,
    oldPath === null
      ? status === 'changed' || (status === 'mode' && madeProgram)
        ? null
        : status
      : `${status} from ${oldPath}`,
    madeProgram ? 'made executable' : null,
  ];
  return {
    rank,
    line,
    text: [path, ...words.filter((word) => word !== null)].join(' '),
  };
}

/** Which functions changed and, in a small change, which lines. */
export function diffSections(diff: Diff): Section[] {
  const isSmall = (diff.added ?? 0) + (diff.removed ?? 0) <= smallChange;
  const newNames = diff.newNames !== null && diff.newNames.count > 1 ? diff.newNames : null;
  return [
    ...(newNames ? [nameSection(newNames)] : []),
    locationSection(diff, isSmall, newNames !== null),
    {
      heading: null,
      noun: isSmall ? 'changed line' : null,
      total: (diff.added ?? 0) + (diff.removed ?? 0),
      layout: 'lines',
      facts: lineFacts(diff, isSmall),
    },
  ];
}

/** For a new file, what it exports or defines: its lines say more than their location. */
function nameSection({ names, count }: NewNames): Section {
  const exported = names.filter(({ isExported }) => isExported);
  const [heading, shown, total] =
    exported.length === 0 ? ['defines:', names, count] : ['exports:', exported, exported.length];
  return {
    heading,
    noun: 'name',
    total,
    layout: 'list',
    facts: shown.map(({ label, name, line }, index) => ({
      rank: (index < neededNames ? ranks.spread : ranks.sample) + index,
      line,
      text: quote(label, locationCharacters),
      quotes: [quote(name, locationCharacters)],
    })),
  };
}

/**
 * Where most changed, and which definitions were added or removed, since other code refers to them by name.
 */
function locationSection(
  { locations, became, fileCounts, fileCount }: Diff,
  isSmall: boolean,
  isNamed: boolean,
): Section {
  const total = locations.distinct;
  const maxFirstLocations = isNamed ? 0 : isSmall ? 3 : fileCount > 1 ? 5 : 6;
  let remaining = isNamed ? 0 : fileCount > 1 ? 2 : 4;
  return {
    heading: 'lines changed in:',
    noun: total === null ? null : 'location',
    total: total ?? 0,
    layout: 'list',
    facts: locations.top(200).map(({ name, count }, index) => {
      const files = fileCounts.get(name) ?? 1;
      const now = files > 1 ? undefined : became.get(name);
      const isOther = now === 'new' || now === 'gone';
      const isNeeded = index < maxFirstLocations || (isOther && remaining > 0);
      if (isNeeded && index >= maxFirstLocations) remaining -= 1;
      const shown = quote(name, locationCharacters);
      return {
        rank: isNeeded ? ranks.lead + Math.min(index, maxFirstLocations) : ranks.sample + 1 + 2 * index,
        text: `${shown} ${figure(count)}${isOther ? ` ${now}` : ''}${files > 1 ? ` in ${figure(files)} files` : ''}`,
        quotes: [shown.replace(/\(\)$/, '')],
      };
    }),
  };
}

const lineRank = (index: number, text: string, isSmall: boolean): number => {
  const rank = isSmall && index < neededLines ? ranks.lead + 6 + index / 4 : ranks.sample + 2 + 2 * index;
  return saysLittle.test(text) ? rank + (isSmall ? 2 : ranks.context) : rank;
};

/** Imports, comments and ends of blocks. */
const saysLittle =
  /^\s*(?:(?:import|from|use|using|package|require|include)\b|#\s?(?:include|import|\s|$)|\/[/*]|\*|--|[)\]};,{(]{1,4}$)/;

/** Added lines rank before removed ones. */
function lineFacts({ lines, fileCount }: Diff, isSmall: boolean): Fact[] {
  return lines.slice(0, isSmall ? smallChange : 60).map(({ path, mark, number, text, line }, index) => {
    const where = fileCount > 1 ? (number === null ? path : `${path}:${number}`) : `${number ?? ''}`;
    const shown = quote(text, 160);
    return {
      rank: lineRank(index, text, isSmall) + (mark === '-' ? 1 : 0),
      line,
      text: `${where}${where === '' ? '' : ' '}${mark} ${shown}`,
      quotes: [shown],
    };
  });
}
