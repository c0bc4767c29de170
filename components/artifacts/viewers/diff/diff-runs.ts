import { type LexerState, scanLines } from '#components/artifacts/text/lexer-state.ts';
import type { DiffRow, DiffTextRow } from './parse-diff.ts';

/** Adjacent lines of one kind, coloured in one piece. */
interface TextRun {
  rows: DiffTextRow[];
  lines: string[];
  language: string | null;
  openState: LexerState;
}

/**
 * Splits a diff into runs of unchanged, deleted or added lines, and all other rows one by one. The lexer
 * state before a run follows from the lines of its hunk on the same side; a hunk starts as plain code, since
 * the lines before it are not in the diff.
 */
export function diffRuns(
  rows: readonly DiffRow[],
  languageOf: (row: DiffTextRow) => string | null,
): (TextRun | { row: Exclude<DiffRow, DiffTextRow> })[] {
  const runs: (TextRun | { row: Exclude<DiffRow, DiffTextRow> })[] = [];
  let before: LexerState = '';
  let after: LexerState = '';
  for (const row of rows) {
    if (!('marks' in row)) {
      runs.push({ row });
      if (row.kind !== 'note') [before, after] = ['', ''];
      continue;
    }
    const language = languageOf(row);
    const last = runs.at(-1);
    if (last && 'rows' in last && last.rows[0]?.kind === row.kind) {
      last.rows.push(row);
      last.lines.push(row.text);
    } else {
      runs.push({ rows: [row], lines: [row.text], language, openState: row.kind === 'del' ? before : after });
    }
    if (row.kind !== 'add') before = scanLines([row.text], language, before);
    if (row.kind !== 'del') after = scanLines([row.text], language, after);
  }
  return runs;
}
