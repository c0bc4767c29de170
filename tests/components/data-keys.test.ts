import { describe, expect, test } from 'vitest';
import { inSlices } from '../../components/artifacts/in-slices.ts';
import { indexJson } from '../../components/artifacts/json/index-json.ts';
import { filterJson, unfoldedTo, visibleNodes } from '../../components/artifacts/json/json-rows.ts';
import { placeOf, treeMove } from '../../components/artifacts/json/tree-keys.ts';
import { arrangeRows } from '../../components/artifacts/table/arrange-rows.ts';
import { gridMove } from '../../components/artifacts/table/grid-keys.ts';
import { readTables } from '../../components/artifacts/table/read-tables.ts';

describe('a key in a tree', async () => {
  const index = await inSlices(indexJson('{"a": {"b": 1}, "c": [], "d": 2}'), new AbortController().signal);
  if (!index) throw new Error('given up');
  // $, a, b, c, d
  const move = (key: string, place: number, isUnfolded = true) =>
    treeMove(key, {
      index,
      rows: visibleNodes(index, unfoldedTo(index, 9), null),
      place,
      rowsInSight: 3,
      isUnfolded,
    });

  test('leads to other rows, and stops at the ends', () => {
    expect([move('ArrowDown', 0), move('ArrowDown', 4)]).toEqual([{ to: 2 }, { to: 5 }]);
    expect([move('ArrowUp', 0), move('End', 0), move('Home', 4)]).toEqual([{ to: 1 }, { to: 5 }, { to: 1 }]);
    expect([move('PageDown', 0), move('PageUp', 4)]).toEqual([{ to: 4 }, { to: 2 }]);
  });

  test('folds, unfolds, goes in and goes out', () => {
    expect(move('ArrowRight', 1, false)).toEqual({ fold: 2, isFolded: false });
    expect(move('ArrowRight', 1)).toEqual({ to: 3 });
    expect(move('ArrowLeft', 1)).toEqual({ fold: 2, isFolded: true });
    expect(move('ArrowLeft', 2)).toEqual({ to: 2 });
    expect(move('ArrowLeft', 0, false)).toBeNull();
    expect(move('Enter', 1)).toEqual({ fold: 2, isFolded: true });
  });

  test('does nothing where there is nothing to fold, or where it is another', () => {
    expect([move('ArrowRight', 3), move('Enter', 4), move('x', 0)]).toEqual([null, null, null]);
  });

  test('finds a node, or what it is folded away in', () => {
    expect([placeOf([1, 2, 4, 5], 4), placeOf([1, 2, 4, 5], 3), placeOf([], 3)]).toEqual([2, 1, 0]);
  });
});

test('a key in a grid leads to another cell, and stops at the edges', () => {
  const at = { row: 1, column: 1, rowCount: 10, columnCount: 3, rowsInSight: 4 };
  expect(gridMove('ArrowDown', false, at)).toEqual({ row: 2, column: 1 });
  expect(gridMove('PageUp', false, at)).toEqual({ row: 0, column: 1 });
  expect(gridMove('End', false, at)).toEqual({ row: 1, column: 2 });
  expect(gridMove('End', true, at)).toEqual({ row: 9, column: 2 });
  expect(gridMove('Home', true, at)).toEqual({ row: 0, column: 0 });
  expect(gridMove('ArrowLeft', false, { ...at, column: 0 })).toEqual({ row: 1, column: 0 });
  expect(gridMove('a', false, at)).toBeNull();
});

describe('work in slices', () => {
  function* work(rests: number): Generator<void, string> {
    for (let rest = 0; rest < rests; rest += 1) {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs);
      yield;
    }
    return 'done';
  }

  test('lets others have their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    expect(await inSlices(work(60), new AbortController().signal)).toBe('done');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  test('has places to rest all along: in reading 200,000 keys, in filtering them, in sorting 100,000 rows', () => {
    const restsOf = <T>(steps: Generator<void, T>): { rests: number; value: T } => {
      for (let rests = 0; ; rests += 1) {
        const step = steps.next();
        if (step.done) return { rests, value: step.value };
      }
    };
    const keys = Array.from({ length: 200_000 }, (_, place) => `"key ${place}": ${place}`);
    const read = restsOf(indexJson(`{${keys.join(',')}}`));
    expect(read.rests).toBeGreaterThan(100);
    expect(restsOf(filterJson(read.value, '99')).rests).toBeGreaterThanOrEqual(100);

    const rows = Array.from({ length: 100_000 }, (_, place) => `${place},${(place * 7_919) % 100_000}`);
    const found = restsOf(readTables({ text: `a,b\n${rows.join('\n')}`, firstLine: 1, isNamed: true }));
    expect(found.rests).toBeGreaterThanOrEqual(50);
    const [table] = found.value.tables;
    if (!table) throw new Error('no table');
    const sort = { column: 1, isDescending: false };
    expect(restsOf(arrangeRows(table, { text: '', column: null }, sort)).rests).toBeGreaterThan(500);
  });

  test('is given up when the signal says so', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    expect(await inSlices(work(10_000), controller.signal)).toBeNull();
  });
});
