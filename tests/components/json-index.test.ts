import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexJson } from '#components/artifacts/viewers/json/index-json.ts';
import {
  type JsonIndex,
  jsonKindOf,
  jsonPathOf,
  keyText,
  lineAt,
  readString,
  topNode,
  valueText,
} from '#components/artifacts/viewers/json/json-index.ts';
import {
  filterJson,
  readyLevels,
  unfoldedTo,
  visibleNodes,
} from '#components/artifacts/viewers/json/json-rows.ts';
import { findInJson } from '#lib/core/algorithms/json-path/find-in-json.ts';
import { parseJsonPath } from '#lib/core/algorithms/json-path/parse-json-path.ts';
import { readJsonDocument } from '#lib/core/algorithms/json-path/read-json-document.ts';
import { recording } from '#scripts/split/recordings.ts';

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const read = (text: string, maxNodes?: number) => finish(indexJson(text, maxNodes));

/** Every node as `path: source text`, containers by their kind. */
const report = (index: JsonIndex) =>
  visibleNodes(index, unfoldedTo(index, 1_000), null).map((node) => {
    const kind = jsonKindOf(index, node);
    const isLeaf = kind === 'string' || kind === 'number' || kind === 'literal' || kind === 'broken';
    return `${jsonPathOf(index, node)}: ${isLeaf ? valueText(index, node) : `${kind} ${index.childCounts[node]}`}`;
  });

describe('a JSON text', () => {
  test('keeps its numbers, its escapes, its key order and its duplicate keys', () => {
    const text =
      '{"b": 1e400, "a": [12345678901234567890, -0.10], "b": "\\u00e9\\n", "__proto__": {"x": null}}';
    expect(report(read(text))).toEqual([
      '$: object 4',
      '$.b: 1e400',
      '$.a: array 2',
      '$.a[0]: 12345678901234567890',
      '$.a[1]: -0.10',
      '$.b: "\\u00e9\\n"',
      '$.__proto__: object 1',
      '$.__proto__.x: null',
    ]);
  });

  test('of several documents has each as a node, and invalid lines as they are', () => {
    const index = read('{"a":1}\n{"a":\n[2]\n\n"x"\n');
    expect(report(index)).toEqual([
      '$: lines 4',
      '$[0]: object 1',
      '$[0].a: 1',
      '$[1]: {"a":',
      '$[2]: array 1',
      '$[2][0]: 2',
      '$[3]: "x"',
    ]);
    expect(index.problem).toBeNull();
    expect(index.brokenLineCount).toBe(1);
  });

  test.each([
    ['{"a": 1,\n "b": tru}', 2, 'tru is not a JSON value'],
    ['{"a": 1,\n "b": [1, 2', 2, 'the text ends before the JSON is complete'],
    ['{"a": 1\n "b": 2}', 2, 'a comma or } was expected, not "'],
    ['{"a": "x\n"}', 1, 'a string is not closed on its line'],
    ['{"a" 1}', 1, 'a colon was expected, not 1'],
    ['[1}', 1, 'a comma or ] was expected, not }'],
    ['{a: 1}', 1, 'a key in quotes was expected, not a'],
    ['', 1, null],
    ['no json', 1, 'no is not a JSON value'],
    ['{\n"a": 1\n}\n]', 4, 'a value was expected, not ]'],
  ])('that is invalid reports the position, and keeps everything before it: %j', (text, line, words) => {
    const index = read(text);
    expect(index.problem?.words ?? null).toBe(words);
    if (index.problem) expect(lineAt(text, index.problem.at)).toBe(line);
    if (text.startsWith('{"a": 1,')) expect(report(index)).toContain('$.a: 1');
  });

  test('may have comments, trailing commas and NaN: it is parsed, and the first of them is reported', () => {
    const index = read('{\n  // why\n  "a": [1, 2,], /* b */ "c": NaN,\n}');
    expect(report(index)).toEqual(['$: object 2', '$.a: array 2', '$.a[0]: 1', '$.a[1]: 2', '$.c: NaN']);
    expect(index.problem).toBeNull();
    expect(index.looseness).toEqual({ words: 'a comment', at: 4 });
  });

  test('is found after other program output', () => {
    const index = read('npm warn old lockfile\n\n{"a": 1}\n');
    expect(report(index)).toEqual(['$: object 1', '$.a: 1']);
    expect(index.linesBefore).toBe(2);
  });

  test('with more values than the limit is cut, and says so; exactly at the limit it is not', () => {
    expect(read('[1,2,3,4]', 4).isCut).toBe(true);
    expect(read('[1,2,3,4]', 6)).toMatchObject({ isCut: false, nodeCount: 6, problem: null });
    expect(read('1\n2\n3', 2)).toMatchObject({ isCut: true, nodeCount: 3 });
    expect(read('1\n2\n3', 4)).toMatchObject({ isCut: false, nodeCount: 4 });
  });

  test('may be nested to any depth', () => {
    const deep = 100_000;
    const index = read('['.repeat(deep) + ']'.repeat(deep));
    expect(index).toMatchObject({ problem: null, nodeCount: deep + 1 });
    expect(visibleNodes(index, unfoldedTo(index, deep + 1), null)).toHaveLength(deep);
  });

  test.each([
    'data/npm-ls-json',
    'data/eslint-json',
    'data/mcp-tools-list',
    'data/commits-ndjson',
    'data/sqlite-json',
  ])('of a real program is parsed in full: %s', (name) => {
    const { text } = recording(name);
    const index = read(text);
    expect(index.problem).toBeNull();
    const document = readJsonDocument(text);
    if ('problem' in document) throw new Error(document.problem);
    const isReported = /^\$/;
    const nodes = visibleNodes(index, unfoldedTo(index, 1_000), null);
    expect(nodes.length).toBeGreaterThan(30);
    for (const node of nodes) {
      const path = jsonPathOf(index, node);
      expect(path).toMatch(isReported);
      const found = findInJson(parseJsonPath(path), document.value).nodes;
      expect(found).toHaveLength(1);
      if (jsonKindOf(index, node) === 'string')
        expect(found[0]?.value).toBe(readString(valueText(index, node)));
    }
  });
});

test('any JSON gives every value its path and its exact source text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const index = read(text);
      expect(index.problem).toBeNull();
      const document = readJsonDocument(text);
      if ('problem' in document) throw new Error(document.problem);
      for (const node of visibleNodes(index, unfoldedTo(index, 1_000), null)) {
        const found = findInJson(parseJsonPath(jsonPathOf(index, node)), document.value).nodes;
        const written = readJsonDocument(valueText(index, node));
        expect(found.map((one) => one.value)).toEqual(['value' in written ? written.value : written]);
      }
    }),
  );
});

test('JSON truncated anywhere keeps what was parsed, and reports the position', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const text = JSON.stringify({ value }, null, 1);
      const index = read(text.slice(0, 1 + (cut % (text.length - 1))));
      expect(index.problem).not.toBeNull();
      for (let node = 1; node < index.nodeCount; node += 1) {
        expect(index.ends[node]).toBeGreaterThanOrEqual(index.starts[node] ?? 0);
        expect(index.nexts[node]).toBeGreaterThan(node);
      }
    }),
  );
});

describe('the rows of a JSON tree', () => {
  const index = read(
    '{"list": [{"name": "Rake", "note": "caf\\u00e9"}, {"name": "Lamp"}], "rake": {"x": [1]}}',
  );
  const keys = (nodes: number[]) => nodes.map((node) => keyText(index, node) ?? jsonPathOf(index, node));

  test('are the unfolded nodes', () => {
    expect(keys(visibleNodes(index, unfoldedTo(index, 1), null))).toEqual(['$', '"list"', '"rake"']);
    const unfolded = unfoldedTo(index, 2);
    unfolded[topNode(index)] = 0;
    expect(keys(visibleNodes(index, unfolded, null))).toEqual(['$']);
  });

  test('that match a filter include their ancestors, whatever the case, escaped or not', () => {
    const rows = (query: string) => {
      const hits = finish(filterJson(index, query));
      return [hits.count, keys(visibleNodes(index, hits.leads, hits))];
    };
    expect(rows('RAKE')).toEqual([2, ['$', '"list"', '$.list[0]', '"name"', '"rake"']]);
    expect(rows('café')).toEqual([1, ['$', '"list"', '$.list[0]', '"note"']]);
    expect(rows('nowhere')).toEqual([0, []]);
  });

  test('below a match can all be unfolded', () => {
    const hits = finish(filterJson(index, 'rake'));
    const unfolded = hits.leads.slice();
    unfolded.fill(1);
    expect(keys(visibleNodes(index, unfolded, hits)).slice(-3)).toEqual(['"rake"', '"x"', '$.rake.x[0]']);
  });

  test('start with a tree small enough to see at a glance', () => {
    expect(readyLevels(index)).toBe(3);
    const wide = read(
      JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, [n]]))),
    );
    expect(readyLevels(wide)).toBe(1);
  });
});
