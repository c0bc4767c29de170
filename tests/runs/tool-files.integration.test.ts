import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readToolFileViews } from '#lib/operations/team/read-tool-file-views.ts';
import type { RecordedRequest } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

test('tools of files are offered, asked for, split and excluded as the config file says; a broken file costs no run', async () => {
  const folder = tempFolder();
  const tool = (name: string) => `
    import { defineTool } from 'vitrine/tools';
    export default defineTool({
      name: '${name}',
      description: 'Gives many lines.',
      parameters: { type: 'object', properties: { of: { type: 'string' } } },
      handler: ({ of }) => Array.from({ length: 2000 }, (_, n) => of + ' line ' + n).join('\\n'),
    });`;
  writeFiles(folder, {
    'tools/whole.mjs': tool('whole'),
    'tools/split.mjs': tool('split_lines'),
    'tools/hidden.mjs': tool('hidden'),
    'tools/broken.mjs': 'export default {',
    'vitrine.config.json': JSON.stringify({
      toolFiles: ['whole', 'split', 'hidden', 'broken'].map((name) => `./tools/${name}.mjs`),
      approvals: { whole: 'auto', split_lines: 'auto' },
      tools: { split_lines: { split: true } },
      excludedTools: ['hidden'],
    }),
  });
  const replies = [
    { toolCalls: [{ name: 'whole', arguments: { of: 'a' } }] },
    { toolCalls: [{ name: 'split_lines', arguments: { of: 'b' } }] },
  ];
  const stage = await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
    environment: { VITRINE_CONFIG: join(folder, 'vitrine.config.json') },
  });
  expect((await stage.ask('work')).data.outcome).toBe('completed');
  const request = stage.model.requests.at(-1) as RecordedRequest;
  const names = (request.body.tools as { function: { name: string } }[]).map((sent) => sent.function.name);
  expect(names.slice(-2)).toEqual(['whole', 'split_lines']);
  const [whole = '', view = ''] = (request.body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
  expect(whole.split('\n')).toHaveLength(2_000);
  expect(view.length).toBeLessThan(whole.length / 10);
  expect(await readToolFileViews(stage.services, true)).toMatchObject([
    { path: 'tools/whole.mjs', problem: null, tools: [{ name: 'whole', policy: 'auto', isSplit: false }] },
    { path: 'tools/split.mjs', problem: null, tools: [{ name: 'split_lines', isSplit: true }] },
    { path: 'tools/hidden.mjs', problem: null, tools: [] },
    { path: 'tools/broken.mjs', problem: expect.stringMatching(/^It could not be loaded: ./), tools: [] },
  ]);
  const [, , , forMembers] = await readToolFileViews(stage.services, false);
  expect(forMembers?.problem).toBe('It could not be loaded.');
});

test('a pattern that fits no tool of ours is taken for one of a file only where there are files', async () => {
  const start = (content: object) => {
    const path = join(tempFolder(), 'vitrine.config.json');
    writeFileSync(path, JSON.stringify(content));
    return startRunStage(() => ({ text: 'done' }), { environment: { VITRINE_CONFIG: path } });
  };
  await expect(start({ approvals: { bash: 'deny' } })).rejects.toThrow('there is no such tool');
  await expect(start({ approvals: { bash: 'deny' }, toolFiles: ['./none.mjs'] })).resolves.toBeDefined();
});
