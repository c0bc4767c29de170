import { type LexerState, scanLines } from './lexer-state.ts';
import type { DiffRow, DiffTextRow } from './parse-diff.ts';

/** Lines that stayed and stand together: coloured in one piece. */
export interface ContextRun {
  rows: DiffTextRow[];
  lines: string[];
  language: string | null;
  openState: LexerState;
}

/**
 * Cuts a diff into runs of lines that stayed, and all other rows one by one. What is open before a run follows from the
 * new file's lines of its hunk; a hunk is entered as plain code, since what stands before it is not here.
 */
export function diffRuns(
  rows: readonly DiffRow[],
  languageOf: (row: DiffTextRow) => string | null,
): (ContextRun | { row: DiffRow })[] {
  const runs: (ContextRun | { row: DiffRow })[] = [];
  let open: LexerState = '';
  for (const row of rows) {
    const last = runs.at(-1);
    if (row.kind === 'context') {
      const language = languageOf(row);
      if (last && 'rows' in last) {
        last.rows.push(row);
        last.lines.push(row.text);
      } else runs.push({ rows: [row], lines: [row.text], language, openState: open });
    } else runs.push({ row });
    if (row.kind === 'context' || row.kind === 'add') open = scanLines([row.text], languageOf(row), open);
    if (row.kind === 'hunk' || row.kind === 'head') open = '';
  }
  return runs;
}
