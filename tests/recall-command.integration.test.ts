import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScript } from './support/run-script.ts';
import { tempFolder, writeFiles } from './support/temp-folder.ts';

const folder = tempFolder();
writeFiles(folder, {
  'log.txt': 'start\n\u001b[31mneedle\u001b[0m one\nend\n',
  'data.json': '{"a": [1, 2]}',
  'data.bin': Buffer.alloc(5_000),
  'wide.txt': Buffer.from('\ufeffone\nneedle\n', 'utf16le'),
  'empty.txt': '',
});
const at = (name: string) => join(folder, name);

async function answers(questions: (object | string)[]): Promise<Record<string, string>[]> {
  const input = questions.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  const { exitCode, stdout } = await runScript('recall.ts', { input, folder });
  expect(exitCode).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('questions are answered in their order, one line each, bad ones with an error', async () => {
  const parts = await answers([
    { id: 'a', outputPath: at('log.txt'), query: 'needle', maxTokens: 600, extra: true },
    'no JSON',
    { outputPath: at('log.txt'), lines: '2-3' },
    { outputPath: at('data.json'), jsonPath: '$.a[1]' },
    { outputPath: at('wide.txt'), lines: '2' },
    { outputPath: at('empty.txt'), query: 'x' },
    { outputPath: at('log.txt') },
    { outputPath: at('log.txt'), query: 'x', lines: '1' },
    { outputPath: at('none.txt'), query: 'x' },
    { outputPath: folder, query: 'x' },
    { outputPath: at('data.bin'), query: 'x' },
    { outputPath: at('log.txt'), lines: '9' },
    { outputPath: at('log.txt'), query: 'x', maxTokens: 7 },
    '[]',
  ]);
  expect(parts.slice(0, 6)).toEqual([
    { text: '1 line matches "needle"\n1-\tstart\n2:\tneedle one\n3-\tend' },
    { error: expect.stringContaining('JSON') },
    { text: '2\tneedle one\n3\tend' },
    { text: '1 value at $.a[1]\n$.a[1]: 2' },
    { text: '2\tneedle' },
    { text: 'no match: "x"' },
  ]);
  expect(parts).toHaveLength(14);
  for (const answer of parts.slice(6)) expect(answer).toEqual({ error: expect.stringMatching(/./) });
});

test('a secret that is spelled in escapes is masked where its value is reported', async () => {
  const token = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
  const spelled = [...token].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');
  writeFiles(folder, { 'spelled.json': `{"a": "${spelled}"}` });
  const [result] = await answers([{ outputPath: at('spelled.json'), jsonPath: '$.a' }]);
  expect(result?.text).toBe('1 value at $.a\n$.a: "[masked: github token #1]"');
});
