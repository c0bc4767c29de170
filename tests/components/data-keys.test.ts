import { describe, expect, test } from 'vitest';
import { inSlices } from '#components/artifacts/api/in-slices.ts';
import { cleanedText } from '#components/artifacts/text/cleaned-text.ts';
import { indexJson } from '#components/artifacts/viewers/json/index-json.ts';
import { filterJson, rowIndexOf } from '#components/artifacts/viewers/json/json-rows.ts';
import { arrangeRows } from '#components/artifacts/viewers/table/arrange-rows.ts';
import { gridMove } from '#components/artifacts/viewers/table/grid-keys.ts';
import { readTables } from '#components/artifacts/viewers/table/read-tables.ts';

test('finds a node among the rows, or the folded row that hides it', () => {
  expect([rowIndexOf([1, 2, 4, 5], 4), rowIndexOf([1, 2, 4, 5], 3), rowIndexOf([], 3)]).toEqual([2, 1, 0]);
});

test('arrow keys in a grid move between cells and stop at the edges', () => {
  const at = { row: 1, column: 1, rowCount: 10, columnCount: 3, rowsInSight: 4 };
  expect(gridMove('ArrowDown', false, at)).toEqual({ row: 2, column: 1 });
  expect(gridMove('PageUp', false, at)).toEqual({ row: 0, column: 1 });
  expect(gridMove('End', false, at)).toEqual({ row: 1, column: 2 });
  expect(gridMove('End', true, at)).toEqual({ row: 9, column: 2 });
  expect(gridMove('Home', true, at)).toEqual({ row: 0, column: 0 });
  expect(gridMove('ArrowLeft', false, { ...at, column: 0 })).toEqual({ row: 1, column: 0 });
  expect(gridMove('a', false, at)).toBeNull();
});

describe('work in time slices', () => {
  function* work(rests: number): Generator<void, string> {
    for (let remaining = 0; remaining < rests; remaining += 1) {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs);
      yield;
    }
    return 'done';
  }

  test('yields to other work', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    expect(await inSlices(work(60), new AbortController().signal)).toBe('done');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  test('can pause throughout: while reading 200,000 keys, filtering them, and sorting 100,000 rows', () => {
    const restsOf = <T>(steps: Generator<void, T>): { rests: number; value: T } => {
      for (let rests = 0; ; rests += 1) {
        const step = steps.next();
        if (step.done) return { rests, value: step.value };
      }
    };
    const keys = Array.from({ length: 200_000 }, (_, index) => `"key ${index}": ${index}`);
    const read = restsOf(indexJson(`{${keys.join(',')}}`));
    expect(read.rests).toBeGreaterThan(100);
    expect(restsOf(filterJson(read.value, '99')).rests).toBeGreaterThanOrEqual(100);

    // Many small documents, one per line or all on one line.
    expect(restsOf(indexJson('{"a": 1}\n'.repeat(200_000))).rests).toBeGreaterThan(20);
    const inOneLine = restsOf(indexJson('1 '.repeat(200_000)));
    expect(inOneLine.rests).toBeGreaterThan(5);
    expect(inOneLine.value.documentCount).toBe(200_000);

    const rows = Array.from({ length: 100_000 }, (_, index) => `${index},${(index * 7_919) % 100_000}`);
    const found = restsOf(readTables({ text: `a,b\n${rows.join('\n')}`, firstLine: 1, isNamed: true }));
    expect(found.rests).toBeGreaterThanOrEqual(50);
    const [table] = found.value.tables;
    if (!table) throw new Error('no table');
    const sort = { column: 1, isDescending: false };
    expect(restsOf(arrangeRows(table, { text: '', column: null }, sort)).rests).toBeGreaterThan(500);
  });

  test('can pause while preparing terminal output, and returns all of it', () => {
    const steps = cleanedText('\u001b[32mgreen\u001b[0m\r\n10%\r20%\n'.repeat(20_000));
    let rests = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        expect(step.value).toBe('green\n20%\n'.repeat(20_000));
        break;
      }
      rests += 1;
    }
    expect(rests).toBeGreaterThan(5);
  });

  test('stops when its signal is aborted', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    expect(await inSlices(work(10_000), controller.signal)).toBeNull();
  });
});
