import { describe, expect, test } from 'vitest';
import { readJsonDocument } from '#lib/core/algorithms/json-path/read-json-document.ts';

describe('reading JSON from a text', () => {
  test('reads plain JSON unchanged', () => {
    expect(readJsonDocument(' {"a": [1, 2]}\n')).toEqual({ value: { a: [1, 2] }, note: null });
    expect(readJsonDocument('7')).toEqual({ value: 7, note: null });
  });

  test('preserves integers beyond the range of a number', () => {
    expect(readJsonDocument('[12345678901234567890, 12, 1.5e300, "12345678901234567890"]')).toMatchObject({
      value: [12345678901234567890n, 12, 1.5e300, '12345678901234567890'],
    });
  });

  test('reads one value per line as an array', () => {
    expect(readJsonDocument('{"a":1}\r\n\n{"a":2}\n')).toEqual({
      value: [{ a: 1 }, { a: 2 }],
      note: 'an array of its lines, each of them JSON',
    });
  });

  test('finds JSON among other lines', () => {
    expect(readJsonDocument('> app@1.0.0 list\n> list --json\n\n{\n "a": 1\n}\ndone\n')).toEqual({
      value: { a: 1 },
      note: 'the JSON among other lines',
    });
    expect(readJsonDocument('start\n{"a":1}\n{"a":2}\nbye')).toEqual({
      value: [{ a: 1 }, { a: 2 }],
      note: 'an array of the 2 of its 4 lines that are JSON',
    });
  });

  test('reads JSON nested 10,000 levels deep, also with long integers', () => {
    for (const inner of ['', '12345678901234567890'])
      expect(readJsonDocument(`${'['.repeat(10_000)}${inner}${']'.repeat(10_000)}`)).toHaveProperty('value');
  });

  test('says why a text is not JSON', () => {
    for (const text of ['', 'no JSON at all', '{"a": [1, 2', '{a: 1}', '[1] trailing', '- a\n- b\n'])
      expect(readJsonDocument(text), text).toEqual({ problem: expect.stringMatching(/JSON/) });
  });
});
