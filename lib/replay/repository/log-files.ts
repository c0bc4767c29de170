import { createSeeded, type Seeded } from '#lib/core/algorithms/seeded.ts';
import { facts } from './facts.ts';
import { linesOf } from './lines-of.ts';

const timeOf = (index: number, stepMs: number): string =>
  new Date(Date.UTC(2026, 2, 4, 8) + index * stepMs).toISOString();

const order = ({ below }: Seeded) => `ORD-${60_000 + below(9_000)}`;

function ordersLog(): string {
  const seeded = createSeeded(21);
  const line = (index: number): string => {
    if (index === 391) return `ERROR payments gave up charge order=${facts.givenUpOrder} attempts=5`;
    const id = order(seeded);
    const kind = seeded.below(40);
    if (kind === 0) return `ERROR stock reservation lost order=${id} shelf=${seeded.below(400)}, taken again`;
    if (kind < 4) return `WARN payments charge failed order=${id} attempt=${1 + seeded.below(4)} retry=true`;
    if (kind < 14) return `INFO payments charged order=${id} cents=${500 + seeded.below(40_000)}`;
    const step = seeded.pick(['picked', 'packed', 'labelled', 'handed over', 'delivered']);
    return `INFO parcels ${step} order=${id} depot=D${seeded.below(30)} ms=${seeded.below(900)}`;
  };
  return linesOf(620, (index) => `${timeOf(index, 1_730)} ${line(index)}`);
}

const trace = [
  "TypeError: Cannot read properties of undefined (reading 'dutyRate')",
  `    at applyTariff (/srv/parcels/${facts.errorFile}:${facts.errorLine}:23)`,
  '    at declareParcel (/srv/parcels/src/customs.js:41:18)',
  '    at async work (/srv/parcels/src/worker.js:112:7)',
].join('\n');

const otherTrace = (job: number) =>
  [
    `TimeoutError: the carrier did not answer within 3000 ms (job ${job})`,
    '    at Timeout.onTimeout (/srv/parcels/src/carrier.js:29:14)',
    '    at listOnTimeout (node:internal/timers:594:17)',
    '    at process.processTimers (node:internal/timers:529:7)',
  ].join('\n');

function workerLog(): string {
  const seeded = createSeeded(22);
  return linesOf(480, (index) => {
    const head = `${timeOf(index, 2_310)} `;
    const job = 7_000 + index;
    if (index === 307) return `${head}error job ${job} failed\n${trace}`;
    if (index % 60 === 17) return `${head}error job ${job} failed, tried again\n${otherTrace(job)}`;
    const kind = seeded.pick(['label', 'declare', 'track', 'invoice']);
    return `${head}info job ${job} ${kind} done in ${seeded.below(1_900)} ms, ${seeded.below(60)} waiting`;
  });
}

function accessLog(): string {
  const seeded = createSeeded(23);
  const paths = [
    '/api/orders',
    '/api/parcels',
    '/api/rates',
    '/api/labels',
    '/health',
    '/api/track',
  ] as const;
  return linesOf(560, (index) => {
    const isSlowest = index === 402;
    const path = isSlowest ? facts.slowPath : `${seeded.pick(paths)}/${seeded.below(9_000)}`;
    const durationMs = isSlowest ? facts.slowMs : seeded.below(index % 50 === 0 ? 9_000 : 700);
    const status = seeded.pick([200, 200, 200, 201, 304, 404]);
    return `${timeOf(index, 900)} GET ${path} status=${status} bytes=${seeded.below(90_000)} duration_ms=${durationMs}`;
  });
}

/** Errors spread over many files, among lines about successful steps. */
function buildLog(): string {
  const seeded = createSeeded(24);
  const count = 640;
  const failing = new Set<number>();
  while (failing.size < facts.buildErrors) failing.add(seeded.below(count));
  return linesOf(count, (index) => {
    const path = `packages/${seeded.pick(['core', 'web', 'depot', 'labels'])}/src/part-${seeded.below(90)}.ts`;
    if (!failing.has(index)) return `[${index}/${count}] compiled ${path} in ${seeded.below(240)} ms`;
    const at = `${path}(${1 + seeded.below(300)},${1 + seeded.below(60)})`;
    return `${at}: error TS2322: Type 'string' is not assignable to type 'Cents'.`;
  });
}

export const logFiles = (): Record<string, string> => ({
  'logs/orders.log': ordersLog(),
  'logs/worker.log': workerLog(),
  'logs/access.log': accessLog(),
  'logs/build.log': buildLog(),
});
