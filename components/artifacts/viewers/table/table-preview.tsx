'use client';

import type { CSSProperties } from 'react';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import type { PreviewProps } from '../viewer.ts';
import { CellText } from './cell-text.tsx';
import { columnStyles } from './column-styles.ts';
import { readTables } from './read-tables.ts';

/** More columns than fit on any card; each costs a cell per row. */
const maxColumns = 24;

/** The first rows on a card, each 20 px high like a line. `null` if they show no table. */
export function TablePreview({ data: { lines }, metadata }: PreviewProps) {
  'use memo';
  const { firstLine } = metadata;
  const table = firstTable(lines, firstLine);
  if (!table) return null;
  const styles = columnStyles(table).slice(0, maxColumns);
  const columnCount = table.columns.length;
  const template = styles.map(({ widthPx }) => `${widthPx}px`).join(' ');
  const cellClass = (column: number) => (styles[column]?.isNumeric ? 'numeric' : undefined);
  return (
    <table className="data-card" style={{ '--columns': template } as CSSProperties}>
      {columnCount > maxColumns && (
        <caption>
          The first {maxColumns} of {formatCount(columnCount, 'column')}
        </caption>
      )}
      <thead>
        <tr>
          {table.columns.slice(0, maxColumns).map((name, column) => {
            const key = `${column}`;
            return (
              <th key={key} scope="col" className={cellClass(column)}>
                <HiddenText text={name} />
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: table.rowCount }, (_, row) => (
          <tr key={table.lineOf(row)}>
            {table
              .cellsOf(row)
              .slice(0, maxColumns)
              .map((cell, column) => {
                const key = `${column}`;
                return (
                  <td key={key} className={cellClass(column)}>
                    <CellText text={cell} query="" />
                  </td>
                );
              })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Reads the first table in one go, since there are few lines. */
function firstTable(lines: readonly string[], firstLine: number) {
  const work = readTables({ text: lines.join('\n'), firstLine, isNamed: true });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.tables[0] ?? null;
  }
}
