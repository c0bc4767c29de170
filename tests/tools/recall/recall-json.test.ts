import { beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '#tests/support/scaled.ts';
import { toolBench } from '#tests/support/tool-bench.ts';

const items = Array.from({ length: 400 }, (_, id) => ({
  id,
  name: `item ${id}`,
  tags: ['a', 'b'],
  size: { w: id, h: 2 },
}));
const bench = toolBench({
  'list.json': JSON.stringify({ total: 400, items }),
  'log.ndjson': Array.from({ length: 300 }, (_, at) =>
    JSON.stringify({ level: at % 100 === 7 ? 'error' : 'info', at }),
  ).join('\n'),
  'plain.txt': 'no JSON\n'.repeat(900),
  'cut.json': JSON.stringify({ items }).slice(0, -10),
  'deep.json': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'big.json': `[${'"0123456789",'.repeat(400_000)}1]`,
});
const ids: Record<string, string> = {};
beforeAll(async () => {
  for (const path of ['list.json', 'log.ndjson', 'plain.txt', 'cut.json', 'deep.json', 'big.json'])
    ids[path] = (await bench.call('read_file', { path })).toolTelemetry.artifactId ?? '';
});
const recall = (path: string, jsonPath: string, maxTokens = 600) =>
  bench.resultOf('recall_output', { artifactId: ids[path], jsonPath, maxTokens });
const refused = async (path: string, jsonPath: string) =>
  (await bench.call('recall_output', { artifactId: ids[path], jsonPath })).error?.message ?? 'it was not';

describe('the values at a path', () => {
  test('are counted, and each has its own path', async () => {
    expect(await recall('list.json', '$.items[?@.id < 2].name')).toBe(
      '2 values at $.items[?@.id < 2].name, in $.items:\n[0].name: "item 0"\n[1].name: "item 1"',
    );
    expect(await recall('list.json', 'items[-1]')).toBe(
      '1 value at $.items[-1]\n$.items[399]: {"id": 399, "name": "item 399", "tags": ["a", "b"], "size": {"w": 399, "h": 2}}',
    );
    expect(await recall('list.json', '$.total')).toBe('1 value at $.total\n$.total: 400');
  });

  test('that are too much are reported in outline, and where more is', async () => {
    const view = await recall('list.json', '$', 120);
    expect(view).toMatch(/^1 value at \$\n\$: \{/);
    expect(view).toMatch(/"total": 400/);
    expect(view).toMatch(/more items/);
    expect(view).toMatch(/\n\(… stands for what is left out: a longer jsonPath tells it\)$/);
  });

  test('that are too many are told from all over, with the gaps counted', async () => {
    const view = await recall('list.json', '$.items[*].name', 150);
    expect(view).toMatch(/^400 values at \$\.items\[\*\]\.name, in \$\.items:\n\[0\]\.name: "item 0"\n/);
    expect(view).toContain('[399].name: "item 399"');
    const remaining = [...view.matchAll(/^… (\d+) more$/gm)].reduce(
      (sum, match) => sum + Number(match[1]),
      0,
    );
    expect(remaining + (view.match(/^\[\d+\]\.name: /gm) ?? []).length).toBe(400);
  });

  test('of lines of JSON are those of an array of them', async () => {
    expect(await recall('log.ndjson', '$[?@.level=="error"].at')).toBe(
      '3 values at $[?@.level=="error"].at (read as an array of its lines, each of them JSON)\n$[7].at: 7\n$[107].at: 107\n$[207].at: 207',
    );
  });

  test('that are none tell what there was on the way', async () => {
    expect(await recall('list.json', '$.items[0].size.depth')).toBe(
      '0 values at $.items[0].size.depth. $.items[0].size is an object with the keys w, h',
    );
    expect(await recall('list.json', '$.items[900]')).toBe(
      '0 values at $.items[900]. $.items is an array of 400 items',
    );
    expect(await recall('list.json', '$.total.x')).toBe('0 values at $.total.x. $.total is a number');
  });

  test('never take more than was asked for, however deep the document', async () => {
    const { count } = bench.request().context;
    for (const path of ['list.json', 'log.ndjson', 'deep.json'])
      for (const jsonPath of ['$', '$..*', '$[0]', '$.items', '$[*]'])
        for (const maxTokens of scaled([50, 200, 2_000], [50, 2_000])) {
          const view = await recall(path, jsonPath, maxTokens);
          expect(count(view), `${path} ${jsonPath}`).toBeLessThanOrEqual(maxTokens);
        }
    expect(await recall('deep.json', '$..*')).toMatch(/^9,999 values at \$\.\.\*/);
  });
});

describe('a jsonPath that cannot be answered', () => {
  test('says why: it is none', async () => {
    expect(await refused('list.json', '$.items[')).toMatch(
      /^The jsonPath is not understood at character 9: /,
    );
    expect(await refused('list.json', 'x'.repeat(2_000))).toContain('jsonPath');
  });

  test('says why: the text is not JSON, or not whole', async () => {
    expect(await refused('plain.txt', '$.a')).toMatch(
      /^plain\.txt is not JSON \(.*\): use a query or lines$/,
    );
    expect(await refused('cut.json', '$.items')).toMatch(
      /^cut\.json is not JSON \(.*\): use a query or lines$/,
    );
  });

  test('says why: the text is too long, or the path would look at too much', async () => {
    expect(await refused('big.json', '$[0]')).toBe(
      'big.json is over 4 MiB, the most that a jsonPath reads: use a query or lines',
    );
    expect(await refused('deep.json', '$..[?@..x]')).toContain('name more of the way');
  });
});
