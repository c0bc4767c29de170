'use client';

import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useRowWindow } from '#components/artifacts/lines/use-row-window.ts';
import type { TableFilter, TableSort } from './arrange-rows.ts';
import type { ColumnStyle } from './column-styles.ts';
import type { ActiveCell, DataTable } from './data-table.ts';
import { gridMove } from './grid-keys.ts';
import { TableHead } from './table-head.tsx';
import { DataTableRow } from './table-row.tsx';
import { useColumnWindow } from './use-column-window.ts';

const rowPx = 28;
const headPx = 32;
const digitPx = 7;

/** The visible rows and columns, under a sticky header. */
export function TableGrid(props: {
  table: DataTable;
  /** Rows of the table, in display order. */
  rows: Uint32Array;
  styles: readonly ColumnStyle[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  query: TableFilter;
  active: ActiveCell | null;
  onActive: (cell: ActiveCell) => void;
  isWrapped: boolean;
  onLine: (line: number) => void;
}) {
  const { table, rows, styles, active, onActive, isWrapped } = props;
  const id = useId();
  const view = useRowWindow({ count: rows.length, rowPx, headPx, isMeasured: isWrapped });
  const lastLine = table.rowCount === 0 ? 1 : table.lineOf(table.rowCount - 1);
  const gutterPx = Math.max(48, 24 + String(lastLine).length * digitPx);
  const { columns, template, widthPx, show } = useColumnWindow(view.scroller, styles, gutterPx);
  const { scroller } = view;
  // A new set of rows starts at the top: the scroll position in the old one has no meaning.
  const rowsBefore = useRef(rows);
  useEffect(() => {
    if (rowsBefore.current === rows) return;
    rowsBefore.current = rows;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.shiftKey || rows.length === 0) return;
    const index = active ? rows.indexOf(active.row) : -1;
    const size = { rowCount: rows.length, columnCount: styles.length, rowsInSight: view.rowsInSight() };
    const isFirst = index === -1 && event.key.startsWith('Arrow');
    const move = isFirst
      ? { row: 0, column: 0 }
      : gridMove(event.key, event.ctrlKey || event.metaKey, {
          row: Math.max(0, index),
          column: active?.column ?? 0,
          ...size,
        });
    if (move === null) return;
    event.preventDefault();
    onActive({ row: rows[move.row] ?? 0, column: move.column });
    view.show(move.row);
    show(move.column);
  };
  return (
    <div ref={scroller} className={isWrapped ? 'data-grid wrap' : 'data-grid'}>
      <table
        className="data-rows"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is an interactive grid with keyboard navigation
        role="grid"
        tabIndex={0}
        aria-label="Table"
        aria-rowcount={rows.length + 1}
        aria-colcount={styles.length + 1}
        {...(active ? { 'aria-activedescendant': `${id}-${active.row}-${active.column}` } : {})}
        onKeyDown={onKeyDown}
        style={styleOf(template, view.heightPx, widthPx)}
      >
        <TableHead table={table} columns={columns} styles={styles} sort={props.sort} onSort={props.onSort} />
        {view.chunks.map((chunk) => (
          <tbody
            key={chunk.index}
            className="chunk"
            data-index={chunk.index}
            ref={view.measure}
            style={{ transform: `translateY(${chunk.startPx}px)` }}
          >
            {[...rows.subarray(chunk.from, chunk.to)].map((row, offset) => (
              <DataTableRow
                key={row}
                id={id}
                table={table}
                row={row}
                index={chunk.from + offset}
                columns={columns}
                styles={styles}
                query={props.query}
                activeColumn={active?.row === row ? active.column : null}
                onActive={onActive}
                onLine={props.onLine}
              />
            ))}
          </tbody>
        ))}
      </table>
      {rows.length === 0 && (
        <p className="lines-note data-none">
          {table.rowCount === 0 ? 'This table has columns but no rows.' : 'No rows match.'}
        </p>
      )}
    </div>
  );
}

const styleOf = (template: string, heightPx: number, widthPx: number) =>
  ({ '--columns': template, height: Math.max(heightPx, headPx), width: widthPx }) as CSSProperties;
