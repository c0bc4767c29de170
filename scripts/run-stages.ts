import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Stage {
  name: string;
  command: string[];
  /** A vitest run: its tests are counted, not the stage. */
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
  types: { name: 'types', command: [bin('tsc'), '--noEmit', '-p', 'tests/tsconfig.json'] },
  unit: vitest('architecture, unit and contract tests', ['unit', 'isolated', 'contracts']),
  scale: vitest('heavy cases at full size', ['scale']),
  sandbox: vitest('sandbox tests', ['sandbox']),
  // On a data folder that cannot be written: building must open no store.
  build: {
    name: 'production build',
    command: [process.execPath, 'scripts/build.ts'],
    environment: { VITRINE_DATA_DIR: '/proc/vitrine-must-not-write-here' },
  },
  // Much of their time is waiting: for leases, retries, the end of commands.
  server: vitest('server tests', ['server'], ['--maxWorkers=4']),
  browser: vitest('browser tests', ['browser']),
} as const satisfies Record<string, Stage>;

/** Stages in a group run at the same time; what they print is shown stage by stage. */
export type StageGroup = Stage | readonly Stage[];

/**
 * Runs stages in order, all of them, and closes with how many checks passed and failed. With `--times` it also prints the slowest test
 * files, the seconds and the CPU time of every stage.
 */
export async function runStages(wanted: readonly StageGroup[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
  const results: StageResult[] = [];
  for (const group of wanted) {
    const stagesOfGroup = Array.isArray(group) ? (group as readonly Stage[]) : [group as Stage];
    // The first one prints as it runs, the others when their turn comes.
    const [first] = stagesOfGroup;
    console.log(`\n== ${first?.name}`);
    const running = stagesOfGroup.map((stage, index) => start(stage, folder, index > 0));
    for (const [index, stage] of stagesOfGroup.entries()) {
      if (index > 0) console.log(`\n== ${stage.name}`);
      const result = await running[index];
      if (!result) continue;
      process.stdout.write(result.output);
      console.log(`== ${stage.name}: ${result.seconds.toFixed(1)} s`);
      results.push(result);
    }
  }
  if (process.argv.includes('--times')) printTimes(results);
  printStarts(results);
  rmSync(folder, { recursive: true });
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

interface FileTime {
  file: string;
  seconds: number;
}

interface StageResult {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** Of the processes that ended while it ran; stages that run at the same time share theirs. */
  cpuSeconds: number;
  files: FileTime[];
  servers: number;
  browsers: number;
  /** What it printed, where that was not shown at once. */
  output: string;
}

async function start(stage: Stage, folder: string, isQuiet: boolean): Promise<StageResult> {
  const report = join(folder, `${stage.name}.json`);
  const usageFile = join(folder, `${stage.name}.usage`);
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const startedMs = performance.now();
  const { status, output, cpuSeconds } = await run(
    [...stage.command, ...(stage.countsTests ? reporting : [])],
    { ...stage.environment, VITRINE_TEST_USAGE: usageFile },
    isQuiet,
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const counts = stage.countsTests ? countTests(report, status) : countCheck(status);
  const usage = readUsage(usageFile);
  return {
    name: stage.name,
    seconds,
    output,
    ...usage,
    ...counts,
    cpuSeconds: cpuSeconds + usage.cpuSeconds,
  };
}

type Counts = Pick<StageResult, 'passed' | 'failed' | 'files'>;

const countCheck = (status: number | null): Counts =>
  status === 0 ? { passed: 1, failed: 0, files: [] } : { passed: 0, failed: 1, files: [] };

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** A skipped test counts as failed: nothing here may pass by not running. */
function countTests(report: string, status: number | null): Counts {
  try {
    const { numPassedTests, numTotalTests, testResults }: VitestReport = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const failed = numTotalTests - numPassedTests;
    const files = testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }));
    // A file that could not be loaded, or an error outside a test.
    return { passed: numPassedTests, failed: status !== 0 && failed === 0 ? 1 : failed, files };
  } catch {
    return { passed: 0, failed: 1, files: [] };
  }
}

const maxSlowFiles = 15;

function printTimes(results: readonly StageResult[]): void {
  console.log('\nSlowest test files');
  const files = results.flatMap((result) => result.files);
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, maxSlowFiles))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  console.log('\nStages: seconds, CPU seconds');
  for (const { name, seconds, cpuSeconds } of results)
    console.log(`${seconds.toFixed(1).padStart(8)} ${cpuSeconds.toFixed(1).padStart(8)}  ${name}`);
}

function printStarts(results: readonly StageResult[]): void {
  const sum = (kind: 'servers' | 'browsers') => results.reduce((total, result) => total + result[kind], 0);
  if (sum('servers') > 0) console.log(`\nStarted ${sum('servers')} servers and ${sum('browsers')} browsers`);
}

/** What tests/support/worker-end.ts has written: a line for each start, and the CPU time of what was running when a worker ended. */
function readUsage(file: string): Pick<StageResult, 'servers' | 'browsers' | 'cpuSeconds'> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const cpu = lines.filter((line) => line.startsWith('cpu '));
  return {
    servers: lines.filter((line) => line === 'server').length,
    browsers: lines.filter((line) => line === 'browser').length,
    cpuSeconds: cpu.reduce((sum, line) => sum + Number(line.slice('cpu '.length)), 0),
  };
}

interface RunResult {
  status: number | null;
  output: string;
  cpuSeconds: number;
}

function run(
  [file = '', ...parameters]: string[],
  environment: Record<string, string>,
  isQuiet: boolean,
): Promise<RunResult> {
  const env = {
    ...process.env,
    ...environment,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  };
  const output = isQuiet ? 'pipe' : 'inherit';
  const cpuBefore = childrenCpuSeconds();
  const child = spawn(file, parameters, { cwd: root, stdio: ['ignore', output, output], env });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => {
    const end = (status: number | null) =>
      resolve({ status, output: text, cpuSeconds: childrenCpuSeconds() - cpuBefore });
    child.once('error', (error) => {
      text += `${error.message}\n`;
      end(null);
    });
    child.once('close', end);
  });
}

/** CPU time of all processes that this one started and that have ended, with theirs; ticks are hundredths on Linux. */
function childrenCpuSeconds(): number {
  const [userTicks = 0, systemTicks = 0] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (userTicks + systemTicks) / 100;
}
