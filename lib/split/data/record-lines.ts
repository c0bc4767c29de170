import { recordField, recordStart } from '#lib/core/algorithms/table/record-marks.ts';
import { createTable, type Table } from './table.ts';

export interface RecordLines {
  /** @returns whether the line belongs to a record */
  line(text: string, number: number): boolean;
  finish(): Table | null;
}

/** Reads records printed with one column per line. */
export function createRecordLines(): RecordLines {
  let names: string[] = [];
  let values: string[] = [];
  let from = 0;
  let isOpen = false;
  let table: Table | null = null;
  const end = () => {
    if (values.length > 0) {
      table ??= createTable(names);
      table.add(values, from);
    }
    names = [];
    values = [];
  };
  return {
    line(text, number) {
      if (recordStart.test(text)) {
        end();
        isOpen = true;
        from = number;
        return true;
      }
      // sqlite3 indents its lines, and ends a record with an empty line.
      const match = isOpen || / = /.test(text) ? recordField.exec(text) : null;
      if (!match) {
        end();
        return false;
      }
      if (values.length === 0 && !isOpen) from = number;
      if (names.length < 300) {
        names.push(match[1] ?? '');
        values.push(match[2] ?? '');
      }
      return true;
    },
    finish() {
      end();
      return table;
    },
  };
}
