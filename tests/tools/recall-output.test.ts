import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { newId, storeBytes } from '../contracts/samples.ts';
import { scaled } from '../support/scaled.ts';
import { toolBench } from '../support/tool-bench.ts';

const lines = Array.from({ length: 9_000 }, (_, at) =>
  at % 1_000 === 499 ? `Needle ${at + 1}` : `line ${at + 1}`,
);
const bench = toolBench({
  'many.txt': `${lines.join('\n')}\n`,
  'one-line.txt': `${'x'.repeat(60_000)}needle${'y'.repeat(60_000)}`,
  'empty-lines.txt': '\n'.repeat(9_000),
  'crlf.txt': 'one\r\ntwo needle\r\nthree\r\n'.repeat(300),
  'wide.txt': Buffer.from(`\ufeff${'żółw\nneedle\n'.repeat(400)}`, 'utf16le'),
  'bin.dat': Buffer.alloc(5_000),
  'brackets.txt': 'call(a)\n'.repeat(900),
});
const ids: Record<string, string> = {};
beforeAll(async () => {
  for (const path of [
    'many.txt',
    'one-line.txt',
    'empty-lines.txt',
    'crlf.txt',
    'wide.txt',
    'bin.dat',
    'brackets.txt',
  ])
    ids[path] = (await bench.call('read_file', { path })).toolTelemetry.artifactId ?? '';
  const range = await bench.call('read_file', { path: 'many.txt', startLine: 480, endLine: 520 });
  ids.range = range.toolTelemetry.artifactId ?? '';
});

const recall = (path: string, ask: object) =>
  bench.resultOf('recall_output', { artifactId: ids[path], ...ask });
const refused = async (artifactId: unknown, ask: object = { lines: '1' }) => {
  const outcome = await bench.call('recall_output', { artifactId, ...ask });
  expect(outcome.success).toBe(false);
  return outcome.result?.content ?? '';
};

describe('lines that are recalled', () => {
  test('come back numbered as people see them', async () => {
    expect(await recall('many.txt', { lines: '40-42' })).toBe('40\tline 40\n41\tline 41\n42\tline 42');
    expect(await recall('many.txt', { lines: 'L500' })).toBe('500\tNeedle 500');
    expect(await recall('many.txt', { lines: '8999-99999' })).toBe('8999\tline 8999\n9000\tline 9000');
  });

  test('of a range that was read have the numbers of the file', async () => {
    expect(await recall('range', { lines: '480-481' })).toBe('480\tline 480\n481\tline 481');
    expect(await recall('range', { lines: '1-481' })).toBe('480\tline 480\n481\tline 481');
    expect(await recall('range', { lines: '520-600' })).toBe('520\tline 520');
    expect(await refused(ids.range, { lines: '1-479' })).toBe('many.txt has the lines 480-520');
    expect(await refused(ids.range, { lines: '521' })).toBe('many.txt has the lines 480-520');
    expect(await recall('range', { query: 'needle' })).toContain('500:\tNeedle 500');
  });

  test('have no line ends of another system, and are text in UTF-16 too', async () => {
    expect(await recall('crlf.txt', { lines: '1-2' })).toBe('1\tone\n2\ttwo needle');
    expect(await recall('wide.txt', { lines: '1-2' })).toBe('1\tżółw\n2\tneedle');
  });

  test('that are very long are cut, and say by how much', async () => {
    const view = await recall('one-line.txt', { lines: '1', maxTokens: 8_000 });
    expect(view.startsWith('1\txxx')).toBe(true);
    expect(view).toMatch(/… \(the line has 120,006 bytes: .*query/);
  });

  test('that are more than one recall gives say where it ended', async () => {
    const view = await recall('empty-lines.txt', { lines: '1-9000', maxTokens: 8_000 });
    expect(view).toMatch(/\n\(cut at line 2000: go on with lines "2001-9000"\)$/);
  });

  test('are asked for as models do', async () => {
    const lineOf = (number: number) =>
      `${number}\t${number % 1000 === 500 ? `Needle ${number}` : `line ${number}`}`;
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => lineOf(from + at)).join('\n');
    for (const [range, from, to] of [
      ['8998-', 8998, 9000],
      ['-3', 8998, 9000],
      ['last 3', 8998, 9000],
      ['the last 3 lines', 8998, 9000],
      ['first 2', 1, 2],
      ['40:42', 40, 42],
      ['L40-L42', 40, 42],
      ['40..42', 40, 42],
      ['40 to 42', 40, 42],
      ['lines 40–42', 40, 42],
      ['8999-10000', 8999, 9000],
    ] as const)
      expect(await recall('many.txt', { lines: range }), range).toBe(lines(from, to));
    expect(await recall('many.txt', { lines: '40-41; last 1' })).toBe(
      `${lines(40, 41)}\n--\n${lineOf(9000)}`,
    );
  });

  test('are shown where a query is wholly a range, and its text is nowhere', async () => {
    expect(await recall('many.txt', { query: 'lines 40-41' })).toBe('40\tline 40\n41\tline 41');
    expect(await recall('many.txt', { query: 'last 1' })).toMatch(/^9000\t/);
    const several = await recall('many.txt', { query: '1-2, 40-41' });
    for (const line of [1, 2, 40, 41]) expect(several).toContain(`${line}\tline ${line}`);
    expect(await recall('many.txt', { query: 'line 40' })).toMatch(/^\d+ lines match "line 40"/);
  });

  test('that are none are reported', async () => {
    for (const range of ['0-5', '5-2', 'all', '', '1-2-3', '-0', 'last', 'x'.repeat(500)]) {
      const message = await refused(ids['many.txt'], { lines: range });
      expect(message).toContain('is no range of lines: give it as "40-62", "40-"');
      expect(message.length).toBeLessThan(150);
    }
    expect(await refused(ids['many.txt'], { lines: '9001-9002' })).toBe('many.txt has the lines 1-9000');
  });
});

describe('a query', () => {
  test('gives the count first, then the matches with two lines around each', async () => {
    const view = await recall('many.txt', { query: 'NEEDLE' });
    expect(view.split('\n').slice(0, 8)).toEqual([
      '9 lines match "NEEDLE"',
      '498-\tline 498',
      '499-\tline 499',
      '500:\tNeedle 500',
      '501-\tline 501',
      '502-\tline 502',
      '--',
      '1498-\tline 1498',
    ]);
  });

  test('that is not there literally is read as a regular expression, and says so', async () => {
    const view = await recall('many.txt', { query: '^needle [17]500$' });
    expect(view).toMatch(/^2 lines match "\^needle \[17\]500\$" as a regular expression\n/);
  });

  test('that finds nothing says so, whatever it is', async () => {
    for (const query of ['absent', 'absent(', '[', '(?<', '*', '\\'])
      expect(await recall('many.txt', { query })).toBe(`no match: ${JSON.stringify(query)}`);
    expect(await recall('brackets.txt', { query: 'call(' })).toMatch(
      /^900 lines match "call\("; 5 of them:\n/,
    );
    expect(await recall('one-line.txt', { query: 'needle' })).toMatch(/^1 line matches "needle"\n1:\t/);
  });

  test('with what no line can hold is refused', async () => {
    expect((await refused(ids['many.txt'], { query: 'a\0b' })).length).toBeLessThan(300);
    expect(await refused(ids['many.txt'], { query: '' })).toContain('query');
  });
});

describe('what is recalled is bounded', () => {
  const asks = [{ lines: '1-9000' }, { query: 'line' }, { query: 'e' }, { lines: '1' }];

  test('by 2,000 tokens, or by what was asked for, and says so', async () => {
    const { count } = bench.request().context;
    for (const path of ['many.txt', 'one-line.txt', 'empty-lines.txt', 'crlf.txt'])
      for (const ask of asks)
        for (const maxTokens of scaled([null, 50, 51, 100, 777, 8_000], [null, 51])) {
          const view = await recall(path, { ...ask, maxTokens });
          expect(count(view), `${path} ${JSON.stringify(ask)}`).toBeLessThanOrEqual(
            maxTokens ?? limits.recallTokens,
          );
        }
    expect(await recall('many.txt', { lines: '1-9000' })).toMatch(
      /\n395\tline 395\n\(cut at 2,000 tokens: go on with lines "396-9000"\)$/,
    );
    expect(await recall('many.txt', { lines: '1-2' })).not.toContain('cut');
  });

  test('and no other bound can be asked for', async () => {
    for (const maxTokens of [0, -1, 1, 49, 8_001, 1.5, '100']) {
      const message = await refused(ids['many.txt'], { lines: '1', maxTokens });
      expect(message).toContain('maxTokens');
    }
  });

  test('and is never split again nor stored', async () => {
    const outcome = await bench.call('recall_output', { artifactId: ids['many.txt'], lines: '1-500' });
    expect(outcome.toolTelemetry).toMatchObject({ artifactId: null, type: 'text', relation: 'equal' });
    expect(outcome.toolTelemetry.fullTokens).toBe(outcome.toolTelemetry.sentTokens);
  });
});

describe('an artifact that cannot be recalled', () => {
  test('is reported: unknown, of another conversation, or no ID at all, in the same words', async () => {
    const foreign = await storeBytes(bench.stores.artifacts, Buffer.from('x\n'), {
      conversationId: newId('conv'),
    });
    for (const artifactId of [newId('art'), foreign, '', 'art_', '../../etc/passwd', '__proto__', 'a\0b'])
      expect(await refused(artifactId)).toBe(
        `There is no artifact ${artifactId.replace('\0', '')} in this conversation`,
      );
    expect((await refused('x'.repeat(100_000))).length).toBeLessThan(200);
    for (const artifactId of [null, 7, {}, []]) expect(await refused(artifactId)).toContain('artifactId');
  });

  test('is reported: not text', async () => {
    for (const ask of [{ lines: '1' }, { query: 'x' }, { jsonPath: '$' }])
      expect(await refused(ids['bin.dat'], ask)).toBe(`${ids['bin.dat']} is not text and has no lines`);
  });

  test('is reported: asked for in no way, or in two', async () => {
    const none = { lines: null, query: null, jsonPath: null };
    for (const ask of [{}, { lines: '1', query: 'x' }, { query: 'x', jsonPath: '$' }, none])
      expect(await refused(ids['many.txt'], ask)).toContain('Give one of lines, query and jsonPath');
  });

  test('is reported: expired, with what brings it back', async () => {
    bench.pass(1_800_000);
    const message = await refused(ids['many.txt']);
    expect(message).toBe(
      `${ids['many.txt']} has expired. To see it again, call read_file for many.txt once more`,
    );
    bench.pass(-1_800_000);
    expect(await recall('many.txt', { lines: '1' })).toBe('1\tline 1');
  });
});

test('a recall of a run that was stopped ends', async () => {
  const context = { signal: AbortSignal.abort() };
  const outcome = await bench.call(
    'recall_output',
    { artifactId: ids['many.txt'], query: 'line' },
    { context },
  );
  expect(outcome.result?.content).toBe('Stopped before it finished.');
});
