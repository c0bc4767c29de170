import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { commonFolder } from './common-folder.ts';
import type { Severity } from './diagnostic.ts';
import type { DiagnosticGroup, GatheredDiagnostics } from './gather-diagnostics.ts';
import { tellGroup } from './tell-group.ts';
import { withoutFolder } from './without-folder.ts';

export interface DiagnosticsTelling {
  /** Its diagnostics are of rules: one example of each tells enough. */
  isLinter: boolean;
  /** It knows no severities: all are problems. */
  hasNoLevels: boolean;
  /** What the tool itself counted, which may be more than it printed. */
  reported: Partial<Record<Severity, number>>;
}

/** What diagnostics tell: how many and where, the first of each kind, and how they spread over codes and files. */
export function tellDiagnostics(
  found: GatheredDiagnostics,
  how: DiagnosticsTelling,
): { verdict: string; sections: Section[] } {
  const folder = commonFolder(found.files.map(({ path }) => path));
  const isSpread = found.total > 3;
  return {
    verdict: [countsOf(found, how), filesOf(found), folder === '' ? null : `under ${folder}`]
      .filter((part) => part !== null)
      .join(' '),
    sections: [
      exampleSection(found, how, folder),
      ...(isSpread ? codeSections(found, how) : []),
      ...(isSpread && found.files.length > 1 ? [fileSection(found, how, folder)] : []),
    ],
  };
}

function countsOf(
  { counts, total }: GatheredDiagnostics,
  { isLinter, hasNoLevels, reported }: DiagnosticsTelling,
) {
  if (hasNoLevels) return plural(Math.max(total, reported.error ?? 0), 'problem');
  const most = (severity: Severity) => Math.max(counts[severity], reported[severity] ?? 0);
  const told = [
    plural(most('error'), 'error'),
    most('warning') > 0 || isLinter ? plural(most('warning'), 'warning') : null,
    most('info') > 0 ? `${most('info').toLocaleString('en-US')} info` : null,
  ].filter((part) => part !== null);
  const all = most('error') + most('warning') + most('info');
  const text = isLinter ? `${plural(all, 'problem')} (${told.join(', ')})` : told.join(', ');
  return all > total ? `${text}, ${total.toLocaleString('en-US')} of them printed,` : text;
}

const filesOf = ({ files, hasMoreFiles }: GatheredDiagnostics): string | null => {
  if (files.length === 0) return null;
  return hasMoreFiles ? `in over ${plural(files.length, 'file')}` : `in ${plural(files.length, 'file')}`;
};

function exampleSection(found: GatheredDiagnostics, how: DiagnosticsTelling, folder: string): Section {
  const groups = found.groups.toSorted((a, b) => order[a.first.severity] - order[b.first.severity]);
  const isMixed = found.counts.error > 0 && !how.hasNoLevels;
  const isCounted = found.total > 3;
  const codes = new Set<string | null>();
  const first = found.groups[0];
  const facts = groups.map((group, place): Fact => {
    const isNewCode = !codes.has(group.first.code);
    codes.add(group.first.code);
    const rank =
      group === first && how.hasNoLevels ? ranks.cause : rankOf(group, place, isNewCode, isMixed, how);
    return tellGroup(group, folder, {
      rank,
      isMixed,
      isCounted: !isCounted || group.first.code === null || !isNewCode,
      explanationsShown: rank === ranks.cause ? 3 : rank < ranks.sample ? 2 : 0,
      characters: rank === ranks.cause ? 240 : rank < ranks.sample ? 200 : 140,
    });
  });
  return {
    heading: null,
    // What bears a code is counted by code below.
    noun: found.hasMoreGroups || how.isLinter || found.total <= 3 ? null : 'error message',
    total: facts.filter((_, place) => groups[place]?.first.severity === 'error').length,
    layout: 'lines',
    facts,
  };
}

const order: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** The first, and of a compiler's errors some more: each is to be mended. Of rules and of warnings one is enough to begin with. */
function rankOf(
  { first: { severity } }: DiagnosticGroup,
  place: number,
  isNewCode: boolean,
  isMixed: boolean,
  { isLinter, hasNoLevels }: DiagnosticsTelling,
): number {
  if (place === 0) return ranks.cause;
  if (severity === 'error' && !isLinter && !hasNoLevels) {
    if (place < 3) return ranks.failure + place;
    if (isNewCode && place < 6) return ranks.spread + 8;
    return ranks.sample + place / 10;
  }
  return (isMixed && severity !== 'error' ? ranks.context : ranks.sample + 10) + place / 10;
}

function codeSections({ codes, counts }: GatheredDiagnostics, { isLinter, hasNoLevels }: DiagnosticsTelling) {
  const word = isLinter ? 'rule' : 'code';
  const severities = (['error', 'warning', 'info'] as const).filter((severity) => codes[severity].length > 0);
  const isSingle =
    hasNoLevels ||
    (['error', 'warning', 'info'] as const).filter((severity) => counts[severity] > 0).length === 1;
  const listed = hasNoLevels
    ? [{ heading: `by ${word}:`, list: severities.flatMap((severity) => codes[severity]) }]
    : severities.map((severity) => ({
        heading: isSingle ? `by ${word}:` : `${severity === 'info' ? 'info' : `${severity}s`} by ${word}:`,
        list: codes[severity],
      }));
  return listed.map(({ heading, list }, place): Section => {
    const all = list.toSorted((a, b) => b.count - a.count);
    return {
      heading,
      noun: word,
      total: all.length,
      layout: 'list',
      facts: all.map(({ name, count }, at) => ({
        rank: (isTelling(count, at) ? ranks.spread : ranks.sample) + at / 10 + place,
        text: `${name} ${count.toLocaleString('en-US')}`,
        quotes: [name],
      })),
    };
  });
}

/** Of those that occur once some are enough. */
const isTelling = (count: number, place: number): boolean => place < 3 || (place < 6 && count > 1);

function fileSection(
  { files, counts, hasMoreFiles }: GatheredDiagnostics,
  how: DiagnosticsTelling,
  folder: string,
) {
  const isMixed = counts.error > 0 && counts.warning + counts.info > 0 && !how.hasNoLevels;
  return {
    heading: 'by file:',
    noun: hasMoreFiles ? null : 'file',
    total: files.length,
    layout: 'paths',
    facts: files.slice(0, 400).map(({ path, total, errors }, place) => ({
      rank: (place < 5 ? ranks.spread + 4 : ranks.sample + 5) + place / 10,
      text: `${withoutFolder(path, folder)} ${total.toLocaleString('en-US')}${isMixed && errors > 0 && errors < total ? ` (${plural(errors, 'error')})` : ''}`,
    })),
  } satisfies Section;
}
