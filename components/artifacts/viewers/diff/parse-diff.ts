import { diffHeadPath, startsDiffHead } from '#lib/core/algorithms/diff/diff-head.ts';
import { type DiffState, diffPathAt, readDiffLine } from '#lib/core/algorithms/diff/diff-state.ts';
import type { SectionStatus } from '#lib/core/algorithms/lines/file-section.ts';
import { diffWords, type TextRange } from './diff-words.ts';

/** A line of the old file, the new one, or both. */
export interface DiffTextRow {
  kind: 'context' | 'add' | 'del';
  /** Index among the parsed lines, from 0. */
  position: number;
  text: string;
  /** The line's number in the old file; `null`: it is not in it, or not known. */
  oldNumber: number | null;
  newNumber: number | null;
  /** The file it belongs to; `null`: not known. */
  path: string | null;
  /** Ranges that differ from its partner on the other side. */
  marks: readonly TextRange[];
}

/** All lines of a file's head, as one row. */
export interface DiffHeadRow {
  kind: 'head';
  position: number;
  lineCount: number;
  path: string | null;
  status: SectionStatus;
  oldPath: string | null;
  /** Its lines except `---` and `+++`. */
  details: readonly string[];
}

/** A displayed row of a unified diff. Every row except a head is one line. */
export type DiffRow =
  | DiffTextRow
  | DiffHeadRow
  | { kind: 'hunk'; position: number; text: string }
  /** A note of the diff format, or a line that is not part of a diff. */
  | { kind: 'note'; position: number; text: string };

/**
 * Parses a part of a unified diff that starts in `state`.
 * @param cut lines that are not loaded whole, by position: their words are not compared
 */
export function parseDiff(
  lines: readonly string[],
  state: DiffState,
  cut: ReadonlyMap<number, number>,
): DiffRow[] {
  const rows: DiffRow[] = [];
  const pairing = createPairing(cut);
  let before = state;
  lines.forEach((line, index) => {
    const { kind, state: after } = readDiffLine(line, lines[index + 1], before);
    if (kind === 'head') addHeadLine(rows, { line, position: index }, before, after);
    else if (kind === 'hunk') rows.push({ kind, position: index, text: line });
    else if (kind === 'note') rows.push({ kind, position: index, text: line.replace(/^\\ /, '') });
    else {
      const row: DiffTextRow = {
        kind,
        position: index,
        text: line.slice(1),
        oldNumber: kind === 'add' ? null : before.oldNumber,
        newNumber: kind === 'del' ? null : before.newNumber,
        path: diffPathAt(before),
        marks: [],
      };
      rows.push(row);
      pairing(row, after);
    }
    before = after;
  });
  return rows;
}

/** A head continues until another begins; its last line completes what is known of it. */
function addHeadLine(
  rows: DiffRow[],
  { line, position }: { line: string; position: number },
  before: DiffState,
  after: DiffState,
): void {
  const last = rows.at(-1);
  const { status, oldPath } = after.head;
  const details = /^(?:---|\+\+\+) /.test(line) ? [] : [line];
  const result = { path: diffHeadPath(after.head), status, oldPath };
  const goesOn = last?.kind === 'head' && before.at === 'head' && !startsDiffHead(line, before.head);
  if (goesOn) {
    Object.assign(last, result, { lineCount: last.lineCount + 1, details: [...last.details, ...details] });
  } else rows.push({ kind: 'head', position, lineCount: 1, ...result, details });
}

/**
 * Marks the words in which a deleted line and its replacement differ: the first of a run of deletions is
 * paired with the first of the additions right after it, and so on. Of a run that began before these lines,
 * only the part here is known.
 */
function createPairing(cut: ReadonlyMap<number, number>) {
  const deletions = new Map<number, DiffTextRow>();
  return (row: DiffTextRow, after: DiffState) => {
    if (row.kind === 'context') return deletions.clear();
    if (row.kind === 'del') {
      if (after.deleted === 1) deletions.clear();
      deletions.set(after.deleted, row);
      return;
    }
    const partner = deletions.get(after.added);
    if (!partner || cut.has(row.position) || cut.has(partner.position)) return;
    const words = diffWords(partner.text, row.text);
    if (words === null) return;
    partner.marks = words.before;
    row.marks = words.after;
  };
}
