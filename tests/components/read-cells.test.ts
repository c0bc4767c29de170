import { expect, test } from 'vitest';
import { readCells, type ShownNotebook } from '#components/artifacts/viewers/notebook/read-cells.ts';

function read(notebook: unknown): ShownNotebook {
  const reading = readCells(typeof notebook === 'string' ? notebook : JSON.stringify(notebook));
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}
const code = (outputs: unknown[], change: object = {}) => ({
  cell_type: 'code',
  source: ['import math\n', 'math.pi'],
  execution_count: 7,
  outputs,
  ...change,
});
const png = 'iVBORw0KGgo=';

test('cells are read with their sources and what they printed, as text, images and errors', () => {
  const { cells, language, moreCount } = read({
    metadata: { language_info: { name: 'julia' } },
    cells: [
      { cell_type: 'markdown', source: '# Title' },
      code([
        { output_type: 'stream', name: 'stdout', text: ['\u001b[32mgreen\u001b[0m\n', 'two'] },
        { output_type: 'display_data', data: { 'image/png': `${png}\n`, 'text/plain': '<Figure>' } },
        { output_type: 'execute_result', data: { 'text/html': '<b>3.14</b>', 'text/plain': ['3.14'] } },
        {
          output_type: 'error',
          ename: 'ValueError',
          evalue: 'no',
          traceback: ['\u001b[31mTraceback\u001b[0m', 'ValueError: no'],
        },
      ]),
      { cell_type: 'raw', source: 'raw' },
    ],
  });
  expect([language, moreCount, cells.map(({ kind }) => kind)]).toEqual([
    'julia',
    0,
    ['markdown', 'code', 'raw'],
  ]);
  expect(cells[1]).toEqual({
    kind: 'code',
    source: 'import math\nmath.pi',
    executionCount: 7,
    outputs: [
      { kind: 'text', text: 'green\ntwo', isError: false, cutCount: 0 },
      { kind: 'image', url: `data:image/png;base64,${png}` },
      { kind: 'text', text: '3.14', isError: false, cutCount: 0 },
      { kind: 'text', text: 'Traceback\nValueError: no', isError: true, cutCount: 0 },
    ],
  });
});

test('nothing that could run is shown: no markup, no drawing, and no address in place of an image', () => {
  const { cells } = read({
    cells: [
      code([
        { output_type: 'display_data', data: { 'text/html': '<script>alert(1)</script>' } },
        { output_type: 'display_data', data: { 'image/svg+xml': '<svg onload=alert(1)>' } },
        { output_type: 'display_data', data: { 'image/png': 'x" onerror="alert(1)' } },
        { output_type: 'display_data', data: { 'image/png': 'https://evil.example/x.png' } },
      ]),
    ],
  });
  expect(cells[0]?.outputs.map(({ kind }) => kind)).toEqual(['other', 'other', 'other', 'other']);
});

test('a long output is cut, and says by how much; a long notebook too', () => {
  const { cells } = read({ cells: [code([{ output_type: 'stream', text: 'x'.repeat(150_000) }])] });
  expect(cells[0]?.outputs[0]).toMatchObject({ cutCount: 50_000 });
  expect(read({ cells: Array.from({ length: 2_010 }, () => code([])) })).toMatchObject({ moreCount: 10 });
});

test.each(['', '{', '[]', '{"cells":7}', 'null'])(
  'what is no notebook (%j) is an error, so that its source is shown',
  (text) => {
    expect(() => read(text)).toThrow();
  },
);

test('cells of any shape are read without an error', () => {
  const odd = [
    null,
    7,
    'x',
    {},
    { cell_type: 'code', source: 7, outputs: [null, {}, { data: null }, { text: [1] }] },
  ];
  expect(read({ cells: odd }).cells).toHaveLength(2);
});
