import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkNamed } from '#lib/replay/checks.ts';
import { linesOf } from '#lib/replay/repository/lines-of.ts';
import type { ReplayTask } from '#lib/replay/task.ts';
import { readingTask } from './reading-task.ts';

const services = [
  'gateway',
  'sessions',
  'catalog',
  'prices',
  'stock',
  'carts',
  'checkout',
  'payments',
  'invoices',
  'mail',
  'journal',
] as const;
const pathOf = (service: string) => `logs/${service}.log`;
const lineCount = 560;

interface Incident {
  name: string;
  title: string;
  seed: number;
  /** Of the request that was refused. */
  trace: string;
  tenant: string;
  /** Its line in the log of the gateway. */
  at: number;
}

/** The last service refuses a request; only the first knows whose it was. */
function files({ seed, trace, tenant, at }: Incident): Record<string, string> {
  const { below, pick } = createSeeded(seed);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  const timeOf = (index: number) => new Date(Date.UTC(2026, 4, 6, 7) + index * 1_310).toISOString();
  const gateway = (index: number) => {
    const isWanted = index === at;
    const whose = isWanted ? tenant : `TEN-${1_000 + below(3_000)}`;
    return `${timeOf(index)} INFO gateway accepted trace=${isWanted ? trace : hex(12)} tenant=${whose} path=/v2/${pick(['carts', 'orders', 'search'])}/${below(9_000)}`;
  };
  const other = (service: string, index: number) => {
    const verb = pick(['began', 'looked up', 'stored', 'forwarded', 'answered']);
    return `${timeOf(index)} INFO ${service} ${verb} trace=${hex(12)} rows=${below(70)} shard=${below(32)} ms=${below(800)}`;
  };
  const last = (index: number) =>
    index === lineCount - 40
      ? `${timeOf(index)} ERROR journal commit refused trace=${trace} code=E_BALANCE`
      : other('journal', index);
  return Object.fromEntries(
    services.map((service) => [
      pathOf(service),
      linesOf(
        lineCount,
        service === 'gateway' ? gateway : service === 'journal' ? last : (index) => other(service, index),
      ),
    ]),
  );
}

const taskOf = (incident: Incident): ReplayTask =>
  readingTask({
    name: incident.name,
    title: incident.title,
    kind: 'long',
    family: 'trace',
    goal: 'A commit was refused in logs/journal.log. Read the logs of all services first, since more may be wrong. Which tenant sent that request? The log of the gateway names it by its trace. Answer with the tenant alone.',
    files: () => files(incident),
    paths: services.map(pathOf),
    program: `const logs = await Promise.all(${JSON.stringify(services.map(pathOf))}.map((path) => tools.read_file({ path }))); const trace = /commit refused trace=(\\w+)/.exec(logs.at(-1))[1]; return logs[0].split("\\n").find((line) => line.includes("trace=" + trace));`,
    afterwards: [
      { recall: `trace=${incident.trace}`, of: pathOf('gateway') },
      `quote "trace=${incident.trace} tenant"`,
    ],
    check: (end) => checkNamed(end, /TEN-\d{4}/g, incident.tenant),
  });

export const traceAcrossServices: readonly ReplayTask[] = [
  {
    ...{ name: 'trace-refused-commit', title: 'Trace a refused commit through eleven services' },
    ...{ seed: 101, trace: '4be1d07c93fa', tenant: 'TEN-4821', at: 207 },
  },
  {
    ...{ name: 'trace-early-request', title: 'Trace a request that came early' },
    ...{ seed: 102, trace: '90ac2e7715d3', tenant: 'TEN-4077', at: 31 },
  },
  {
    ...{ name: 'trace-late-request', title: 'Trace a request that came late' },
    ...{ seed: 103, trace: 'f3770b1cd924', tenant: 'TEN-4390', at: 498 },
  },
].map(taskOf);
