import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInJson } from '#lib/core/algorithms/json-path/find-in-json.ts';
import { formatKeys, keysOf } from '#lib/core/algorithms/json-path/json-node.ts';
import type { JsonValue } from '#lib/core/algorithms/json-path/json-path.ts';
import { parseJsonPath } from '#lib/core/algorithms/json-path/parse-json-path.ts';

const store: JsonValue = {
  book: [
    { title: 'A', price: 8.95, isbn: '1' },
    { title: 'B', price: 12 },
    { title: 'C', price: 22.99, tags: ['x', 'y'], isbn: null },
  ],
  'a-b': { 'x y': 1, '': 2, 'it\'s "so"': 3 },
  big: 12345678901234567890n,
  none: null,
};
const values = (path: string, document: JsonValue = store) =>
  findInJson(parseJsonPath(path), document).nodes.map(({ value }) => value);
const pathsFound = (path: string, document: JsonValue = store) =>
  findInJson(parseJsonPath(path), document).nodes.map((node) => `$${formatKeys(keysOf(node))}`);
const complaint = (path: string): string => {
  try {
    parseJsonPath(path);
  } catch (error) {
    expect(error).toMatchObject({ name: 'JsonPathError' });
    return (error as Error).message;
  }
  return 'none';
};

describe('a JSON path', () => {
  test('selects by names, indexes, slices and wildcards, in document order', () => {
    expect(values('$')).toEqual([store]);
    expect(values('$.book[0].title')).toEqual(['A']);
    expect(values('$["book"][-1][\'title\']')).toEqual(['C']);
    expect(values('$.book[0,2].title')).toEqual(['A', 'C']);
    expect(values('$.book[*].title')).toEqual(['A', 'B', 'C']);
    expect(values('$.book[1:].title')).toEqual(['B', 'C']);
    expect(values('$.book[::-1].title')).toEqual(['C', 'B', 'A']);
    expect(values('$.book[-2:-1].title')).toEqual(['B']);
    expect(values('$.book[::0]')).toEqual([]);
    expect(pathsFound('$.*')).toEqual(['$.book', '$.a-b', '$.big', '$.none']);
  });

  test('selects at any depth', () => {
    expect(values('$..title')).toEqual(['A', 'B', 'C']);
    expect(values('$..tags[0]')).toEqual(['x']);
    expect(values('$..[?@.title == "B"].price')).toEqual([12]);
    expect(pathsFound('$..isbn')).toEqual(['$.book[0].isbn', '$.book[2].isbn']);
  });

  test('accepts the spellings people type', () => {
    for (const path of ['book[0].title', '.book[0].title', ' $ . book [ 0 ] . title '])
      expect(values(path), path).toEqual(['A']);
    expect(values('book[].title')).toEqual(['A', 'B', 'C']);
    expect(values('a-b["x y"]')).toEqual([1]);
    expect(values('[0]', ['z'])).toEqual(['z']);
    for (const path of ['', '$', '.', ' $ ']) expect(values(path, 7), path).toEqual([7]);
  });

  test('can be printed for any value so that it selects that value', () => {
    const keys = fc.oneof(fc.string(), fc.nat(5));
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 6 }), (way) => {
        const document = way.reduceRight<JsonValue>(
          (inner, key) =>
            typeof key === 'number' ? [...Array<JsonValue>(key).fill(0), inner] : { [key]: inner },
          'found',
        );
        // Assigning this key would set the prototype instead of adding a property.
        fc.pre(!way.includes('__proto__'));
        expect(values(`$${formatKeys(way)}`, document)).toEqual(['found']);
      }),
    );
  });
});

describe('a JSON path filter', () => {
  test('supports comparison, existence, and, or, not and parentheses', () => {
    const titles = (filter: string) => values(`$.book[?${filter}].title`);
    expect(titles('@.price < 10')).toEqual(['A']);
    expect(titles('(@.price<=12)')).toEqual(['A', 'B']);
    expect(titles('@.isbn')).toEqual(['A', 'C']);
    expect(titles('!@.isbn')).toEqual(['B']);
    expect(titles('@.isbn == null')).toEqual(['C']);
    expect(titles("@.title != 'A' && @.price > 12 || @.price == 8.95")).toEqual(['A', 'C']);
    expect(titles('!(@.title == "A" || @.title == "B")')).toEqual(['C']);
    expect(titles('@.tags[?@ == "y"]')).toEqual(['C']);
    expect(titles('length(@.tags) == 2')).toEqual(['C']);
    expect(titles('count(@.*) >= 3')).toEqual(['A', 'C']);
    expect(titles('value(@.title) == "B"')).toEqual(['B']);
    expect(titles('@.tags == $.book[2].tags')).toEqual(['C']);
    expect(values('$[?@ == 12345678901234567890]')).toEqual([12345678901234567890n]);
  });

  test('treats values of different types as unequal, and two missing values as equal', () => {
    expect(values('$[?@.a == "1"]', [{ a: 1 }])).toEqual([]);
    expect(values('$[?@.a < "2"]', [{ a: 1 }])).toEqual([]);
    expect(values('$[?@.a == @.b]', [{ c: 1 }])).toEqual([{ c: 1 }]);
    expect(
      values('$[?@.a == @.b]', [
        { a: [1, { x: 2 }], b: [1, { x: 2 }] },
        { a: [1], b: { 0: 1 } },
      ]),
    ).toHaveLength(1);
    expect(values('$[?@.toString]', [{}])).toEqual([]);
  });
});

describe('an invalid path', () => {
  test('is rejected with the position and the reason', () => {
    expect(complaint('$.book[')).toBe(
      'The jsonPath is not understood at character 8: expected a name in quotes, an index, a slice, * or ?filter',
    );
    for (const path of [
      '$..',
      '$[',
      '$[a]',
      '$["x',
      '$.a.',
      '$.a b',
      '$[?]',
      '$[?@.a ==]',
      '$[?@.a == foo]',
      '$[1.5]',
      '$]',
    ])
      expect(complaint(path), path).toMatch(/^The jsonPath is not understood at character \d+: ./);
    expect(complaint('$[?@.a =~ /x/]')).toContain('query');
    expect(complaint('$.a.length()')).toContain('length() is allowed only in a filter');
    expect(complaint('$[?match(@.a, "x")]')).toContain('match is not known');
  });

  test('never crashes the parser', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          '$',
          '@',
          '.',
          '..',
          '[',
          ']',
          '?',
          '*',
          '(',
          ')',
          '"',
          "'",
          '\\',
          ':',
          ',',
          '-1',
          'a',
          '==',
          '&&',
          '!',
        ),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(pieces, fc.jsonValue(), (path, document) => {
        try {
          values(path.join(''), document as JsonValue);
        } catch (error) {
          expect(error).toMatchObject({ name: 'JsonPathError' });
        }
      }),
    );
  });
});

describe('a path without matches', () => {
  test('reports what exists at the last step that matched', () => {
    const lost = findInJson(parseJsonPath('$.book[0].author.name'), store);
    expect(lost.nodes).toEqual([]);
    expect(lost.lastFound.map((node) => formatKeys(keysOf(node)))).toEqual(['.book[0]']);
  });
});

describe('a document', () => {
  test('nested 10,000 levels deep can be searched', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as JsonValue;
    const { nodes } = findInJson(parseJsonPath('$..*'), deep);
    expect(nodes).toHaveLength(9_999);
    expect(keysOf(nodes.at(-1) ?? { value: null, parent: null, key: 0 })).toHaveLength(9_999);
    expect(values('$[?@ == $[0]]', [deep, 1])).toHaveLength(1);
  });

  test('is searched only up to a limit', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as JsonValue;
    expect(() => values('$..[?@..x]', deep)).toThrow('looks at over 5,000,000 values: name more of the way');
  });
});
