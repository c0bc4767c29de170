import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkSaid } from '#lib/replay/checks.ts';
import { linesOf } from '#lib/replay/repository/lines-of.ts';
import type { ReplayTask } from '#lib/replay/task.ts';
import { readingTask } from './reading-task.ts';

const hostCount = 11;
const lineCount = 620;
const pathOf = (number: number) => `logs/web-${String(number).padStart(2, '0')}.log`;
const paths = Array.from({ length: hostCount }, (_, index) => pathOf(index + 1));

interface Slowest {
  name: string;
  title: string;
  seed: number;
  host: number;
  at: number;
  path: string;
  durationMs: number;
}

function files({ seed, host, at, path, durationMs }: Slowest): Record<string, string> {
  const { below, pick } = createSeeded(seed);
  const line = (number: number, index: number): string => {
    const isSlowest = number === host && index === at;
    const asked = isSlowest ? path : `/api/${pick(['orders', 'parcels', 'rates', 'track'])}/${below(9_000)}`;
    const ms = isSlowest ? durationMs : below(index % 60 === 0 ? 9_000 : 700);
    const time = new Date(Date.UTC(2026, 5, 9, 6) + index * 2_100).toISOString();
    return `${time} GET ${asked} status=${pick([200, 200, 201, 304, 404])} bytes=${below(90_000)} duration_ms=${ms}`;
  };
  return Object.fromEntries(
    paths.map((path, index) => [path, linesOf(lineCount, (at) => line(index + 1, at))]),
  );
}

const taskOf = (slowest: Slowest): ReplayTask =>
  readingTask({
    name: slowest.name,
    title: slowest.title,
    kind: 'long',
    family: 'slowest',
    goal: `Read the access logs of ${hostCount} hosts (${paths[0]} to ${paths.at(-1)}). Which single request took the longest of all? Answer with its path and its duration in ms as the log has it, without separators.`,
    files: () => files(slowest),
    paths,
    program: `const lines = (await Promise.all(${JSON.stringify(paths)}.map((path) => tools.read_file({ path })))).join("").trim().split("\\n"); const ms = (line) => Number(/duration_ms=(\\d+)/.exec(line)[1]); return lines.reduce((slowest, line) => (ms(line) > ms(slowest) ? line : slowest));`,
    afterwards: [
      { recall: 'duration_ms=\\d{5}', of: pathOf(slowest.host) },
      `quote "duration_ms=${slowest.durationMs}"`,
    ],
    check: (end) =>
      checkSaid(end, [slowest.path, String(slowest.durationMs)]) ??
      (/\/api\/(orders|parcels|rates|track)\//.test(end.answer)
        ? 'the answer names other requests too'
        : null),
  });

export const slowestOfHosts: readonly ReplayTask[] = [
  {
    ...{ name: 'slowest-of-hosts', title: 'Find the slowest request of eleven hosts', seed: 171 },
    ...{ host: 7, at: 190, path: '/api/exports/monthly', durationMs: 31_942 },
  },
  {
    ...{ name: 'slowest-report', title: 'Find the request that delayed a host', seed: 172 },
    ...{ host: 2, at: 401, path: '/api/reports/customs', durationMs: 47_388 },
  },
].map(taskOf);
