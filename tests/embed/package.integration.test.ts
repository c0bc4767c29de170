import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { programsTable } from '#scripts/split/programs-table.ts';
import { newId } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const node = process.execPath;

/** Fails with what the program prints. */
const run = (folder: string, program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let folder = '';
let manifest: {
  name: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/** The tarball in an otherwise empty project, with the packages that it names, and no other. */
beforeAll(() => {
  folder = tempFolder();
  run(folder, node, join(root, 'scripts', 'pack-split.ts'), folder);
  const own = join(folder, 'node_modules', '@vitrine', 'split');
  mkdirSync(own, { recursive: true });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? 'none';
  run(folder, 'tar', '-xzf', tarball, '-C', own, '--strip-components=1');
  manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
}, 180_000);

describe('the package', () => {
  test('needs no Next, no page and no server', () => {
    expect(Object.keys(manifest.dependencies)).toEqual([
      '@secretlint/core',
      '@secretlint/profiler',
      '@secretlint/secretlint-rule-preset-recommend',
      '@vscode/ripgrep',
      'file-type',
      'gpt-tokenizer',
      'ioredis',
      'zod',
    ]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['ai']);
  });

  test('has types, with which a program is checked', () => {
    writeFileSync(join(folder, 'typed.ts'), typedProgram);
    symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    const words = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'ES2024',
      '--module',
      'nodenext',
      '--exactOptionalPropertyTypes',
    ];
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    run(folder, node, tsc, ...words, '--types', 'node', 'typed.ts');
    writeFileSync(join(folder, 'wrong.ts'), typedProgram.replace('output.view', 'output.stdout'));
    expect(() => run(folder, node, tsc, ...words, '--types', 'node', 'wrong.ts')).toThrow(
      expect.objectContaining({ stdout: expect.stringContaining("'stdout' does not exist") }),
    );
  });

  test.each(['openMemoryStore()', "openSqliteStore({ dataDir: 'data' })", 'openRedisStore(redis)'])(
    'splits in three lines with %s: a view, a recall, and all of it',
    (open) => {
      const redis = JSON.stringify({ url: inject('redisUrl'), keyPrefix: `${newId('app')}:` });
      writeFileSync(join(folder, 'program.js'), program.replace('OPEN', open).replace('REDIS', redis));
      const { view, recalled, all } = JSON.parse(run(folder, node, 'program.js'));
      expect(view).toContain('exit 1');
      expect(view).toContain('1 failed, 299 passed');
      expect(view).toContain('price 77');
      expect(view.length).toBeLessThan(1_500);
      expect(recalled).toContain('not ok 78 - price 77');
      expect(all).toContain('ok 300 - price 299');
    },
  );
});

test('the table of programs in it is up to date (npm run docs writes it)', async () => {
  expect(readFileSync(join(root, 'lib', 'embed', 'PROGRAMS.md'), 'utf8')).toBe(await programsTable());
}, 120_000);

const program = `
import { streamText, isStepCount, tool } from 'ai';
import { z } from 'zod';
import * as split from '@vitrine/split';
const { openMemoryStore, openSqliteStore, openRedisStore, splitTools } = split;
const redis = REDIS;

const lines = Array.from({ length: 300 }, (_, at) => (at === 77 ? 'not ok' : 'ok') + ' ' + (at + 1) + ' - price ' + at);
const stdout = ['TAP version 13', ...lines, '1..300', '# tests 300', '# pass 299', '# fail 1', ''].join('\\n');
const bash = tool({
  inputSchema: z.object({ command: z.string() }),
  execute: async () => ({ stdout, stderr: '', exitCode: 1 }),
});

/** Calls one tool, then says a word. */
const modelThatCalls = (toolName, input) => {
  const prompts = [];
  const doStream = async ({ prompt }) => {
    prompts.push(prompt);
    const call = { type: 'tool-call', toolCallId: 'c1', toolName, input: JSON.stringify(input) };
    const reason = prompts.length === 1 ? 'tool-calls' : 'stop';
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const end = { type: 'finish', finishReason: { unified: reason, raw: reason }, usage };
    return { stream: ReadableStream.from(prompts.length === 1 ? [call, end] : [end]) };
  };
  const model = { specificationVersion: 'v4', provider: 'test', modelId: 'm', supportedUrls: {}, doStream };
  return { model, prompts };
};
const readOf = async (tools, name, input) => {
  const { model, prompts } = modelThatCalls(name, input);
  await streamText({ model, tools, prompt: 'Go on.', stopWhen: isStepCount(2) }).consumeStream();
  return prompts.at(-1).findLast(({ role }) => role === 'tool').content[0].output.value;
};

const store = OPEN;
const tools = splitTools({ bash }, { store });
const view = await readOf(tools, 'bash', { command: 'node --test' });
const [artifactId] = /art_[a-z2-7]+/.exec(view);
const recalled = await readOf(tools, 'recall_output', { artifactId, query: 'price 77' });
const all = Buffer.from(await store.read(artifactId)).toString();
await store.close();
console.log(JSON.stringify({ view, recalled, all }));
`;

const typedProgram = `
import { openMemoryStore, type SplitOutput, splitTools } from '@vitrine/split';
import { type ModelMessage, streamText, tool } from 'ai';
import { z } from 'zod';

const tools = {
  bash: tool({ inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => command.length }),
  ask: tool({ inputSchema: z.object({}), outputSchema: z.string() }),
  whoami: tool({
    inputSchema: z.object({}),
    contextSchema: z.object({ user: z.string() }),
    execute: async (_, { context }) => context.user,
  }),
};
const store = openMemoryStore({ maxBytes: 1_000_000 });
const split = splitTools(tools, { store, level: 'minimal', kinds: { bash: 'command' }, conversationId: 'c' });
export const messages: ModelMessage[] = [];
const result = streamText({
  model: 'openai/gpt-5',
  messages,
  tools: split,
  toolsContext: { whoami: { user: 'ada' } },
});
for await (const part of result.fullStream) {
  if (part.type !== 'tool-result' || part.dynamic || part.toolName !== 'bash') continue;
  const output: SplitOutput = part.output;
  const command: string = part.input.command;
  console.log(command, output.view);
  if (output.artifactId === null) continue;
  const bytes = await store.read(output.artifactId);
  const text = bytes && new TextDecoder().decode(bytes);
  console.log(text, new Response(bytes), (await store.get(output.artifactId))?.assistantView);
}
`;
