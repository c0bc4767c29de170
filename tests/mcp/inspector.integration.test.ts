import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const { resolve } = createRequire(import.meta.url);
/** Both unmodified, as on npm. */
const inspector = join(
  dirname(resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const everything = resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** What the inspector, which is another client, prints of the same server. */
async function inspect(
  ...args: string[]
): Promise<{ tools: { name: string }[]; content: { text: string }[] }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inspector, '--cli', process.execPath, everything, ...args],
    { env: { ...process.env, HOME: tempFolder() }, timeout: 60_000 },
  );
  return JSON.parse(stdout);
}

test('another client of the same server finds the same tools, and is answered the same as people see', async () => {
  const config = join(tempFolder(), 'vitrine.config.json');
  const every = { command: process.execPath, args: [everything], sandbox: false };
  writeFileSync(config, JSON.stringify({ mcpServers: { every }, approvals: { 'mcp__every__*': 'auto' } }));
  const call = { name: 'mcp__every__echo', arguments: { message: 'a heron' } };
  const stage = await startRunStage(
    (_request, index) => (index === 0 ? { toolCalls: [call] } : { text: 'done' }),
    {
      environment: { VITRINE_CONFIG: config },
    },
  );
  await stage.ask('go');
  const { services } = stage;
  const [ours] = await services.mcpServers.read('local');
  const theirs = (await inspect('--method', 'tools/list')).tools.map(({ name }) => name);
  const names = ours?.tools.map(({ name }) => name.replace('mcp__every__', '')) ?? [];
  // It has some more for what the protocol has deprecated, and we do not do: roots and sampling.
  const current = theirs.filter((name) => !/roots|sampling/.test(name));
  expect(names).toEqual(expect.arrayContaining(current));
  expect(names.length).toBeGreaterThan(8);

  const [outcome] = (await stage.events()).flatMap((event) =>
    event.type === 'tool.execution_complete' ? [event.data] : [],
  );
  const id = outcome?.toolTelemetry.artifactId ?? '';
  const bytes = await services.stores.artifacts.readBytes(id, 0, 10_000);
  const answer = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'echo',
    '--tool-arg',
    'message=a heron',
  );
  expect(Buffer.from(bytes ?? []).toString()).toBe(answer.content.map(({ text }) => text).join('\n'));
});
