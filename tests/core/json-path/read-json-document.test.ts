import { describe, expect, test } from 'vitest';
import { readJsonDocument } from '../../../lib/core/json-path/read-json-document.ts';

describe('a text', () => {
  test('that is JSON is read as it stands', () => {
    expect(readJsonDocument(' {"a": [1, 2]}\n')).toEqual({ value: { a: [1, 2] }, note: null });
    expect(readJsonDocument('7')).toEqual({ value: 7, note: null });
  });

  test('keeps integers that a number cannot hold', () => {
    expect(readJsonDocument('[12345678901234567890, 12, 1.5e300, "12345678901234567890"]')).toMatchObject({
      value: [12345678901234567890n, 12, 1.5e300, '12345678901234567890'],
    });
  });

  test('of a value a line is an array of them', () => {
    expect(readJsonDocument('{"a":1}\r\n\n{"a":2}\n')).toEqual({
      value: [{ a: 1 }, { a: 2 }],
      note: 'an array of its lines, each of them JSON',
    });
  });

  test('with JSON among other lines gives that', () => {
    expect(readJsonDocument('> app@1.0.0 list\n> list --json\n\n{\n "a": 1\n}\ndone\n')).toEqual({
      value: { a: 1 },
      note: 'the JSON among other lines',
    });
    expect(readJsonDocument('start\n{"a":1}\n{"a":2}\nbye')).toEqual({
      value: [{ a: 1 }, { a: 2 }],
      note: 'an array of the 2 of its 4 lines that are JSON',
    });
  });

  test('nested 10,000 deep is read, with long integers in it too', () => {
    for (const inner of ['', '12345678901234567890'])
      expect(readJsonDocument(`${'['.repeat(10_000)}${inner}${']'.repeat(10_000)}`)).toHaveProperty('value');
  });

  test('that is not JSON says why', () => {
    for (const text of ['', 'no JSON at all', '{"a": [1, 2', '{a: 1}', '[1] trailing', '- a\n- b\n'])
      expect(readJsonDocument(text), text).toEqual({ problem: expect.stringMatching(/JSON/) });
  });
});
