import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { toolBench } from '../support/tool-bench.ts';

const { count } = await loadTokenizer();
const numbered = Array.from({ length: 12_000 }, (_, at) => `line ${at + 1}`);
const bench = toolBench({
  'small.ts': 'const a = 1;\n',
  'many.txt': numbered.join('\n'),
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'open-end.txt': 'one\ntwo',
  'long-lines.txt': `short\n${'word '.repeat(20_000)}\nafter\n`,
  'marked.ts': '\ufeffimport x\nsecond\n',
  'latin1.txt': Buffer.from('na\u00efve caf\u00e9s are \u00e0 la carte, and fine\nsecond\n', 'latin1'),
});
const read = (input: object) => bench.resultOf('read_file', input);

describe('a short file', () => {
  test('passes whole and unnumbered', async () => {
    const outcome = await bench.call('read_file', { path: 'small.ts' });
    expect(outcome.result?.content).toBe('const a = 1;\n');
    expect(outcome.toolTelemetry).toMatchObject({
      relation: 'equal',
      type: 'file',
      title: 'small.ts',
      lineCount: 1,
    });
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata).toMatchObject({
      language: 'typescript',
      mimeType: 'text/plain',
      files: ['small.ts'],
    });
  });
});

describe('a long file', () => {
  test('is summarized by its size and edges, with numbers to choose a range by', async () => {
    const view = await read({ path: 'many.txt' });
    expect(view).toMatch(/^many\.txt: 12,000 lines\n 1\tline 1\n 2\tline 2\n/);
    expect(view).toContain('12000\tline 12000');
    expect(view).toContain('recall_output("art_');
    expect(count(view)).toBeLessThanOrEqual(400);
  });
});

describe('a range', () => {
  test('comes back exactly, numbered for the model and clean for people', async () => {
    const outcome = await bench.call('read_file', { path: 'many.txt', startLine: 40, endLine: 62 });
    const lines = numbered.slice(39, 62);
    expect(outcome.result?.content).toBe(lines.map((line, at) => `${at + 40}\t${line}`).join('\n'));
    expect((await bench.bytesOf(outcome)).toString()).toBe(`${lines.join('\n')}\n`);
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata).toMatchObject({ firstLine: 40, lineCount: 23 });
  });

  test('of any place and file is what that file has there', async () => {
    const bounds = fc.tuple(fc.integer({ min: 1, max: 12_000 }), fc.nat(600));
    await fc.assert(
      fc.asyncProperty(bounds, async ([startLine, more]) => {
        const view = await read({ path: 'many.txt', startLine, endLine: startLine + more });
        const lines = numbered.slice(startLine - 1, startLine + more);
        expect(view).toBe(lines.map((line, at) => `${startLine + at}\t${line}`).join('\n'));
      }),
      { numRuns: 15 },
    );
  });

  test('has no line ends of another system, no byte order mark and no line past the end', async () => {
    expect(await read({ path: 'crlf.txt', startLine: 1 })).toBe('1\tone\n2\ttwo\n3\tthree');
    expect(await read({ path: 'open-end.txt', startLine: 2, endLine: 9 })).toBe('2\ttwo');
    expect(await read({ path: 'marked.ts', startLine: 1 })).toBe('1\timport x\n2\tsecond');
  });

  test('keeps the bytes of the file in its artifact, also where they are no UTF-8', async () => {
    for (const tool of ['read_file', 'render_file_contents']) {
      const outcome = await bench.call(tool, { path: 'latin1.txt', startLine: 1, endLine: 1 });
      const bytes = await bench.bytesOf(outcome);
      expect(bytes.toString('latin1'), tool).toBe('na\u00efve caf\u00e9s are \u00e0 la carte, and fine\n');
    }
  });

  test('over 8,000 tokens is cut, with the line to go on from, until all is read', async () => {
    let startLine = 1;
    const seen: string[] = [];
    for (let turn = 0; turn < 60 && startLine <= 12_000; turn += 1) {
      const view = await read({ path: 'many.txt', startLine, endLine: 12_000 });
      expect(count(view)).toBeLessThanOrEqual(limits.readRangeTokens + 30);
      const next = /\n\(cut at 8,000 tokens; go on with startLine (\d+)\)$/.exec(view);
      seen.push(...(next ? view.slice(0, next.index) : view).split('\n'));
      startLine = next ? Number(next[1]) : 12_001;
    }
    expect(seen).toEqual(numbered.map((line, at) => `${at + 1}\t${line}`));
  });

  test('with a line too long for it says which line it does not show whole', async () => {
    const view = await read({ path: 'long-lines.txt', startLine: 1 });
    expect(view).toMatch(/^1\tshort\n2\tword word/);
    expect(view).toMatch(/\n\(cut at 8,000 tokens, within line 2; go on with startLine 3\)$/);
    expect(await read({ path: 'long-lines.txt', startLine: 3 })).toBe('3\tafter');
  });
});
