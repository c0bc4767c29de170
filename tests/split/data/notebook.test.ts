import { describe, expect, test } from 'vitest';
import { understandFile } from './understand.ts';

const code = (executionCount: number | null, source: string, outputs: object[]) => ({
  cell_type: 'code',
  execution_count: executionCount,
  metadata: {},
  source: [source],
  outputs,
});
const stdout = (...lines: string[]) => ({
  output_type: 'stream',
  name: 'stdout',
  text: lines.map((line) => `${line}\n`),
});
const notebook = (cells: object[]) =>
  JSON.stringify(
    { cells, metadata: { kernelspec: { name: 'python3' } }, nbformat: 4, nbformat_minor: 5 },
    null,
    1,
  );

const churn = notebook([
  { cell_type: 'markdown', metadata: {}, source: ['# Churn\n', 'Goal: AUC of at least 0.80'] },
  code(1, 'print(auc)', [stdout('epoch 1', 'epoch 2', 'test AUC = 0.7916')]),
  code(2, 'plot()', [{ output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo='.repeat(2_000) } }]),
  code(3, 'export(w)', [
    {
      output_type: 'error',
      ename: 'NameError',
      evalue: "name 'export' is not defined",
      traceback: ['\u001b[0;31mNameError'],
    },
  ]),
  code(null, 'later()', []),
]);

describe('a notebook', () => {
  test('is summarized by its cells: the error first, what was said and printed, no image', () => {
    const { kind, verdict, facts } = understandFile('churn.ipynb', 'json', churn);
    expect(kind).toBe('notebook');
    expect(verdict).toBe('5 cells (4 code), python3, 1 error, 1 not run, 1 image');
    expect(facts[0]).toBe("cell 3, In [3]: NameError: name 'export' is not defined");
    expect(facts).toContain('cell 0: Goal: AUC of at least 0.80');
    expect(facts).toContain('cell 1, In [1]: test AUC = 0.7916');
    expect(facts.join('\n')).not.toContain('iVBOR');
  });

  test.each([
    [
      'text of older files, not in lists',
      JSON.stringify({ cells: [{ cell_type: 'code', source: 'x', outputs: [] }] }),
      'notebook',
    ],
    ['cells of another form', JSON.stringify({ cells: [{ cell_type: 7 }] }), 'json'],
    ['a notebook that is cut', churn.slice(0, -200), 'json'],
  ])('%s', (_, text, kind) => {
    expect(understandFile('a.ipynb', 'json', text).kind).toBe(kind);
  });
});
