import type { TableFilter } from './arrange-rows.ts';
import { CellText } from './cell-text.tsx';
import type { ColumnStyle } from './column-styles.ts';
import type { ActiveCell, DataTable } from './data-table.ts';

/** Longer cells are cut; selecting one shows more of it. */
const cellCharacters = 400;

/** One row: its line number, and its visible cells. */
export function DataTableRow(props: {
  id: string;
  table: DataTable;
  /** Index in the table. */
  row: number;
  /** Index among the displayed rows. */
  index: number;
  columns: readonly number[];
  styles: readonly ColumnStyle[];
  query: TableFilter;
  activeColumn: number | null;
  onActive: (cell: ActiveCell) => void;
  onLine: (line: number) => void;
}) {
  const { id, table, row, styles, query } = props;
  const cells = table.cellsOf(row);
  const line = table.lineOf(row);
  const isUneven = cells.length !== table.nameCount;
  return (
    <tr
      className={props.activeColumn === null ? 'data-row' : 'data-row is-active'}
      aria-rowindex={props.index + 2}
      data-row={props.index}
    >
      <th className="data-no" scope="row" aria-colindex={1}>
        <button
          type="button"
          tabIndex={-1}
          className={isUneven ? 'warn' : undefined}
          title={isUneven ? `${cells.length} cells` : undefined}
          aria-label={`Show line ${line}`}
          onClick={() => props.onLine(line)}
        >
          {line}
        </button>
      </th>
      {props.columns.map((column, index) => {
        const isActive = props.activeColumn === column;
        const isSearched = query.column === null || query.column === column;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and forwards keys to its active cell
          <td
            key={column}
            id={`${id}-${row}-${column}`}
            className={cellClass(styles[column]?.isNumeric === true, column >= cells.length, isActive)}
            aria-colindex={column + 2}
            style={{ gridColumn: index + 3 }}
            onClick={() => props.onActive({ row, column })}
          >
            <CellText
              text={(cells[column] ?? '').slice(0, cellCharacters)}
              query={isSearched ? query.text : ''}
            />
          </td>
        );
      })}
    </tr>
  );
}

const cellClass = (isNumeric: boolean, isMissing: boolean, isActive: boolean): string =>
  ['data-td', isNumeric ? 'numeric' : '', isMissing ? 'missing' : '', isActive ? 'is-active' : '']
    .filter(Boolean)
    .join(' ');
