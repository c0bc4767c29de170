import { ArrowDown, ArrowUp } from 'lucide-react';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { TableSort } from './arrange-rows.ts';
import type { ColumnStyle } from './column-styles.ts';
import type { DataTable } from './data-table.ts';

/** The column names: a first press sorts ascending, a second reverses, a third removes the sort. */
export function TableHead(props: {
  table: DataTable;
  columns: readonly number[];
  styles: readonly ColumnStyle[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
}) {
  const { table, columns, styles, sort, onSort } = props;
  return (
    <thead className="data-head">
      <tr className="data-row" aria-rowindex={1}>
        <th className="data-no" scope="col" aria-colindex={1}>
          <span className="vh">Line</span>
        </th>
        {columns.map((column, index) => {
          const isSorted = sort?.column === column;
          return (
            <th
              key={column}
              className={styles[column]?.isNumeric ? 'data-name numeric' : 'data-name'}
              scope="col"
              aria-colindex={column + 2}
              {...(isSorted ? { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' } : {})}
              style={{ gridColumn: index + 3 }}
            >
              <button
                type="button"
                className="clip"
                title={`Sort by ${table.columns[column] ?? ''}`}
                onClick={() => onSort(nextSort(sort, column))}
              >
                <HiddenText text={table.columns[column] ?? ''} />
              </button>
              {isSorted && <Icon of={sort.isDescending ? ArrowDown : ArrowUp} isSmall />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function nextSort(sort: TableSort | null, column: number): TableSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}
