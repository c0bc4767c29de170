'use client';

import { X } from 'lucide-react';
import { CopyWord } from '#components/ui/copy-word.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { CellText } from './cell-text.tsx';
import type { ActiveCell, DataTable } from './data-table.ts';

/** Longer cells are shown cut; the source has the rest. */
const longestCell = 20_000;

/** The selected cell, whole. */
export function TableFoot(props: {
  table: DataTable;
  cell: ActiveCell;
  onLine: (line: number) => void;
  onClose: () => void;
}) {
  const { table, cell } = props;
  const text = table.cellsOf(cell.row)[cell.column] ?? '';
  const line = table.lineOf(cell.row);
  return (
    <footer className="panel-foot data-foot">
      <div className="grow data-cell">
        <span className="dim small clip">
          <CellText text={table.columns[cell.column] ?? ''} query="" />
        </span>
        <code>
          {text === '' ? (
            <span className="dim">empty</span>
          ) : (
            <CellText text={text.slice(0, longestCell)} query="" />
          )}
        </code>
      </div>
      <CopyWord label="Copy cell" read={() => text} />
      <button type="button" className="btn" onClick={() => props.onLine(line)}>
        Show line {formatNumber(line)}
      </button>
      <IconButton icon={X} label="Close the cell" onClick={props.onClose} />
    </footer>
  );
}
