import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrangeRows, type TableSort } from '#components/artifacts/viewers/table/arrange-rows.ts';
import { columnStyles } from '#components/artifacts/viewers/table/column-styles.ts';
import type { DataTable } from '#components/artifacts/viewers/table/data-table.ts';
import { printTsv } from '#components/artifacts/viewers/table/print-tsv.ts';
import { readTables } from '#components/artifacts/viewers/table/read-tables.ts';
import { recording } from '#scripts/split/recordings.ts';

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const read = (text: string, options: { firstLine?: number; isNamed?: boolean; maxRows?: number } = {}) =>
  finish(
    readTables(
      { text, firstLine: options.firstLine ?? 1, isNamed: options.isNamed ?? true },
      options.maxRows,
    ),
  );

function only(text: string): DataTable {
  const { tables } = read(text);
  expect(tables).toHaveLength(1);
  return tables[0] as DataTable;
}

const rowsOf = (table: DataTable) => Array.from({ length: table.rowCount }, (_, row) => table.cellsOf(row));
const linesOf = (table: DataTable) => Array.from({ length: table.rowCount }, (_, row) => table.lineOf(row));

describe('a delimited table', () => {
  test.each([',', ';', '\t', '|'])('is parsed, including quotes and CRLF: %j', (mark) => {
    const text = ['name,note', '"a,b","say ""hi"""', 'x,"two\r\nlines"', 'last,']
      .join('\r\n')
      .replaceAll(',', mark);
    const table = only(`\ufeff${text}\r\n`);
    expect(table.columns).toEqual(['name', 'note']);
    expect(rowsOf(table)).toEqual([
      [`a${mark}b`, 'say "hi"'],
      ['x', 'two\r\nlines'],
      ['last', ''],
    ]);
    expect(linesOf(table)).toEqual([2, 3, 5]);
    expect(table.uneven).toBeNull();
  });

  test('shows rows that are too long or too short in full, and counts them', () => {
    const table = only('a,b\n1,2\n1\n1,2,3,4\n1,2\n');
    expect(table.columns).toEqual(['a', 'b', 'column 3', 'column 4']);
    expect(rowsOf(table)).toEqual([['1', '2'], ['1'], ['1', '2', '3', '4'], ['1', '2']]);
    expect(table.uneven).toEqual({ count: 2, firstRow: 1 });
  });

  test('counts as uneven exactly the rows shown as uneven, also with an unclosed quote', () => {
    const table = only(
      'id,name,note\n1,Ann,ok\n2,Bob\n3,Cy,x,y,z\n\n4,"multi\nline ""q""",end\n6,"unclosed,foo\n7,a,b\n',
    );
    expect(table.cellsOf(4)).toEqual(['6', '"unclosed', 'foo']);
    expect(table.uneven?.count).toBe(rowsOf(table).filter(({ length }) => length !== table.nameCount).length);
    expect(table.uneven).toEqual({ count: 2, firstRow: 1 });
  });

  test('is not swallowed by an unclosed quote', () => {
    const table = only(`a,b\n"open,1\n${'x,2\n'.repeat(40_000)}`);
    expect(table.rowCount).toBe(40_001);
    expect(table.cellsOf(1)).toEqual(['x', '2']);
  });

  test('has no column names if its first row has figures, or if it starts further down', () => {
    expect(only('1,2\n3,4\n').columns).toEqual(['column 1', 'column 2']);
    const { tables } = read('a,b\nc,d\n', { firstLine: 40 });
    expect(tables[0]?.columns).toEqual(['column 1', 'column 2']);
    expect(tables[0]?.lineOf(0)).toBe(40);
  });

  test('with a single row of too many cells is not a table', () => {
    expect(read(`${'a,'.repeat(200_000)}\n`).tables).toEqual([]);
  });

  test('may have a single column', () => {
    const table = only('name\nRake\nLamp\n');
    expect([table.columns, rowsOf(table)]).toEqual([['name'], [['Rake'], ['Lamp']]]);
  });

  test.each([
    ['without a quote', 'id,name', (index: number) => `${index},${'item '.repeat(12)}`],
    ['of one column', 'name', (index: number) => `${index} ${'item '.repeat(12)}`],
  ])('%s is parsed in full, for any number of rows', (_, names, row) => {
    const text = `${names}\n${Array.from({ length: 100_000 }, (_, index) => row(index)).join('\n')}\n`;
    const table = only(text);
    expect(table.rowCount).toBe(100_000);
    expect(table.columns).toEqual(names.split(','));
    const last = row(99_999);
    expect(table.cellsOf(99_999)).toEqual(table.columns.length === 1 ? [last] : last.split(','));
    expect(table.lineOf(99_999)).toBe(100_001);
  });

  test('keeps the quotes of one row apart from those of other rows', () => {
    const table = only('a,b\n1,2\n"x,y",3\n4,5"6\n7,8\n"z\nz",9\n10,11\n');
    expect(rowsOf(table)).toEqual([
      ['1', '2'],
      ['x,y', '3'],
      ['4', '5"6'],
      ['7', '8'],
      ['z\nz', '9'],
      ['10', '11'],
    ]);
    expect(linesOf(table)).toEqual([2, 3, 4, 5, 6, 8]);
  });

  test('with more rows than the limit is cut, and says so', () => {
    expect(read('a,b\n1,2\n3,4\n5,6\n', { maxRows: 2 })).toMatchObject({
      isCut: true,
      tables: [{ rowCount: 2 }],
    });
    expect(read('a,b\n1,2\n3,4\n', { maxRows: 2 }).isCut).toBe(false);
  });

  test('is not recognised by commas alone', () => {
    expect(read('Dear Aiko, thank you,\nfor all of it.\n', { isNamed: false }).tables).toEqual([]);
  });

  test('of any cells survives being printed and parsed', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', ' ', '<', '\u202e') });
    const row = fc.tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), cell, cell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 4 }), (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = [['k', 'l', 'm'], ...rows].map((cells) => cells.map(quoted).join(',')).join('\n');
        expect(rowsOf(only(text))).toEqual(rows);
      }),
    );
  });
});

describe('a database result', () => {
  const products = ['id', 'name', 'category', 'price', 'stock', 'added'];

  test.each([
    ['psql-aligned', 3],
    ['psql-border', 4],
    ['psql-unaligned', 2],
    ['psql-expanded', 2],
    ['mysql-vertical', 2],
    ['sqlite-box', 4],
    ['sqlite-column', 3],
    ['sqlite-csv', 2],
    ['sqlite-line', 1],
    ['sqlite-markdown', 3],
    ['sqlite-table', 4],
    ['sqlite-tabs', 2],
  ])('is parsed from the table it prints: %s', (name, firstLine) => {
    const table = only(recording(`data/${name}`).text);
    expect(table.columns).toEqual(products);
    expect(table.rowCount).toBeGreaterThanOrEqual(60);
    expect(table.cellsOf(1).slice(0, 3)).toEqual(['2', 'Lamp 2', expect.stringMatching(/^(tools|kitchen)$/)]);
    expect(table.lineOf(0)).toBe(firstLine);
    expect(table.uneven).toBeNull();
  });

  test('may use CRLF, with one row per record', () => {
    const text = recording('data/mysql-vertical').text.replaceAll('\n', '\r\n');
    const table = only(text);
    expect(table.columns).toEqual(products);
    expect(table.rowCount).toBe(only(recording('data/mysql-vertical').text).rowCount);
    expect(table.cellsOf(1).slice(0, 2)).toEqual(['2', 'Lamp 2']);
  });

  test('with more tables than the limit is cut, and says so', () => {
    const drawn = (count: number) => '+---+\n| a |\n+---+\n| 1 |\n+---+\n\n'.repeat(count);
    expect([read(drawn(100)).tables.length, read(drawn(100)).isCut]).toEqual([100, false]);
    expect([read(drawn(101)).tables.length, read(drawn(101)).isCut]).toEqual([100, true]);
  });

  test('may have several tables, each with its own rows', () => {
    const { tables } = read(recording('data/psql-script').text, { isNamed: false });
    expect(tables.length).toBeGreaterThan(1);
    expect(tables[0]?.columns).toEqual(['category', 'count', 'stock']);
    expect(tables[0]?.rowCount).toBe(4);
    expect(tables.at(-1)?.columns).toEqual(products);
    expect(tables.at(-1)?.rowCount).toBe(20);
    const named = read(recording('data/mysql-verbose').text, { isNamed: false });
    expect(named.tables[0]?.columns).toEqual(products);
  });
});

describe('table rows', () => {
  const table = only(
    'name,size\nb10,2\nb9,\na,-1.5\nB9,"1,000"\nc,x\nd,2\ne,9007199254740993\nf,9007199254740992\n',
  );
  const names = (text: string, column: number | null, sort: TableSort | null) =>
    [...finish(arrangeRows(table, { text, column }, sort))].map((row) => table.cellsOf(row)[0]);

  test('are sorted with numbers first, then text, empty cells last, and equal cells in their original order', () => {
    expect(names('', null, { column: 1, isDescending: false })).toEqual([
      'a',
      'b10',
      'd',
      'B9',
      'f',
      'e',
      'c',
      'b9',
    ]);
    expect(names('', null, { column: 1, isDescending: true })).toEqual([
      'c',
      'e',
      'f',
      'B9',
      'b10',
      'd',
      'a',
      'b9',
    ]);
    expect(names('', null, { column: 0, isDescending: false })).toEqual([
      'a',
      'b9',
      'B9',
      'b10',
      'c',
      'd',
      'e',
      'f',
    ]);
    expect(names('', null, null)).toEqual(['b10', 'b9', 'a', 'B9', 'c', 'd', 'e', 'f']);
  });

  test('are filtered by a cell’s text, in one column or in any', () => {
    expect(names('B9', null, null)).toEqual(['b9', 'B9']);
    expect(names('1,0', null, null)).toEqual(['B9']);
    expect(names('1', 0, null)).toEqual(['b10']);
    expect(names('x', 0, null)).toEqual([]);
  });

  test('are sorted as the built-in sort does, for any number of them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 5_000, size: 'max' }), (values) => {
        const many = only(`k,v\n${values.map((value, index) => `r${index},${value}`).join('\n')}\n`);
        const sorted = finish(
          arrangeRows(many, { text: '', column: null }, { column: 1, isDescending: false }),
        );
        const expected = values
          .map((_, row) => row)
          .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
        expect([...sorted]).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  // Comparing each name with all others would exceed the test's time limit.
  test('of one record with very many names are parsed', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `name${index} = ${index}`);
    const { tables } = read(names.join('\n'), { isNamed: false });
    expect(tables).toHaveLength(1);
    const values = Array.from({ length: 20_000 }, (_, index) => `${index}`);
    expect(tables[0]?.cellsOf(0)).toEqual(values);
    // Only this many columns get names; the cells of the others are still there.
    expect(tables[0]?.columns).toEqual(values.slice(0, 2_000).map((value) => `name${value}`));
  });

  test('are copied with tabs between cells, and quotes around cells that contain tabs', () => {
    const odd = only('a,b\n"x\ty",2\n"say ""hi""",3\n');
    expect(finish(printTsv(odd, Uint32Array.of(1, 0)))).toBe('a\tb\n"say ""hi"""\t3\n"x\ty"\t2\n');
  });
});

test('column widths follow their content within bounds, and figures are right-aligned', () => {
  const looks = columnStyles(only(`id,note\n${'1,short\n'.repeat(50)}2,${'long '.repeat(400)}\n`));
  expect(looks.map(({ isNumeric }) => isNumeric)).toEqual([true, false]);
  expect(looks[0]?.widthPx).toBeLessThan(80);
  expect(looks[1]?.widthPx).toBe(280);
});

test('a column fits its longest cell, even the last one, and its name in bold', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => (row === 999 ? '176543210987' : '1')).join('\n');
  const [look] = columnStyles(only(`id\n${rows}\n`));
  // 12 px monospaced fonts are 7.2 to 7.4 px wide; the padding beside the text is 24 px.
  expect(look?.widthPx).toBeGreaterThanOrEqual(12 * 7.4 + 24);
  const [named] = columnStyles(only(`MAXIMUM_WIDTH,b\n1,2\n`));
  expect(named?.widthPx).toBeGreaterThanOrEqual(13 * 7.8 + 24);
  expect(Number.isInteger(named?.widthPx)).toBe(true);
});
