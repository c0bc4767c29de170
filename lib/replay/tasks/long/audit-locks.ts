import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkNamed } from '#lib/replay/checks.ts';
import type { ReplayTask } from '#lib/replay/task.ts';
import { readingTask } from './reading-task.ts';

const services = [
  'api',
  'web',
  'mail',
  'search',
  'billing',
  'media',
  'admin',
  'jobs',
  'edge',
  'stats',
  'docs',
];
const pathOf = (service: string) => `services/${service}/pnpm-lock.yaml`;

interface Audit {
  name: string;
  title: string;
  seed: number;
  package: string;
  version: string;
  /** The service that is behind, and its version. */
  behind: string;
  behindVersion: string;
}

function lockFile({ below }: ReturnType<typeof createSeeded>, wanted: string): string {
  const hash = () => Array.from({ length: 44 }, () => below(36).toString(36)).join('');
  const kinds = ['reader', 'writer', 'stream', 'format', 'cache', 'types', 'queue', 'table'];
  const names = [
    'harbor',
    'lantern',
    'copper',
    'meadow',
    'signal',
    'timber',
    'velvet',
    'willow',
    'anchor',
    'basalt',
    'cinder',
    'delta',
    'ember',
    'falcon',
    'garnet',
    'heron',
    'indigo',
    'juniper',
    'kestrel',
    'linden',
    'maple',
    'nickel',
  ];
  const packages = names.flatMap((name) =>
    kinds.flatMap((kind) =>
      ['', '@'].map((scope) => {
        const version = `${below(9)}.${below(20)}.${below(30)}`;
        return scope === '' ? `${name}-${kind}@${version}` : `@${name}/${kind}@${version}`;
      }),
    ),
  );
  const entries = [...packages, wanted]
    .sort()
    .map(
      (name) => `  ${name}:\n    resolution: {integrity: sha512-${hash()}==}\n    engines: {node: '>=18'}\n`,
    );
  return `lockfileVersion: '9.0'\n\npackages:\n\n${entries.join('\n')}`;
}

function files(audit: Audit): Record<string, string> {
  const seeded = createSeeded(audit.seed);
  return Object.fromEntries(
    services.map((service) => [
      pathOf(service),
      lockFile(seeded, `${audit.package}@${service === audit.behind ? audit.behindVersion : audit.version}`),
    ]),
  );
}

/** Every file has to be asked for the package, since a view names few of its packages. */
const taskOf = (audit: Audit): ReplayTask =>
  readingTask({
    name: audit.name,
    title: audit.title,
    kind: 'long',
    family: 'audit',
    goal: `Read the lock files of all services (${services.map(pathOf).join(', ')}). One of them is behind with ${audit.package}: it has another version than all others. Answer with the package and that version alone, as name@version.`,
    files: () => files(audit),
    paths: services.map(pathOf),
    program: `const locks = await Promise.all(${JSON.stringify(services.map(pathOf))}.map((path) => tools.read_file({ path }))); const found = locks.map((lock) => lock.split("\\n").find((line) => line.includes("${audit.package}@")).trim().replace(":", "")); return found.find((one) => found.filter((other) => other === one).length === 1);`,
    afterwards: [
      ...services.map((service) => ({ recall: `${audit.package}@`, of: pathOf(service) })),
      `quote "${audit.package}@${audit.behindVersion}"`,
    ],
    check: (end) => checkNamed(end, /[@a-z/-]+@\d+\.\d+\.\d+/g, `${audit.package}@${audit.behindVersion}`),
  });

export const auditLocks: readonly ReplayTask[] = [
  {
    ...{ name: 'audit-parser', title: 'Find the service that is behind with a parser', seed: 141 },
    ...{ package: 'quill-parser', version: '4.1.7', behind: 'media', behindVersion: '4.0.2' },
  },
  {
    ...{ name: 'audit-cipher', title: 'Find the service that is behind with a cipher', seed: 142 },
    ...{ package: 'osprey-cipher', version: '2.9.0', behind: 'web', behindVersion: '2.8.6' },
  },
].map(taskOf);
