'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { Children, isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { sortedRows, toTsv } from './table-rows.ts';

interface Sort {
  column: number;
  isDescending: boolean;
}
type Cell = ReactElement<{ children?: ReactNode; style?: React.CSSProperties }>;

/**
 * A table of an answer: a head sorts by its column, a third press restores the order that it was written in.
 * @param props.rows the words of all cells, of the head first
 */
export function SortableTable({
  rows,
  children,
}: {
  rows: readonly (readonly string[])[];
  children: ReactNode;
}) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [head, body] = elementsIn(children);
  const [headRow] = elementsIn(head?.props.children);
  const written = elementsIn(body?.props.children);
  const order = sortedRows(rows.slice(1), sort);
  const press = (column: number) =>
    setSort(
      sort?.column !== column
        ? { column, isDescending: false }
        : sort.isDescending
          ? null
          : { column, isDescending: true },
    );
  return (
    <div className="prose-table">
      <CopyButton
        label="Copy this table"
        read={() => toTsv([rows[0] ?? [], ...order.map((index) => rows[index + 1] ?? [])])}
      />
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              {elementsIn(headRow?.props.children).map((cell, column) => {
                const isSorted = sort?.column === column;
                const key = `${column}`;
                return (
                  <th
                    key={key}
                    style={cell.props.style}
                    aria-sort={!isSorted ? undefined : sort.isDescending ? 'descending' : 'ascending'}
                  >
                    <button type="button" onClick={() => press(column)}>
                      {cell.props.children}
                      {isSorted && <Icon of={sort.isDescending ? ArrowDown : ArrowUp} isSmall />}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>{order.map((index) => written[index])}</tbody>
        </table>
      </div>
    </div>
  );
}

const elementsIn = (children: ReactNode): Cell[] =>
  Children.toArray(children).filter((child): child is Cell => isValidElement(child));
