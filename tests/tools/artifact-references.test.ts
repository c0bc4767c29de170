import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { parseReference } from '#lib/tools/artifact-text.ts';
import { newId, storeBytes } from '../contracts/samples.ts';
import { toolBench } from '../support/tool-bench.ts';

const long = Array.from({ length: 900 }, (_, at) => `line ${at + 1}\n`).join('');
const bench = toolBench({
  'long.txt': long,
  'crlf.txt': 'a\r\nb\r\n'.repeat(900),
  'wide.txt': Buffer.from(`\ufeff${'żółw\n'.repeat(900)}`, 'utf16le'),
  'bin.dat': Buffer.alloc(5_000),
  'big.txt': 'x'.repeat(99).concat('\n').repeat(11_000),
  'target.txt': 'before\nline 7\nafter\n',
});
const ids: Record<string, string> = {};
const read = async (path: string, range: object = {}) =>
  (await bench.call('read_file', { path, ...range })).toolTelemetry.artifactId ?? '';
beforeAll(async () => {
  for (const path of ['long.txt', 'crlf.txt', 'wide.txt', 'bin.dat', 'big.txt']) ids[path] = await read(path);
  ids.range = await read('long.txt', { startLine: 40, endLine: 60 });
  ids.terminal = await storeBytes(bench.stores.artifacts, Buffer.from('10%\r\u001b[32mdone\u001b[0m\n'), {
    conversationId: bench.conversationId,
    type: 'terminal',
  });
});

let files = 0;
const created = async (content: string): Promise<string> => {
  files += 1;
  const path = `made-${files}.txt`;
  await bench.resultOf('create_file', { path, content });
  return readFileSync(join(bench.root, path), 'utf8');
};
const refused = async (content: string): Promise<string> => {
  const { error } = await bench.call('create_file', { path: 'refused.txt', content });
  return error?.message ?? 'it was not';
};

describe('an artifact in the place of a text', () => {
  test('is its whole text, or lines of it by the numbers people see', async () => {
    expect(await created(ids['long.txt'] ?? '')).toBe(long);
    expect(await created(`${ids['long.txt']}#L2-L3`)).toBe('line 2\nline 3\n');
    expect(await created(` ${ids['long.txt']}#L900\n`)).toBe('line 900\n');
    expect(await created(`${ids['long.txt']}#L899-L2000`)).toBe('line 899\nline 900\n');
    expect(await created(`${ids.range}#L41-L42`)).toBe('line 41\nline 42\n');
    expect(await created(`${ids['crlf.txt']}#L1-L2`)).toBe('a\r\nb\r\n');
    expect(await created(`${ids['wide.txt']}#L1`)).toBe('żółw\n');
  });

  test('is what a terminal shows, where it is the output of a command', async () => {
    expect(await created(ids.terminal ?? '')).toBe('done\n');
  });

  test('in a passage has no line end after its last line, as one would type it', async () => {
    const edit = {
      path: 'target.txt',
      oldText: `${ids['long.txt']}#L7`,
      newText: `${ids['long.txt']}#L8-L9`,
    };
    await bench.resultOf('edit_file', edit);
    expect(readFileSync(join(bench.root, 'target.txt'), 'utf8')).toBe('before\nline 8\nline 9\nafter\n');
  });

  test('can be a patch, and code', async () => {
    const created = await bench.call('create_file', { path: 'new.txt', content: 'one\n'.repeat(200) });
    const undo = await bench.call('apply_patch', { patch: created.toolTelemetry.artifactId });
    expect(undo.error?.message).toContain('There is a file already: new.txt');
    const code = await storeBytes(bench.stores.artifacts, Buffer.from('1\nconsole.log(6 * 7)\n'), {
      conversationId: bench.conversationId,
    });
    const ran = await bench.call('execute_code', { language: 'node', code: `${code}#L2` });
    expect(ran.result?.content).toBe('42\n');
  });

  test('is never in what the log and the card keep of the call', async () => {
    const content = `${ids['long.txt']}#L1-L400`;
    const { toolTelemetry } = await bench.call('create_file', { path: 'kept.txt', content });
    const record = await bench.stores.artifacts.get(toolTelemetry.artifactId ?? '');
    expect(record?.metadata.arguments).toEqual({ path: 'kept.txt', content });
  });

  test('is only what is nothing else: in a longer text it stays as it was written', async () => {
    for (const content of [
      `see ${ids['long.txt']}`,
      `${ids['long.txt']}#2`,
      `${ids['long.txt']}#L5-L2`,
      'art_x',
      '',
    ])
      expect(await created(content)).toBe(content);
    expect(parseReference(`${newId('art')} ${newId('art')}`)).toBeNull();
  });
});

describe('an artifact that cannot stand in', () => {
  test('is reported: unknown, or of another conversation', async () => {
    const foreign = await storeBytes(bench.stores.artifacts, Buffer.from('x\n'), {
      conversationId: newId('conv'),
    });
    for (const id of [newId('art'), foreign])
      expect(await refused(id)).toBe(`content: There is no artifact ${id} in this conversation`);
  });

  test('is reported: not text, without such lines, or too long', async () => {
    expect(await refused(ids['bin.dat'] ?? '')).toBe(`content: ${ids['bin.dat']} is not text`);
    expect(await refused(`${ids.range}#L1-L39`)).toBe(`content: ${ids.range} has the lines 40-60`);
    expect(await refused(ids['big.txt'] ?? '')).toBe(
      `content: ${ids['big.txt']} cannot stand in for a text: that would be 1,100,000 bytes, over 1 MiB. ` +
        `Name fewer lines of it: ${ids['big.txt']}#L1-L100`,
    );
    expect(await created(`${ids['big.txt']}#L1-L2`)).toHaveLength(200);
  });

  test('is reported: more than the tool takes', async () => {
    const code = `${ids['big.txt']}#L1-L3000`;
    expect(code.length).toBeLessThan(limits.codeCharacters);
    const { error } = await bench.call('execute_code', { language: 'node', code });
    expect(error?.message).toMatch(/^Bad arguments for execute_code: .*200000/);
  });

  test('is reported: expired, with what brings it back', async () => {
    bench.pass(1_800_000);
    expect(await refused(ids['long.txt'] ?? '')).toBe(
      `content: ${ids['long.txt']} has expired. To see it again, call read_file for long.txt once more`,
    );
    bench.pass(-1_800_000);
  });
});
