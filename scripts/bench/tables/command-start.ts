import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import type { Bench } from '../bench.ts';
import type { Report } from '../report.ts';
import { formatSpread, pairwise, spreadOf } from '../spread.ts';

const goalAddedMs = 40;

/** What the sandbox adds to the duration of a command, from the request to its end. */
export async function measureCommandStart(bench: Bench): Promise<Report> {
  const rounds = bench.isQuick ? 2 : 5;
  const samples = 20;
  const root = await bench.belongings.makeFolder();
  const commands = createCommands({ mode: 'auto' });
  bench.belongings.add(() => commands.close());
  const { mode, reason } = await commands.check();
  if (mode !== 'bwrap') throw new Error(`there is no sandbox here: ${reason}`);

  const inSandbox = async (hosts: readonly string[] = []) => {
    const running = await commands.run({
      root,
      conversationId: 'bench',
      program: { kind: 'shell', command: 'true' },
      hosts,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    for await (const _chunk of running.output);
    const { exitCode } = await running.end;
    if (exitCode !== 0) throw new Error(`true ended with ${exitCode} in the sandbox`);
  };
  const ways: (Way & { name: string })[] = [
    { name: 'plain spawn of bash -c true', run: () => spawnPlainly(root) },
    { name: 'Vitrine’s sandbox', run: () => inSandbox() },
    {
      name: 'the same, with a host allowed',
      run: () => inSandbox(['registry.example.org']),
      // The next network is made ahead; that would slow what is measured next.
      restMs: 200,
    },
  ];
  const measured: number[][][] = [];
  for (const way of ways) await way.run();
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(ways, samples));

  const figures = (way: number, part: number) => measured.map((round) => quantile(round[way] ?? [], part));
  return {
    title: 'Start of a command: from asking for it to its end',
    method: `bash -c true in an empty workspace; ${rounds} rounds of ${samples} samples, each way in turn; ms, median (min to max) of the rounds, difference within a round`,
    goal: `at most ${goalAddedMs} ms more than a plain spawn (p50)`,
    columns: ['way', 'p50 ms', 'p95 ms', 'added at p50, ms'],
    rows: ways.map(({ name }, way) => {
      const added =
        way === 0 ? null : pairwise(figures(way, 0.5), figures(0, 0.5), (own, plain) => own - plain);
      return {
        cells: [
          name,
          formatSpread(spreadOf(figures(way, 0.5)), 1),
          formatSpread(spreadOf(figures(way, 0.95)), 1),
          added ? formatSpread(added, 1) : '',
        ],
        // The goal is for every command; a network is what only some have.
        isMet: way === 1 && added ? added.median <= goalAddedMs : null,
      };
    }),
  };
}

interface Way {
  run(): Promise<void>;
  /** Not measured. */
  restMs?: number;
}

async function measureRound(ways: readonly Way[], samples: number): Promise<number[][]> {
  const latenciesMs: number[][] = ways.map(() => []);
  for (let index = 0; index < samples; index += 1) {
    for (const [at, way] of ways.entries()) {
      const startedMs = performance.now();
      await way.run();
      latenciesMs[at]?.push(performance.now() - startedMs);
      await sleep(way.restMs ?? 0);
    }
  }
  return latenciesMs;
}

async function spawnPlainly(cwd: string): Promise<void> {
  const child = spawn('/bin/bash', ['-c', 'true'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
}
