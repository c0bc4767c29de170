import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { formatSpread, spreadOf } from '../spread.ts';

const goalMegabytes = 200;
const programs = join(import.meta.dirname, '..', 'programs');
const hostName = 'bytes.test';

/** How fast a command downloads through the proxy, from a server on this machine. */
export async function measureCommandNetwork(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 2 : 5;
  const megabytes = bench.isQuick ? 128 : 512;
  const bytes = String(megabytes * 1024 * 1024);
  const root = await bench.belongings.makeFolder();
  copyFileSync(join(programs, 'download.mjs'), join(root, 'download.mjs'));
  const origin = spawn(process.execPath, [join(programs, 'byte-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bench.belongings.add(async () => void origin.kill());
  const port = await new Promise<string>((resolve) =>
    origin.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  );
  const commands = createCommands({ mode: 'auto', privateHosts: { [hostName]: '127.0.0.1' } });
  bench.belongings.add(() => commands.close());

  const direct = async () => {
    const argv = [join(root, 'download.mjs'), 'direct', `127.0.0.1:${port}`, bytes];
    return Number(await text(spawn(process.execPath, argv).stdout));
  };
  const inSandbox = async (way: 'plain' | 'tunnel') => {
    const running = await commands.run({
      root,
      conversationId: 'bench',
      program: { kind: 'shell', command: `node download.mjs ${way} ${hostName}:${port} ${bytes}` },
      hosts: [`${hostName}:${port}`],
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    let output = '';
    for await (const chunk of running.output) output += Buffer.from(chunk.bytes).toString();
    if ((await running.end).exitCode !== 0) throw new Error(output);
    return Number(output);
  };
  const ways = [
    { name: 'outside, without a proxy', run: direct, isOwn: false },
    { name: 'through the proxy, a tunnel', run: () => inSandbox('tunnel'), isOwn: true },
    { name: 'through the proxy, a plain request', run: () => inSandbox('plain'), isOwn: true },
  ];
  const figures: number[][] = ways.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, way] of ways.entries()) figures[at]?.push(await way.run());
  return {
    title: 'What a command downloads through the proxy',
    method: `${megabytes} MiB over HTTP from a server on loopback to a Node program, ${rounds} rounds, each way in turn; MB/s, median (min to max)`,
    goal: `at least ${goalMegabytes} MB/s through the proxy`,
    columns: ['way', 'MB/s'],
    rows: ways.map(({ name, isOwn }, at) => {
      const spread = spreadOf(figures[at] ?? []);
      return {
        cells: [name, formatSpread(spread, 0)],
        isMet: isOwn ? spread.median >= goalMegabytes : null,
      };
    }),
  };
}
