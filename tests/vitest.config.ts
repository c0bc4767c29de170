import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** `check` runs what needs no build; `test` all of it. */
const project = (
  name: string,
  include: string[],
  options: { timeoutMs: number; isParallel: boolean; isolate?: boolean },
) => ({
  test: {
    name,
    include: include.map((pattern) => `tests/${pattern}`),
    testTimeout: options.timeoutMs,
    hookTimeout: options.timeoutMs,
    fileParallelism: options.isParallel,
    isolate: options.isolate ?? true,
  },
});

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // On two cores it would be one by default; much of the time is waiting.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project(
        'unit',
        [
          '*.test.ts',
          '{core,split,workspace,tools,runs,observe,streams,stores,team,http,replay,components}/**/*.test.ts',
        ],
        {
          // For what hangs: on a machine at load 20 some take as long as half of it.
          timeoutMs: 60_000,
          isParallel: true,
        },
      ),
      project('contracts', ['contracts/**/*.test.ts'], { timeoutMs: 60_000, isParallel: true }),
      project('sandbox', ['sandbox/**/*.test.ts'], { timeoutMs: 60_000, isParallel: false }),
      // Files of a worker share its browser and its servers.
      project('server', ['server/**/*.test.ts'], { timeoutMs: 180_000, isParallel: true, isolate: false }),
      project('browser', ['browser/**/*.test.ts'], { timeoutMs: 180_000, isParallel: true, isolate: false }),
    ],
  },
});
