'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { inSlices } from '#components/artifacts/api/in-slices.ts';
import { FilterField } from '#components/artifacts/text/filter-field.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { TableSort } from './arrange-rows.ts';
import { columnStyles } from './column-styles.ts';
import type { ActiveCell, DataTable } from './data-table.ts';
import { printTsv } from './print-tsv.ts';
import { TableFoot } from './table-foot.tsx';
import { TableGrid } from './table-grid.tsx';
import { useArrangedRows } from './use-arranged-rows.ts';

const allColumns = '';
/** Nobody would choose among more. */
const maxChoices = 200;

/** A table with its controls: filter and copy above, the selected cell below. */
export function TablePane(props: {
  table: DataTable;
  /** How much is shown of a larger table; `null`: all of it. */
  cutTo: string | null;
  isWrapped: boolean;
  onLine: (line: number) => void;
}) {
  'use memo';
  const { table, onLine } = props;
  const [text, setText] = useState('');
  const [column, setColumn] = useState<number | null>(null);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [active, setActive] = useState<ActiveCell | null>(null);
  const filter = { text, column };
  const styles = columnStyles(table);
  const rows = useArrangedRows(table, filter, sort);
  const readTsv = () => inSlices(printTsv(table, rows), new AbortController().signal);
  return (
    <>
      <div className="view-bar">
        <FilterField label="Filter rows" value={text} onChange={setText} />
        <label className="data-columns">
          <span className="vh">Column to filter</span>
          <select
            value={column ?? allColumns}
            onChange={({ target }) => setColumn(target.value === allColumns ? null : Number(target.value))}
          >
            <option value={allColumns}>All columns</option>
            {table.columns.slice(0, maxChoices).map((name, index) => {
              const key = `${index}`;
              return (
                <option key={key} value={index}>
                  {name}
                </option>
              );
            })}
          </select>
          <Icon of={ChevronDown} isSmall />
        </label>
        <span className="dim small" role="status">
          {rows.length === table.rowCount
            ? formatCount(table.rowCount, 'row')
            : `${formatNumber(rows.length)} of ${formatCount(table.rowCount, 'row')}`}
        </span>
        <CopyButton label="Copy these rows, with tabs between cells" read={readTsv} />
      </div>
      {table.uneven && (
        <div className="lines-note data-note">
          <span className="grow">
            {formatCount(table.uneven.count, 'row')} {table.uneven.count === 1 ? 'does' : 'do'} not have{' '}
            {formatCount(table.nameCount, 'cell')}.
          </span>
          <button
            type="button"
            className="btn is-small"
            onClick={() => onLine(table.lineOf(table.uneven?.firstRow ?? 0))}
          >
            Show the first
          </button>
        </div>
      )}
      {props.cutTo !== null && (
        <p className="lines-note data-note">Showing the first {props.cutTo}. Open Source to see all rows.</p>
      )}
      <TableGrid
        table={table}
        rows={rows}
        styles={styles}
        sort={sort}
        onSort={setSort}
        query={filter}
        active={active}
        onActive={setActive}
        isWrapped={props.isWrapped}
        onLine={onLine}
      />
      {active && <TableFoot table={table} cell={active} onLine={onLine} onClose={() => setActive(null)} />}
    </>
  );
}
