import { createTally, type Tally } from '../tally.ts';
import type { Diagnostic, DiagnosticSeverity } from './diagnostic.ts';
import { messageKind } from './message-kind.ts';

const maxGroups = 500;
const maxFiles = 5_000;
const maxLocations = 3;
const maxExplanations = 4;

/** Diagnostics with the same text or code, at one or more locations. */
export interface DiagnosticGroup {
  first: Diagnostic;
  count: number;
  /** The next few occurrences, up to `maxLocations`. */
  others: Diagnostic[];
  /**
   * What the tool adds to the first, such as what it expected or what would help. Literal pieces of lines.
   */
  explanations: string[];
}

export interface FileCount {
  path: string;
  total: number;
  errors: number;
}

export interface GatheredDiagnostics {
  counts: Record<DiagnosticSeverity, number>;
  total: number;
  /** By first appearance. */
  groups: readonly DiagnosticGroup[];
  /** Some groups were dropped because `maxGroups` was reached. */
  hasMoreGroups: boolean;
  /** Most diagnostics first. */
  files: readonly FileCount[];
  hasMoreFiles: boolean;
  /** By severity, the most frequent first. */
  codes: Record<DiagnosticSeverity, readonly { name: string; count: number }[]>;
  /** Errors without a code, grouped by `messageKind`, the most frequent first. */
  messages: readonly { name: string; count: number }[];
}

export interface DiagnosticGathering {
  add(diagnostic: Diagnostic): void;
  /** Counts a diagnostic that is shown elsewhere. */
  countOnly(diagnostic: Diagnostic): void;
  /** Adds a piece of a later line to the diagnostic that was just added. */
  explain(text: string): void;
  gathered(): GatheredDiagnostics;
}

/**
 * Counts diagnostics by severity, file and code, and keeps the first of each group.
 * @param groupsBy `code`: diagnostics with the same code form one group, as for a linter's rules; `message`:
 * only those with the same text do
 */
export function gatherDiagnostics(groupsBy: 'code' | 'message'): DiagnosticGathering {
  const counts = { error: 0, warning: 0, info: 0 };
  const groups: DiagnosticGroup[] = [];
  const byCode = {
    error: new Map<string, DiagnosticGroup>(),
    warning: new Map<string, DiagnosticGroup>(),
    info: new Map<string, DiagnosticGroup>(),
  } satisfies Record<DiagnosticSeverity, unknown>;
  const byMessage = new Map<string, DiagnosticGroup>();
  const files = new Map<string, FileCount>();
  const codes = {
    error: createTally(maxGroups),
    warning: createTally(maxGroups),
    info: createTally(maxGroups),
  } satisfies Record<DiagnosticSeverity, Tally>;
  const messages = createTally(maxGroups);
  let hasMoreGroups = false;
  let hasMoreFiles = false;
  let last: DiagnosticGroup | null = null;

  const countFile = ({ path, severity }: Diagnostic) => {
    if (path === null) return;
    const errors = severity === 'error' ? 1 : 0;
    const known = files.get(path);
    if (known) {
      known.total += 1;
      known.errors += errors;
    } else if (files.size >= maxFiles) hasMoreFiles = true;
    else files.set(path, { path, total: 1, errors });
  };
  const addToGroup = (diagnostic: Diagnostic): DiagnosticGroup | null => {
    const { severity, code, detail = '' } = diagnostic;
    const isOfCode = code !== null && (groupsBy === 'code' || severity !== 'error');
    const alike = isOfCode ? byCode[severity] : byMessage;
    const key = isOfCode ? code : wholeOf(diagnostic);
    const known = alike.get(key);
    if (known) {
      known.count += 1;
      if (known.others.length < maxLocations) known.others.push(diagnostic);
      return null;
    }
    if (groups.length >= maxGroups) {
      hasMoreGroups = true;
      return null;
    }
    const group = { first: diagnostic, count: 1, others: [], explanations: detail === '' ? [] : [detail] };
    alike.set(key, group);
    groups.push(group);
    return group;
  };
  const countOnly = (diagnostic: Diagnostic) => {
    counts[diagnostic.severity] += 1;
    countFile(diagnostic);
    if (diagnostic.code !== null) codes[diagnostic.severity].add(diagnostic.code);
    last = null;
  };
  return {
    countOnly,
    add(diagnostic) {
      countOnly(diagnostic);
      const { severity, code, message } = diagnostic;
      if (severity === 'error' && code === null) messages.add(messageKind(message));
      last = addToGroup(diagnostic);
    },
    explain(text) {
      const piece = text.trim();
      if (last && piece !== '' && last.explanations.length < maxExplanations) last.explanations.push(piece);
    },
    gathered: () => ({
      counts,
      total: counts.error + counts.warning + counts.info,
      groups,
      hasMoreGroups,
      files: [...files.values()].toSorted((a, b) => b.total - a.total || b.errors - a.errors),
      hasMoreFiles,
      codes: {
        error: codes.error.top(maxGroups),
        warning: codes.warning.top(maxGroups),
        info: codes.info.top(maxGroups),
      },
      messages: messages.top(maxGroups),
    }),
  };
}

/** Everything a diagnostic says except its location. */
const wholeOf = ({ severity, code, message, continued = [], detail = '' }: Diagnostic): string =>
  `${severity} ${code ?? ''} ${continued.length === 0 ? message : [message, ...continued].join(' ')} ${detail}`;
