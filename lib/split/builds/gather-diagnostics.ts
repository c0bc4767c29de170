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

/** What was gathered so far. */
interface GatheringState {
  readonly groupsBy: 'code' | 'message';
  readonly counts: Record<DiagnosticSeverity, number>;
  readonly groups: DiagnosticGroup[];
  readonly byCode: Record<DiagnosticSeverity, Map<string, DiagnosticGroup>>;
  readonly byMessage: Map<string, DiagnosticGroup>;
  readonly files: Map<string, FileCount>;
  readonly codes: Record<DiagnosticSeverity, Tally>;
  readonly messages: Tally;
  hasMoreGroups: boolean;
  hasMoreFiles: boolean;
  last: DiagnosticGroup | null;
}

/**
 * Counts diagnostics by severity, file and code, and keeps the first of each group.
 * @param groupsBy `code`: diagnostics with the same code form one group, as for a linter's rules; `message`:
 * only those with the same text do
 */
export function gatherDiagnostics(groupsBy: 'code' | 'message'): DiagnosticGathering {
  const gathering: GatheringState = {
    groupsBy,
    counts: { error: 0, warning: 0, info: 0 },
    groups: [],
    byCode: {
      error: new Map<string, DiagnosticGroup>(),
      warning: new Map<string, DiagnosticGroup>(),
      info: new Map<string, DiagnosticGroup>(),
    },
    byMessage: new Map<string, DiagnosticGroup>(),
    files: new Map<string, FileCount>(),
    codes: {
      error: createTally(maxGroups),
      warning: createTally(maxGroups),
      info: createTally(maxGroups),
    },
    messages: createTally(maxGroups),
    hasMoreGroups: false,
    hasMoreFiles: false,
    last: null,
  };
  return {
    countOnly: (diagnostic) => countOnly(gathering, diagnostic),
    add(diagnostic) {
      countOnly(gathering, diagnostic);
      const { severity, code, message } = diagnostic;
      if (severity === 'error' && code === null) gathering.messages.add(messageKind(message));
      gathering.last = addToGroup(gathering, diagnostic);
    },
    explain(text) {
      const piece = text.trim();
      if (gathering.last && piece !== '' && gathering.last.explanations.length < maxExplanations)
        gathering.last.explanations.push(piece);
    },
    gathered: () => ({
      counts: gathering.counts,
      total: gathering.counts.error + gathering.counts.warning + gathering.counts.info,
      groups: gathering.groups,
      hasMoreGroups: gathering.hasMoreGroups,
      files: [...gathering.files.values()].toSorted((a, b) => b.total - a.total || b.errors - a.errors),
      hasMoreFiles: gathering.hasMoreFiles,
      codes: {
        error: gathering.codes.error.top(maxGroups),
        warning: gathering.codes.warning.top(maxGroups),
        info: gathering.codes.info.top(maxGroups),
      },
      messages: gathering.messages.top(maxGroups),
    }),
  };
}

function countFile(gathering: GatheringState, { path, severity }: Diagnostic): void {
  if (path === null) return;
  const errors = severity === 'error' ? 1 : 0;
  const known = gathering.files.get(path);
  if (known) {
    known.total += 1;
    known.errors += errors;
  } else if (gathering.files.size >= maxFiles) gathering.hasMoreFiles = true;
  else gathering.files.set(path, { path, total: 1, errors });
}

function addToGroup(gathering: GatheringState, diagnostic: Diagnostic): DiagnosticGroup | null {
  const { severity, code, detail = '' } = diagnostic;
  const isOfCode = code !== null && (gathering.groupsBy === 'code' || severity !== 'error');
  const alike = isOfCode ? gathering.byCode[severity] : gathering.byMessage;
  const key = isOfCode ? code : wholeOf(diagnostic);
  const known = alike.get(key);
  if (known) {
    known.count += 1;
    if (known.others.length < maxLocations) known.others.push(diagnostic);
    return null;
  }
  if (gathering.groups.length >= maxGroups) {
    gathering.hasMoreGroups = true;
    return null;
  }
  const group = { first: diagnostic, count: 1, others: [], explanations: detail === '' ? [] : [detail] };
  alike.set(key, group);
  gathering.groups.push(group);
  return group;
}

function countOnly(gathering: GatheringState, diagnostic: Diagnostic): void {
  gathering.counts[diagnostic.severity] += 1;
  countFile(gathering, diagnostic);
  if (diagnostic.code !== null) gathering.codes[diagnostic.severity].add(diagnostic.code);
  gathering.last = null;
}

/** Everything a diagnostic says except its location. */
const wholeOf = ({ severity, code, message, continued = [], detail = '' }: Diagnostic): string =>
  `${severity} ${code ?? ''} ${continued.length === 0 ? message : [message, ...continued].join(' ')} ${detail}`;
