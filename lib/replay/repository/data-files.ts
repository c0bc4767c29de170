import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { facts } from './facts.ts';
import { linesOf } from './lines-of.ts';

function shipments(): string {
  const seeded = createSeeded(31);
  const first = 20_000;
  const rows = Array.from({ length: 520 }, (_, index) => {
    const id = `SHP-${first + index}`;
    const carrier = seeded.pick(['Baltic Cargo', 'Fjord Express', 'Nordpost', 'Hansa Linie']);
    const status = seeded.pick(['in transit', 'delivered', 'at depot']);
    const shown =
      id === facts.shipment ? { carrier: facts.carrier, status: 'held at customs' } : { carrier, status };
    return `  ${JSON.stringify({ id, ...shown, grams: 100 + seeded.below(20_000), zone: seeded.below(260) })}`;
  });
  return `[\n${rows.join(',\n')}\n]\n`;
}

function lockFile(): string {
  const seeded = createSeeded(32);
  const version = () => `${seeded.below(9)}.${seeded.below(20)}.${seeded.below(30)}`;
  const hash = () =>
    Array.from({ length: 44 }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[seeded.below(36)]).join('');
  const words = ['dock', 'crane', 'rope', 'tide', 'buoy', 'harbour', 'quay', 'mast', 'pier', 'sail'] as const;
  const kinds = [
    'reader',
    'writer',
    'stream',
    'parse',
    'parser-loose',
    'utils',
    'types',
    'cache',
    'format',
  ] as const;
  const names = words.flatMap((word) => kinds.flatMap((kind) => [`${word}-${kind}`, `@${word}/${kind}`]));
  const packages = [
    ...names.map((name) => `${name}@${version()}`),
    `${facts.package}@${facts.packageVersion}`,
  ].sort();
  const entries = packages.map(
    (name) => `  ${name}:\n    resolution: {integrity: sha512-${hash()}==}\n    engines: {node: '>=18'}\n`,
  );
  return `lockfileVersion: '9.0'\n\npackages:\n\n${entries.join('\n')}`;
}

/** The part of `config/services.yaml` that the task changes, and its expected text. */
export const poolBefore = '  payments:\n    replicas: 6\n    pool:\n      timeoutMs: 5000\n';
export const poolAfter = '  payments:\n    replicas: 6\n    pool:\n      timeoutMs: 20000\n';

function services(): string {
  const seeded = createSeeded(33);
  const names = linesOf(70, (index) => `service-${String(index + 1).padStart(2, '0')}`)
    .trimEnd()
    .split('\n');
  const others = () =>
    names.map(
      (name) =>
        `  ${name}:\n    replicas: ${1 + seeded.below(5)}\n    pool:\n      timeoutMs: 5000\n      size: ${4 + seeded.below(60)}\n    port: ${4_000 + seeded.below(900)}\n`,
    );
  const section = (name: string, payments: string) => {
    const list = others();
    return `${name}:\n${[...list.slice(0, 41), `${payments}      size: 24\n    port: 4100\n`, ...list.slice(41)].join('')}`;
  };
  const staging = poolBefore.replace('replicas: 6', 'replicas: 1');
  return `${section('staging', staging)}${section('production', poolBefore)}`;
}

/** A change that mostly renames a logger, plus one line that should not be there. */
function reviewDiff(): string {
  const seeded = createSeeded(34);
  const section = (index: number): string => {
    const path = `src/handlers/handler-${String(index).padStart(2, '0')}.js`;
    const start = 10 + seeded.below(200);
    const name = `handle${index}`;
    const leak = index === 37 ? [`+  ${facts.leakingLine}`] : [];
    return [
      `diff --git a/${path} b/${path}`,
      `index ${(1_000_000 + seeded.below(9_000_000)).toString(16)}..${(1_000_000 + seeded.below(9_000_000)).toString(16)} 100644`,
      `--- a/${path}`,
      `+++ b/${path}`,
      `@@ -${start},7 +${start},${7 + leak.length} @@`,
      ` export async function ${name}(request, { card, order }) {`,
      `-  log.info('${name} begins', { order: order.id });`,
      `+  audit.write('${name} begins', { order: order.id });`,
      ...leak,
      '   const answer = await request.send(order);',
      `-  log.info('${name} done', { status: answer.status });`,
      `+  audit.write('${name} done', { status: answer.status });`,
      '   return answer;',
      ' }',
      ' ',
    ].join('\n');
  };
  return linesOf(64, section);
}

export const dataFiles = (): Record<string, string> => ({
  'data/shipments.json': shipments(),
  'pnpm-lock.yaml': lockFile(),
  'config/services.yaml': services(),
  'changes/review.diff': reviewDiff(),
});
