'use client';

import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
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
 * @param props.linked columns whose head has a link
 */
export function SortableTable({
  rows,
  linked,
  children,
}: {
  rows: readonly (readonly string[])[];
  linked: readonly boolean[];
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
                    <Head
                      words={rows[0]?.[column] ?? ''}
                      isLinked={linked[column] === true}
                      direction={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : null}
                      onPress={() => press(column)}
                    >
                      {cell.props.children}
                    </Head>
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

/** An empty head has no button; a head with a link has one beside it. */
function Head(props: {
  words: string;
  isLinked: boolean;
  direction: 'ascending' | 'descending' | null;
  onPress: () => void;
  children: ReactNode;
}) {
  const { words, direction, onPress, children } = props;
  const arrow = direction && <Icon of={direction === 'descending' ? ArrowDown : ArrowUp} isSmall />;
  if (words.trim() === '') return children;
  if (!props.isLinked) {
    return (
      <button type="button" onClick={onPress}>
        {children}
        {arrow}
      </button>
    );
  }
  return (
    <>
      {children}
      <button type="button" aria-label={`Sort by ${words}`} onClick={onPress}>
        {arrow ?? <Icon of={ArrowUpDown} isSmall />}
      </button>
    </>
  );
}

const elementsIn = (children: ReactNode): Cell[] =>
  Children.toArray(children).filter((child): child is Cell => isValidElement(child));
