import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countCheck,
  countTests,
  printSlowFiles,
  printStages,
  printSummary,
  type StageResult,
  type TestCounts,
} from './stage-report.ts';

const root = join(import.meta.dirname, '..');

export interface Stage {
  name: string;
  command: string[];
  /** A vitest run: its tests are counted instead of the stage. */
  countsTests?: boolean;
  environment?: Record<string, string>;
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name);

const vitest = (name: string, projects: string[], options: string[] = []): Stage => ({
  name,
  command: [
    bin('vitest'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...projects.map((project) => `--project=${project}`),
    ...options,
  ],
  countsTests: true,
});

export const stages = {
  format: { name: 'format and lint', command: [bin('biome'), 'ci', '--error-on-warnings', '.'] },
  // One checker: several would check shared files again, and the tests need the cores.
  types: {
    name: 'types',
    command: [bin('tsc'), '--noEmit', '--checkers', '1', '-p', 'tests/tsconfig.json'],
  },
  unit: vitest('architecture, unit and contract tests', ['unit'], ['--maxWorkers=4']),
  scale: vitest(
    'heavy cases at full size, programs, faults, isolated tests',
    ['scale', 'integration', 'isolated'],
    ['--maxWorkers=3'],
  ),
  sandbox: vitest('sandbox tests', ['sandbox']),
  // With a data folder that cannot be written: a build must not open a store.
  build: {
    name: 'production build',
    command: [process.execPath, 'scripts/build.ts'],
    environment: { VITRINE_DATA_DIR: '/proc/vitrine-must-not-write-here' },
  },
  // Both cores are busy with three; a fourth makes it no quicker, and starts more servers.
  server: vitest('server tests', ['server'], ['--maxWorkers=3']),
  browser: vitest('browser tests', ['browser'], ['--maxWorkers=3']),
} as const satisfies Record<string, Stage>;

/** Stages and the order in which they run. */
export type Plan = Stage | { together: readonly Plan[] } | { inOrder: readonly Plan[] };

/** Maximum number of each that the tests may start: sharing what is started once keeps them quick. */
export type StartLimits = Record<'servers' | 'browsers', number>;

/**
 * Runs all stages, and finally prints how many checks passed and failed, and which. With `--times` it also
 * prints the slowest test files.
 */
export async function runStages(plan: Plan, startLimits: StartLimits | null = null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
  const results = await run(plan, folder, true);
  rmSync(folder, { recursive: true });
  if (process.argv.includes('--times')) printSlowFiles(results);
  printStages(results);
  const starts = startLimits === null ? [] : [checkStarts(results, startLimits)];
  const { passed, failed } = printSummary([...results, ...starts]);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** Stages that run together are printed one by one: the first while it runs, the others in turn. */
async function run(plan: Plan, folder: string, isShown: boolean): Promise<StageResult[]> {
  if ('inOrder' in plan) {
    const results: StageResult[] = [];
    for (const part of plan.inOrder) results.push(...(await run(part, folder, isShown)));
    return results;
  }
  if ('together' in plan) {
    const running = plan.together.map((part, index) => run(part, folder, isShown && index === 0));
    const results: StageResult[] = [];
    for (const [index, part] of running.entries()) {
      const ended = await part;
      if (isShown && index > 0) for (const result of ended) printStage(result);
      results.push(...ended);
    }
    return results;
  }
  if (isShown) console.log(`\n== ${plan.name}`);
  const result = await runStage(plan, folder, !isShown);
  if (isShown) printEnd(result);
  return [result];
}

function printStage(result: StageResult): void {
  console.log(`\n== ${result.name}`);
  process.stdout.write(result.output);
  printEnd(result);
}

const printEnd = ({ name, seconds }: StageResult): void => console.log(`== ${name}: ${seconds.toFixed(1)} s`);

function checkStarts(results: readonly StageResult[], limits: StartLimits): TestCounts {
  const failures: string[] = [];
  for (const [kind, limit] of Object.entries(limits) as [keyof StartLimits, number][]) {
    const count = results.reduce((total, result) => total + result[kind], 0);
    const sentence = `Started ${count} ${kind}; the limit is ${limit}`;
    console.log(sentence);
    if (count > limit) failures.push(sentence);
  }
  return {
    passed: failures.length === 0 ? 1 : 0,
    failed: failures.length === 0 ? 0 : 1,
    failures,
    files: [],
  };
}

async function runStage(stage: Stage, folder: string, isQuiet: boolean): Promise<StageResult> {
  const report = join(folder, `${stage.name}.json`);
  const usageFile = join(folder, `${stage.name}.usage`);
  const timesFile = join(folder, `${stage.name}.times`);
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const startedMs = performance.now();
  const { status, output } = await runProgram(
    [...stage.command, ...(stage.countsTests ? reporting : [])],
    { ...stage.environment, VITRINE_TEST_USAGE: usageFile },
    timesFile,
    isQuiet,
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const counts = stage.countsTests
    ? countTests(root, stage.name, report, status)
    : countCheck(stage.name, status);
  const usage = readUsage(usageFile);
  return {
    name: stage.name,
    seconds,
    output,
    ...usage,
    ...counts,
    cpuSeconds: readCpuSeconds(timesFile) + usage.cpuSeconds,
  };
}

/**
 * Reads what tests/support/worker-end.ts has written: a line for each start, and the CPU time of what was
 * running when a worker ended.
 */
function readUsage(file: string): Pick<StageResult, 'servers' | 'browsers' | 'cpuSeconds'> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const cpu = lines.filter((line) => line.startsWith('cpu '));
  return {
    servers: lines.filter((line) => line === 'server').length,
    browsers: lines.filter((line) => line === 'browser').length,
    cpuSeconds: cpu.reduce((sum, line) => sum + Number(line.slice('cpu '.length)), 0),
  };
}

interface ProgramResult {
  status: number | null;
  output: string;
}

/**
 * Runs through a shell, which writes the CPU time of the program and all its children: Node only reports it
 * for all its own children together.
 */
function runProgram(
  command: readonly string[],
  environment: Record<string, string>,
  timesFile: string,
  isQuiet: boolean,
): Promise<ProgramResult> {
  const env = {
    ...process.env,
    ...environment,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  };
  const output = isQuiet ? 'pipe' : 'inherit';
  const script = '"$@"; status=$?; times > "$0"; exit $status';
  const child = spawn('/bin/sh', ['-c', script, timesFile, ...command], {
    cwd: root,
    stdio: ['ignore', output, output],
    env,
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => {
    const end = (status: number | null) => resolve({ status, output: text });
    child.once('error', (error) => {
      text += `${error.message}\n`;
      end(null);
    });
    child.once('close', end);
  });
}

/** The second line of the output of `times` is the children's: `1m2.34s 0m5.6s`, user and system time. */
function readCpuSeconds(timesFile: string): number {
  if (!existsSync(timesFile)) return 0;
  const [, children = ''] = readFileSync(timesFile, 'utf8').split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
