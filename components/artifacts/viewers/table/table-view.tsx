'use client';

import { useState } from 'react';
import { cleanedText } from '#components/artifacts/text/cleaned-text.ts';
import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { formatCount } from '#components/ui/format-number.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import type { DataTable, DataTables } from './data-table.ts';
import { readTables } from './read-tables.ts';
import { TablePane } from './table-pane.tsx';

/** Tables of values, and tables that databases print. */
export function TableView({ baseUrl, metadata, isWrapped, onLine }: RichViewProps) {
  'use memo';
  const { type, firstLine } = metadata;
  const read = tableReader(traitsOf(type).hasEscapes, firstLine);
  return (
    <WholeText baseUrl={baseUrl} metadata={metadata} viewName="table" read={read}>
      {(found) => <Tables tables={found} isWrapped={isWrapped} onLine={onLine} />}
    </WholeText>
  );
}

function tableReader(isOutput: boolean, firstLine: number) {
  return function* (text: string) {
    if (!isOutput) return yield* readTables({ text, firstLine, isNamed: true });
    return yield* readTables({ text: yield* cleanedText(text), firstLine, isNamed: false });
  };
}

function Tables(props: { tables: DataTables; isWrapped: boolean; onLine: (line: number) => void }) {
  const { tables, isCut } = props.tables;
  const [chosen, setChosen] = useState(0);
  const table = tables[chosen];
  if (!table) return <p className="lines-note">No table found. Open Source to see the whole text.</p>;
  return (
    <>
      {tables.length > 1 && (
        <div className="view-bar">
          <fieldset className="seg data-tables" aria-label="Table">
            {tables.map(({ title, rowCount, lineOf }, index) => (
              <button
                key={lineOf(0)}
                type="button"
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <HiddenText text={title ?? `Table ${index + 1}`} /> <b>{formatCount(rowCount, 'row')}</b>
              </button>
            ))}
          </fieldset>
        </div>
      )}
      <TablePane
        key={chosen}
        table={table}
        cutTo={isCut ? shownOf(tables) : null}
        isWrapped={props.isWrapped}
        onLine={props.onLine}
      />
    </>
  );
}

/** `500,000 rows`, `1,204 rows in 100 tables`. */
function shownOf(tables: readonly DataTable[]): string {
  const rows = formatCount(
    tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    'row',
  );
  return tables.length === 1 ? rows : `${rows} in ${formatCount(tables.length, 'table')}`;
}
