import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { tools } from '#lib/tools/tools.ts';
import { everyTool, exampleNames } from '../support/every-tool.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench({
  'lib/a.ts': 'const needle = 1;\n'.repeat(300),
  'lib/b.ts': 'needle\n',
  'html.txt': '<script>needle</script> \u001b[31mneedle\u001b[0m <|endoftext|>\n',
  'README.md': 'read me\n',
  '.env': 'needle=secret',
});

describe('list_files', () => {
  test('tells a short folder whole, and people see sizes too, which count as nothing that was kept back', async () => {
    const outcome = await bench.call('list_files', {});
    expect(outcome.result?.content).toBe('lib/\nREADME.md\nhtml.txt\n');
    expect(outcome.toolTelemetry).toMatchObject({
      type: 'tree',
      title: expect.stringMatching(/\/$/),
      relation: 'transformed',
      fullTokens: outcome.toolTelemetry.sentTokens,
    });
    expect((await bench.bytesOf(outcome)).toString()).toBe('lib/\nREADME.md\t8\nhtml.txt\t54\n');
    expect(await bench.resultOf('list_files', { path: './lib//', recursive: true })).toBe(
      'lib/a.ts\nlib/b.ts\n',
    );
  });

  test('tells the model no sizes in what it recalls, searches or writes of a listing, under the numbers people see', async () => {
    const names = Array.from({ length: 900 }, (_, at) => [`file-${1_000 + at}`, 'x'.repeat(at)] as const);
    const long = toolBench({ ...Object.fromEntries(names), 'tab\t77': '' });
    const outcome = await long.call('list_files', {});
    const { artifactId } = outcome.toolTelemetry;
    const shown = (await long.bytesOf(outcome)).toString().split('\n');
    expect([shown[39], shown[899], shown[900]]).toEqual(['file-1039\t39', 'file-1899\t899', 'tab\t77\t0']);
    const recall = (ask: object) => long.resultOf('recall_output', { artifactId, ...ask });
    expect(await recall({ lines: '40-41' })).toBe('40\tfile-1039\n41\tfile-1040');
    expect(await recall({ lines: '900-901' })).toBe('900\tfile-1899\n901\ttab\t77');
    expect(await recall({ query: '1899' })).toMatch(/900:\tfile-1899\n/);
    expect(await recall({ query: '\\t899$' })).toMatch(/^no /i);
    await long.resultOf('create_file', { path: 'made.txt', content: `${artifactId}#L40-L41` });
    expect(readFileSync(join(long.root, 'made.txt'), 'utf8')).toBe('file-1039\nfile-1040\n');
  });

  test('tells a long folder by its counts and edges', async () => {
    const names = Array.from({ length: 900 }, (_, at) => [`${at % 9}/file-${at}.txt`, ''] as const);
    const long = toolBench(Object.fromEntries(names));
    const outcome = await long.call('list_files', { recursive: true });
    expect(outcome.result?.content).toMatch(/: 900 files, 9 folders\n/);
    expect(outcome.toolTelemetry.sentTokens).toBeLessThanOrEqual(400);
    expect((await long.bytesOf(outcome)).toString().split('\n')).toHaveLength(901);
  });

  test('of a folder of folders people and model see the same', async () => {
    const outcome = await toolBench({ 'a/x': '', 'b/x': '' }).call('list_files', {});
    expect(outcome).toMatchObject({ result: { content: 'a/\nb/\n' }, toolTelemetry: { relation: 'equal' } });
  });

  test('tells the largest files of a long folder where there is room', async () => {
    const names = Array.from({ length: 400 }, (_, at) => [`src/file-${at}.txt`, 'x'.repeat(at)] as const);
    const long = toolBench({ ...Object.fromEntries(names), 'film.bin': 'x'.repeat(70_000) });
    const view = await long.resultOf('list_files', { recursive: true }, { level: 'conservative' });
    expect(view).toContain(': 401 files, 1 folder\n');
    expect(view).toContain('largest: film.bin 70,000\n');
  });

  test('tells an empty folder with a verdict', async () => {
    expect(await toolBench().resultOf('list_files', {})).toMatch(/^[^\n]+\/: empty$/);
  });
});

describe('grep_file', () => {
  test('tells the counts and a part, and people see all matches', async () => {
    const outcome = await bench.call('grep_file', { pattern: 'needle' });
    expect(outcome.result?.content).toMatch(/^needle: 302 matches in 3 files\n/);
    expect(outcome.toolTelemetry).toMatchObject({ type: 'matches', lineCount: 302, relation: 'summary' });
    expect((await bench.bytesOf(outcome)).toString().split('\n')).toHaveLength(303);
    const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
    expect(record?.metadata.files).toEqual(['html.txt', 'lib/a.ts', 'lib/b.ts']);
  });

  test('gives matches as the text they are, but for what does not show', async () => {
    const outcome = await bench.call('grep_file', { pattern: 'script' });
    expect(outcome.result?.content).toBe('html.txt:1:<script>needle</script> needle <|endoftext|>\n');
    expect(outcome.toolTelemetry.relation).toBe('transformed');
  });

  test('tells that nothing matched, whatever was looked for', async () => {
    const outcome = await bench.call('grep_file', { pattern: 'nowhere' });
    expect(outcome.result?.content).toBe('no match: nowhere');
    expect(outcome.toolTelemetry).toMatchObject({ fullTokens: 0, relation: 'transformed' });
    const long = await bench.call('grep_file', { pattern: `${'☃'.repeat(999)}x` });
    expect(long.toolTelemetry.sentTokens).toBeLessThanOrEqual(400);
  });

  test('keeps its view in its budget for a pattern of any length', async () => {
    const pattern = `needle|${'☃'.repeat(990)}`;
    for (const level of ['minimal', 'balanced'] as const) {
      const outcome = await bench.call('grep_file', { pattern }, { level });
      expect(outcome.toolTelemetry.sentTokens).toBeLessThanOrEqual(level === 'minimal' ? 120 : 400);
      expect(outcome.result?.content).toContain('302 matches in 3 files');
      expect(outcome.result?.content).toContain('recall_output("art_');
    }
  });

  test('says that it stopped where there is too much', async () => {
    const crowded = toolBench({ 'x.txt': 'y\n'.repeat(limits.listEntries + 5) });
    expect(await crowded.resultOf('grep_file', { pattern: 'y' })).toContain(
      '20,000 matches in 1 file, then stopped',
    );
  });
});

describe('the tools', () => {
  test('stand in an order that never changes, each with a description that serves a wish', () => {
    // The prompt caches of providers depend on it: a new tool comes last.
    const all = [
      'render_file_contents',
      'run_and_display',
      'display_image',
      'embed_media',
      'read_file',
      'list_files',
      'grep_file',
      'edit_file',
      'apply_patch',
      'create_file',
      'run_pty_cmd',
      'execute_code',
      'recall_output',
    ];
    expect(tools.map(({ name }) => name)).toEqual(all);
    for (const { description } of tools) expect(description.length).toBeGreaterThan(60);
  });

  test('stopped before they finish say so', async () => {
    const context = { signal: AbortSignal.abort() };
    for (const name of exampleNames) {
      const outcome = await bench.call(
        name,
        everyTool[name].arguments(() => 'x'),
        { context },
      );
      expect(outcome.result?.content, name).toBe('Stopped before it finished.');
    }
  });
});
