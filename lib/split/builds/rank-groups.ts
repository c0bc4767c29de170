import { ranks } from '../facts.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import type { DiagnosticGroup, GatheredDiagnostics } from './gather-diagnostics.ts';
import { messageKind } from './message-kind.ts';

const order: Record<DiagnosticSeverity, number> = { error: 0, warning: 1, info: 2 };
/**
 * With more errors than one step can fix, an example of each of the most frequent codes says more than the
 * next errors in order.
 */
const fewErrors = 12;
/** How many distinct errors of a compiler are shown. */
const maxErrorsShown = 3;

/** Without a code or a detail, messages that differ only in names are the same kind. */
const kindOf = ({ first: { code, message, detail } }: DiagnosticGroup): string =>
  code === null && detail === undefined
    ? messageKind(message)
    : [code, message, detail].filter((part) => part !== undefined).join(' ');

/**
 * Ranks each group, errors first: the first group always ranks highest, and some more compiler errors rank
 * high, because each has to be fixed. One example is enough for linter rules and for warnings.
 */
export function rankGroups(
  found: GatheredDiagnostics,
  { isLinter, hasNoLevels }: { isLinter: boolean; hasNoLevels: boolean },
): { isMany: boolean; ranked: { group: DiagnosticGroup; rank: number }[] } {
  const groups = found.groups.toSorted((a, b) => order[a.first.severity] - order[b.first.severity]);
  const errorGroups = groups.filter(({ first }) => first.severity === 'error').length;
  const isMixed = errorGroups > 0 && !hasNoLevels;
  const isMany = found.counts.error > fewErrors && found.codes.error.length > 0;
  const frequent = found.codes.error.slice(0, 2).map(({ name }) => name);
  const kinds = new Set(groups.filter(({ first }) => first.severity === 'error').map(kindOf));
  const known = new Set<string | null>();
  const reported = new Set<string>();
  const rankOf = (group: DiagnosticGroup, index: number): number => {
    const { severity, code } = group.first;
    const isNewCode = !known.has(code);
    known.add(code);
    if (index === 0 || (hasNoLevels && group === found.groups[0])) {
      reported.add(kindOf(group));
      return ranks.cause;
    }
    // The first group is where a reader of the list begins.
    if (isLinter && group === found.groups[0]) return ranks.lead;
    if (severity === 'error' && !isLinter && !hasNoLevels) {
      if (isMany) {
        const isInformative = isNewCode && code !== null && frequent.includes(code);
        return (isInformative ? ranks.failure : ranks.sample) + index / 10;
      }
      const isShown =
        kinds.size < maxErrorsShown
          ? index < maxErrorsShown
          : reported.size < maxErrorsShown && !reported.has(kindOf(group));
      if (isShown) {
        reported.add(kindOf(group));
        return ranks.failure + Math.min(index, 9);
      }
      return isNewCode && index < 6 ? ranks.spread + 8 : ranks.sample + index / 10;
    }
    // With only one or two groups of errors, the first warning may be their cause.
    if (isMixed && !isLinter && index === errorGroups && errorGroups < 3) return ranks.lead;
    return (isMixed && severity !== 'error' ? ranks.context : ranks.sample + 10) + index / 10;
  };
  return { isMany, ranked: groups.map((group, index) => ({ group, rank: rankOf(group, index) })) };
}
