import { describe, expect, test } from 'vitest';
import { ranks } from '#lib/split/facts.ts';
import { problemsOf } from '#lib/split/problems-of.ts';

const fact = (rank: number, line: number | undefined, text: string) => ({
  rank,
  text,
  ...(line === undefined ? {} : { line }),
});

describe('the problems of a command', () => {
  test('are the facts that the split ranks before its figures', () => {
    const facts = [
      fact(0, 3, 'src/a.ts:4:3 TS2564: Property x has no initializer.'),
      fact(ranks.spread, 4, 'src/a.ts 3 errors'),
      fact(10, undefined, 'src/b.ts:1 lost: no line tells of it'),
    ];
    expect(problemsOf(facts, 2)).toEqual([
      { line: 3, name: 'TS2564', message: 'Property x has no initializer.', location: 'src/a.ts:4' },
    ]);
  });

  test('tell a failure that comes in parts once, and one that comes in a piece alike', () => {
    const facts = [
      fact(0, 48, 'test/rates.test.js:35'),
      fact(0, 48, 'expect(received).toBe(expected); expected 4.4, got 4.375'),
      fact(1.1, 48, 'rate › adds a quarter a zone:'),
      fact(
        10,
        65,
        'test/rates.test.js:38 rate › refuses what is too heavy: RangeError: no band (at src/rates.js:6)',
      ),
    ];
    expect(problemsOf(facts, 1)).toEqual([
      {
        line: 48,
        name: 'rate › adds a quarter a zone',
        message: 'expect(received).toBe(expected); expected 4.4, got 4.375',
        location: 'test/rates.test.js:35',
      },
      {
        line: 65,
        name: 'rate › refuses what is too heavy',
        message: 'RangeError: no band (at src/rates.js:6)',
        location: 'test/rates.test.js:38',
      },
    ]);
  });

  test('may name no file, or nothing but their words', () => {
    expect(problemsOf([fact(0, 2, 'out of memory')], 137)).toEqual([
      { line: 2, name: 'out of memory', message: null, location: null },
    ]);
    expect(problemsOf([fact(0, 2, 'src/a.ts:9')], 1)).toEqual([
      { line: 2, name: 'src/a.ts:9', message: null, location: 'src/a.ts:9' },
    ]);
  });

  test('are named by their words, not by their line', () => {
    expect(problemsOf([fact(0, 201, '201: cannot open store 17: denied')], 1)).toEqual([
      { line: 201, name: 'cannot open store 17', message: 'denied', location: null },
    ]);
  });

  test('have the place that the stack tells, also of a program without a file', () => {
    const facts = [fact(0, 205, 'Error: no band'), fact(1, 206, 'at [stdin]:3:7')];
    expect(problemsOf(facts, 1)).toEqual([
      { line: 205, name: 'Error', message: 'no band', location: '[stdin]:3' },
    ]);
    const parts = [fact(0, 9, '[stdin]:3'), fact(0, 9, 'Error: no band')];
    expect(problemsOf(parts, 1)).toMatchObject([
      { name: 'Error', message: 'no band', location: '[stdin]:3' },
    ]);
  });

  test('are not what the split says is none', () => {
    expect(problemsOf([{ ...fact(0, 90, '90: bye'), isProblem: false }], 1)).toEqual([]);
  });

  test('are what the split calls one, however low it ranks', () => {
    const late = {
      ...fact(ranks.sample + 1, 90, 'test/rates.test.js:71 rate › is whole'),
      isProblem: true,
    };
    expect(problemsOf([late], 1)).toMatchObject([{ line: 90, name: 'rate › is whole' }]);
    expect(problemsOf([fact(ranks.sample + 1, 90, 'a line of it')], 1)).toEqual([]);
  });

  test('are none where the command went well or was no command', () => {
    const found = [fact(0, 1, 'newest: d587f3e round what people pay')];
    expect(problemsOf(found, 0)).toEqual([]);
    expect(problemsOf(found, null)).toEqual([]);
  });
});
