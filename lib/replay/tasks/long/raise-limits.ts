import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkFiles } from '#lib/replay/checks.ts';
import type { PlainRequest, ReplayTask } from '#lib/replay/task.ts';

const regions = [
  'north',
  'south',
  'east',
  'west',
  'harbor',
  'inland',
  'island',
  'border',
  'coast',
  'capital',
];
const serviceCount = 660;
const pathOf = (region: string) => `config/${region}.yaml`;

interface Raise {
  name: string;
  title: string;
  seed: number;
  service: string;
  /** Its index among the others. */
  at: number;
  before: string;
  after: string;
  goal: string;
}

function files({ seed, service, at, before }: Raise): Record<string, string> {
  const { below } = createSeeded(seed);
  const entry = (name: string, pool: string) =>
    `  ${name}:\n    replicas: ${1 + below(6)}\n    ${pool}\n    port: ${4_000 + below(900)}\n`;
  const config = () =>
    Array.from({ length: serviceCount }, (_, index) =>
      index === at
        ? entry(service, before)
        : entry(
            `service-${String(index + 1).padStart(3, '0')}`,
            `pool: { timeoutMs: 5000, size: ${4 + below(60)} }`,
          ),
    ).join('');
  return Object.fromEntries(regions.map((region) => [pathOf(region), `services:\n${config()}`]));
}

/** Reads each file and changes one value in it. */
const requestsOf = ({ service, before, after }: Raise): PlainRequest[] =>
  regions.flatMap((region) => [
    `read ${pathOf(region)}`,
    { recall: `${service}:`, of: pathOf(region) },
    `edit ${pathOf(region)}: replace "${before}" with "${after}"`,
  ]);

const taskOf = (raise: Raise): ReplayTask => ({
  name: raise.name,
  title: raise.title,
  kind: 'long',
  family: 'raise',
  goal: `${raise.goal} Read and change them one by one (${regions.map(pathOf).join(', ')}), and change nothing else.`,
  requests: requestsOf(raise),
  needsCommands: false,
  files: () => files(raise),
  check(end) {
    const wanted = Object.entries(end.original).map(([path, text]) => [
      path,
      text.replace(raise.before, raise.after),
    ]);
    return checkFiles(end, Object.fromEntries(wanted));
  },
});

export const raiseLimits: readonly ReplayTask[] = [
  {
    ...{ name: 'raise-timeouts', title: 'Raise a timeout in ten configurations', seed: 161 },
    ...{ service: 'payments', at: 311 },
    before: 'pool: { timeoutMs: 5000, size: 24 } # of payments',
    after: 'pool: { timeoutMs: 20000, size: 24 } # of payments',
    goal: 'In the configuration of every region, raise the pool’s timeoutMs of the service payments from 5000 to 20000.',
  },
  {
    ...{ name: 'raise-pools', title: 'Enlarge a pool in ten configurations', seed: 162 },
    ...{ service: 'tracking', at: 52 },
    before: 'pool: { timeoutMs: 5000, size: 8 } # of tracking',
    after: 'pool: { timeoutMs: 5000, size: 32 } # of tracking',
    goal: 'In the configuration of every region, enlarge the pool of the service tracking from size 8 to 32.',
  },
].map(taskOf);
