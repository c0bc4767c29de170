import { recordField, recordStart } from '#lib/core/algorithms/table/record-marks.ts';
import type { DataTables } from './data-table.ts';
import { createRowList } from './row-list.ts';

const restRows = 2_000;

export const hasRecords = (head: string): boolean =>
  /^(?:-\[ RECORD 1 \]|\*{3,100} 1\. row \*)/m.test(head) || /^ {0,60}[\w.]{1,80} = /.test(head);

/** Reads records written one column per line: each becomes a row, at the record's first line. */
export function* readRecords(
  text: string,
  { firstLine, maxRows }: { firstLine: number; maxRows: number },
): Generator<void, DataTables> {
  const rows = createRowList(text);
  let header: string[] | null = null;
  let start = -1;
  let startLine = 0;
  const end = (index: number) => {
    const fields = start === -1 ? [] : fieldsOf(text.slice(start, index));
    if (fields.length > 0) {
      header ??= fields.map(([name]) => name);
      const names = header;
      const others = fields.filter(([name]) => !names.includes(name));
      // A record that lacks a name has an empty cell for it.
      rows.add(start, index, startLine, names.length + others.length);
    }
    start = -1;
  };
  let line = firstLine;
  let offset = 0;
  while (offset < text.length && rows.count < maxRows) {
    const found = text.indexOf('\n', offset);
    const lineEnd = found === -1 ? text.length : found;
    const row = text.slice(offset, text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd);
    const isStart = recordStart.test(row);
    if (isStart || row.trim() === '') end(offset);
    if (start === -1 && row.trim() !== '') {
      start = isStart ? Math.min(lineEnd + 1, text.length) : offset;
      startLine = isStart ? line + 1 : line;
    }
    offset = lineEnd + 1;
    line += 1;
    if (line % restRows === 0) yield;
  }
  end(Math.min(offset, text.length));
  const names: readonly string[] = header ?? [];
  const named = new Set(names);
  const split = (record: string) => {
    const fields = fieldsOf(record);
    // The first value of a repeated name wins.
    const values = new Map(fields.toReversed());
    // Names that the first record lacks are appended as extra cells.
    return [
      ...names.map((name) => values.get(name) ?? ''),
      ...fields.filter(([name]) => !named.has(name)).map(([name, value]) => `${name}: ${value}`),
    ];
  };
  if (rows.count === 0) return { tables: [], isCut: false };
  return { tables: [rows.finish({ title: null, header: names, split })], isCut: offset < text.length };
}

/** Splits a record into fields; a line that is not a field continues the value before it. */
function fieldsOf(record: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const line of record.replaceAll('\r', '').split('\n')) {
    const match = recordField.exec(line);
    const last = fields.at(-1);
    if (match) fields.push([(match[1] ?? '').trim(), match[2] ?? '']);
    else if (last && line.trim() !== '') last[1] += `\n${line}`;
  }
  return fields;
}
