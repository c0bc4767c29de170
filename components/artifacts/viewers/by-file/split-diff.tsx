'use client';

import { memo } from 'react';
import { HighlightedRows } from '#components/artifacts/text/highlighted-rows.tsx';
import { scanLines } from '#components/artifacts/text/lexer-state.ts';
import { ChangedText } from '../diff/changed-text.tsx';
import { AcrossRow, cutOf, type DiffRowsProps, languageIn, pathBelow } from '../diff/diff-rows.tsx';
import { diffRuns } from '../diff/diff-runs.ts';
import type { DiffTextRow } from '../diff/parse-diff.ts';
import { type SplitHalf, SplitLine } from './split-line.tsx';
import { splitRows } from './split-rows.ts';

/** Rows of a diff in two columns: the old file and the new file. */
export const SplitDiff = memo(function SplitDiff(props: DiffRowsProps) {
  const { rows, firstNumber, cut } = props;
  const languageOf = languageIn(props);
  const openStates = openStatesOf(rows, languageOf);
  const half = (row: DiffTextRow | null): SplitHalf | null => {
    if (row === null) return null;
    const line = firstNumber + row.position;
    const openState = openStates.get(row.position) ?? '';
    return {
      row,
      line,
      cutByteLength: cutOf(cut, row),
      children: <LineText row={row} line={line} language={languageOf(row)} openState={openState} />,
    };
  };
  return splitRows(rows).map((item) =>
    item.kind === 'across' ? (
      <AcrossRow
        key={item.row.position}
        row={item.row}
        line={firstNumber + item.row.position}
        path={pathBelow(props, item.row)}
      />
    ) : (
      <SplitLine key={(item.left ?? item.right)?.position} left={half(item.left)} right={half(item.right)} />
    ),
  );
});

/**
 * The lexer state before each line: lines of one side are not adjacent here, so they are coloured one by one.
 */
function openStatesOf(
  rows: DiffRowsProps['rows'],
  languageOf: (row: DiffTextRow) => string | null,
): Map<number, string> {
  const states = new Map<number, string>();
  for (const run of diffRuns(rows, languageOf)) {
    if ('row' in run) continue;
    let open = run.openState;
    for (const { position, text } of run.rows) {
      states.set(position, open);
      open = scanLines([text], run.language, open);
    }
  }
  return states;
}

function LineText(props: { row: DiffTextRow; line: number; language: string | null; openState: string }) {
  'use memo';
  const { row, line } = props;
  const lines = [row.text];
  return (
    <HighlightedRows
      lines={lines}
      language={props.language}
      openState={props.openState}
      renderLine={(segments) => <ChangedText key={row.position} row={row} segments={segments} line={line} />}
    />
  );
}
