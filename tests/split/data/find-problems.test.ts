import { expect, test } from 'vitest';
import { createShape } from '#lib/split/data/create-shape.ts';
import { createJsonScanner } from '#lib/split/data/json-scanner.ts';

/** The problems of a program's output with so many deep inside, and one of the document itself behind them. */
function problemsOf(inner: number, outer: object): { texts: string[]; count: number } {
  const shape = createShape({ isOutput: true });
  const failed = Array.from({ length: inner }, (_, at) => ({ file: `a${at}.js`, error: `fault ${at}` }));
  const scanner = createJsonScanner(shape);
  scanner.push(JSON.stringify({ runs: [{ groups: [{ checks: failed }] }], error: outer }));
  scanner.finish();
  return { texts: shape.problems.texts(), count: shape.problems.count };
}

test('beyond the limit, a problem of the whole document replaces one further in', () => {
  const { texts, count } = problemsOf(80, { message: 'the run was cut short' });
  expect(count).toBe(81);
  expect(texts).toHaveLength(50);
  expect(texts[0]).toBe('the run was cut short');
});

test('one that says nothing replaces none, and is not counted', () => {
  const { texts, count } = problemsOf(80, { trace: 'x'.repeat(80) });
  expect(count).toBe(80);
  expect(texts).toEqual(problemsOf(80, {}).texts);
  expect(texts).toHaveLength(50);
});
