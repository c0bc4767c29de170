import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..');

interface ProjectOptions {
  timeoutMs: number;
  isParallel: boolean;
  /** `false`: the files share their processes, which spares each of them its imports. Default `true`. */
  isIsolated?: boolean;
  exclude?: string[];
  /** Heavy cases at their full size. Default: about a tenth of it. */
  isFullSize?: boolean;
}

/** `check` runs `unit`, `test` all of them. */
const project = (
  name: string,
  include: string[],
  { timeoutMs, isParallel, isIsolated = true, exclude = [], isFullSize = false }: ProjectOptions,
) => ({
  // A checkout that was not built has no such package in node_modules.
  resolve: { alias: { '@vitrine/lib': join(root, 'lib') } },
  test: {
    name,
    include: include.map((pattern) => `tests/${pattern}`),
    exclude: exclude.map((pattern) => `tests/${pattern}`),
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    fileParallelism: isParallel,
    pool: 'forks' as const,
    isolate: isIsolated,
    // What it imports is Node's to resolve, as in a server.
    server: { deps: { external: [/import-tool-file\.ts$/] } },
    provide: { isFullSize },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});

const unitFolders =
  '{contracts,core,split,workspace,tools,runs,observe,streams,stores,team,http,mcp,operations,replay,embed,faults,attack,components}';
/** The full size of cases that `unit` runs at about a tenth. */
const scale = '**/*.scale.test.ts';
/** Starts programs, or waits for faults of a network: minutes that `check` does not take. At full size too. */
const integration = '**/*.integration.test.ts';
/** It replaces a module that other files have loaded by then. */
const isolated = ['split/mark-words.test.ts'];

/** Short files that take long: begun last, each would have a worker to itself at the end. */
const slow =
  /\/(contracts\/.*|(patient-stores|redis-faults)\.integration|(crawl|expiry|first-rows|streaming|recount|runs))\.test\.ts$/;

/** By size, as vitest does where it has not run before. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  root,
  test: {
    // On two cores it would be one by default; much of the time is waiting.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    globalSetup: join(root, 'tests/support/shared-redis.ts'),
    projects: [
      project('unit', ['*.test.ts', `${unitFolders}/**/*.test.ts`], {
        // For what hangs: on a machine at load 20 some take as long as half of it.
        timeoutMs: 60_000,
        isParallel: true,
        isIsolated: false,
        exclude: [scale, integration, ...isolated],
      }),
      project('isolated', isolated, { timeoutMs: 60_000, isParallel: true }),
      project('scale', [scale], {
        timeoutMs: 120_000,
        isParallel: true,
        isIsolated: false,
        isFullSize: true,
      }),
      project('integration', [integration], {
        timeoutMs: 120_000,
        isParallel: true,
        isIsolated: false,
        isFullSize: true,
      }),
      project('sandbox', ['sandbox/**/*.test.ts'], {
        timeoutMs: 60_000,
        isParallel: false,
        isIsolated: false,
      }),
      // Files of a worker share its browser and its servers.
      project('server', ['server/**/*.test.ts'], { timeoutMs: 180_000, isParallel: true, isIsolated: false }),
      project('browser', ['browser/**/*.test.ts'], {
        timeoutMs: 180_000,
        isParallel: true,
        isIsolated: false,
      }),
    ],
  },
});
