import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Stage {
  name: string;
  command: string[];
  /** A vitest run: its tests are counted, not the stage. */
  countsTests?: boolean;
  environment?: Record<string, string>;
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name);

const vitest = (name: string, projects: string[]): Stage => ({
  name,
  command: [
    bin('vitest'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...projects.map((project) => `--project=${project}`),
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
  server: vitest('server tests', ['server']),
  browser: vitest('browser tests', ['browser']),
} as const satisfies Record<string, Stage>;

/** Runs stages in order, all of them, and closes with how many checks passed and failed. */
export function runStages(wanted: readonly Stage[]): void {
  let passed = 0;
  let failed = 0;
  for (const stage of wanted) {
    const startedMs = performance.now();
    console.log(`\n== ${stage.name}`);
    const result = stage.countsTests ? runTests(stage) : runCheck(stage);
    passed += result.passed;
    failed += result.failed;
    console.log(`== ${stage.name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

interface Counts {
  passed: number;
  failed: number;
}

function runCheck({ command, environment }: Stage): Counts {
  return run(command, environment) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A skipped test counts as failed: nothing here may pass by not running. */
function runTests({ command }: Stage): Counts {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
  const report = join(folder, 'report.json');
  const status = run([...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numTotalTests - numPassedTests;
    // A file that could not be loaded, or an error outside a test.
    return { passed: numPassedTests, failed: status !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run([file = '', ...parameters]: string[], environment: Record<string, string> = {}): number | null {
  const env = {
    ...process.env,
    ...environment,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  };
  return spawnSync(file, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status;
}
