import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { commonFolder } from './common-folder.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import { formatDiagnosticGroup } from './format-diagnostic-group.ts';
import type { GatheredDiagnostics } from './gather-diagnostics.ts';
import { messageKind } from './message-kind.ts';
import { rankGroups } from './rank-groups.ts';
import { withoutFolder } from './without-folder.ts';

/** `all`: whatever the severity. */
export type ReportedCounts = Partial<Record<DiagnosticSeverity | 'all', number>>;

export interface DiagnosticsForm {
  /** The diagnostics are rule violations, so one example of each is enough. */
  isLinter: boolean;
  /** The tool has no severities: all diagnostics are problems. */
  hasNoLevels: boolean;
  /** The tool's own counts, which may exceed what it printed. */
  reported: ReportedCounts;
  /** Another summarizer reads some of the errors. */
  leavesErrors: boolean;
}

/**
 * Describes diagnostics: how many and where, the first of each kind, and their distribution over codes and
 * files.
 */
export function describeDiagnostics(
  found: GatheredDiagnostics,
  how: DiagnosticsForm,
): { verdict: string; sections: Section[] } {
  const folder = commonFolder(found.files.map(({ path }) => path));
  const isSpread = found.total > 3;
  return {
    verdict: [countsOf(found, how), filesOf(found), folder === '' ? null : `under ${folder}`]
      .filter((part) => part !== null)
      .join(' '),
    sections: [
      exampleSection(found, how, folder),
      ...(isSpread ? [...codeSections(found, how), messageSection(found, how)] : []),
      ...(isSpread && found.files.length > 1 ? [fileSection(found, how, folder)] : []),
    ],
  };
}

function countsOf(
  { counts, total }: GatheredDiagnostics,
  { isLinter, hasNoLevels, reported, leavesErrors }: DiagnosticsForm,
) {
  if (hasNoLevels) return plural(Math.max(total, reported.error ?? 0, reported.all ?? 0), 'problem');
  const most = (severity: DiagnosticSeverity) => Math.max(counts[severity], reported[severity] ?? 0);
  const parts = [
    most('error') > 0 || !leavesErrors ? plural(most('error'), 'error') : null,
    most('warning') > 0 || isLinter ? plural(most('warning'), 'warning') : null,
    most('info') > 0 ? `${figure(most('info'))} info` : null,
  ].filter((part) => part !== null);
  const all = Math.max(most('error') + most('warning') + most('info'), reported.all ?? 0);
  const text = isLinter ? `${plural(all, 'problem')} (${parts.join(', ')})` : parts.join(', ');
  return all > total ? `${text}, ${figure(total)} of them printed, ${figure(all - total)} not shown,` : text;
}

const filesOf = ({ files, hasMoreFiles }: GatheredDiagnostics): string | null => {
  if (files.length === 0) return null;
  return hasMoreFiles ? `in over ${plural(files.length, 'file')}` : `in ${plural(files.length, 'file')}`;
};

function exampleSection(found: GatheredDiagnostics, how: DiagnosticsForm, folder: string): Section {
  const { isMany, ranked } = rankGroups(found, how);
  const isMixed = found.counts.error > 0 && !how.hasNoLevels;
  const isCounted = found.total > 3;
  const codes = new Set<string | null>();
  const facts = ranked.map(({ group, rank }): Fact => {
    const isNewCode = !codes.has(group.first.code);
    codes.add(group.first.code);
    const result = formatDiagnosticGroup(group, folder, {
      rank,
      isMixed,
      isCounted: !isCounted || group.first.code === null || !isNewCode,
      explanationsShown: rank === ranks.cause ? 3 : rank < ranks.sample ? 2 : 0,
      explanationCharacters: rank === ranks.cause ? 180 : 100,
      characters: rank === ranks.cause ? 240 : rank < ranks.sample ? 160 : 140,
    });
    return group.first.severity === 'error' ? { ...result, isProblem: true } : result;
  });
  return {
    heading: null,
    // Diagnostics with a code are counted by code below.
    noun: found.hasMoreGroups || how.isLinter || isMany || found.total <= 3 ? null : 'error message',
    total: ranked.filter(({ group }) => group.first.severity === 'error').length,
    layout: 'lines',
    facts,
  };
}

function codeSections({ codes, counts }: GatheredDiagnostics, { isLinter, hasNoLevels }: DiagnosticsForm) {
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
  return listed.map(({ heading, list }, index): Section => {
    const all = list.toSorted((a, b) => b.count - a.count);
    // A single occurrence is already shown as an example.
    const isOne = all.length === 1 && all[0]?.count === 1;
    return {
      heading,
      noun: word,
      total: all.length,
      layout: 'list',
      facts: all.map(({ name, count }, at) => ({
        rank: (isInformative(count, at, index) && !isOne ? ranks.spread : ranks.sample) + at / 10 + index,
        text: `${name} ${figure(count)}`,
        quotes: [name],
      })),
    };
  });
}

const longestKind = 90;

/**
 * Counts by message, for diagnostics without codes: messages whose count is not yet shown beside their first
 * example.
 */
function messageSection(found: GatheredDiagnostics, how: DiagnosticsForm): Section {
  const shown = new Map<string, number>();
  for (const { group, rank } of rankGroups(found, how).ranked) {
    if (rank >= ranks.sample || group.first.severity !== 'error') continue;
    const kind = messageKind(group.first.message);
    shown.set(kind, Math.max(shown.get(kind) ?? 0, group.count));
  }
  const parts = found.messages
    .filter(({ name, count }) => count > 2 && name.length <= longestKind && count > (shown.get(name) ?? 0))
    .slice(0, 3);
  return {
    heading: 'by message:',
    noun: null,
    total: 0,
    layout: 'list',
    facts: (how.isLinter ? [] : parts).map(({ name, count }, at) => ({
      rank: ranks.spread + at / 10,
      text: `${name} ${figure(count)}`,
      quotes: name.split('…').filter((piece) => piece !== ''),
    })),
  };
}

/** Of codes that occur once, and of lower severities, only the first few are needed. */
const isInformative = (count: number, at: number, index: number): boolean =>
  at < 3 || (at < 5 && count > 1 && index === 0);

function fileSection(
  { files, counts, hasMoreFiles }: GatheredDiagnostics,
  how: DiagnosticsForm,
  folder: string,
) {
  const isMixed = counts.error > 0 && counts.warning + counts.info > 0 && !how.hasNoLevels;
  const isEven = files[0]?.total === 1;
  return {
    heading: 'by file:',
    noun: hasMoreFiles ? null : 'file',
    total: files.length,
    layout: 'paths',
    facts: files.slice(0, 400).map(({ path, total, errors }, index) => ({
      rank: (index < (isEven ? 3 : 5) ? ranks.spread + 4 : ranks.sample + 5) + index / 10,
      text: `${withoutFolder(path, folder)} ${figure(total)}${isMixed && errors > 0 && errors < total ? ` (${plural(errors, 'error')})` : ''}`,
    })),
  } satisfies Section;
}
