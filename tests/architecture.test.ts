import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolNames } from '../lib/core/vocabulary/tools/tool-profiles.ts';

const root = join(import.meta.dirname, '..');

/** The rooms of the house and what each may import: itself, and what is listed. Imports go down only. */
const rooms: Record<string, readonly string[]> = {
  tests: [
    'lib/streams',
    'scripts',
    'app',
    'root',
    'lib/http',
    'lib/operations',
    'lib/services',
    'lib/config',
    'lib/demo',
    'lib/replay',
    'lib/observe',
    'lib/team',
    'lib/mcp',
    'lib/embed',
    'lib/runs',
    'lib/tools',
    'lib/stores',
    'lib/workspace',
    'lib/split',
    'lib/core',
    'components',
  ],
  scripts: [
    'lib/http',
    'lib/services',
    'lib/config',
    'lib/demo',
    'lib/replay',
    'lib/streams',
    'lib/runs',
    'lib/tools',
    'lib/stores',
    'lib/workspace',
    'lib/split',
    'lib/core',
  ],
  // What it shows works without the house.
  docs: [],
  root: ['lib/http', 'lib/core'],
  app: [
    'components',
    'lib/http',
    'lib/operations',
    'lib/services',
    'lib/config',
    'lib/replay',
    'lib/team',
    'lib/runs',
    'lib/stores',
    'lib/core',
  ],
  'lib/http': [
    'lib/operations',
    'lib/team',
    'lib/streams',
    'lib/services',
    'lib/config',
    'lib/demo',
    'lib/replay',
    'lib/runs',
    'lib/tools',
    'lib/stores',
    'lib/workspace',
    'lib/split',
    'lib/core',
  ],
  'lib/operations': [
    'lib/team',
    'lib/services',
    'lib/config',
    'lib/runs',
    'lib/tools',
    'lib/stores',
    'lib/workspace',
    'lib/split',
    'lib/core',
  ],
  'lib/services': [
    'lib/observe',
    'lib/team',
    'lib/config',
    'lib/demo',
    'lib/streams',
    'lib/mcp',
    'lib/runs',
    'lib/tools',
    'lib/stores',
    'lib/workspace',
    'lib/split',
    'lib/core',
  ],
  'lib/team': ['lib/config', 'lib/stores', 'lib/core'],
  'lib/demo': ['lib/stores', 'lib/split', 'lib/core'],
  'lib/replay': ['lib/split', 'lib/core'],
  'lib/streams': ['lib/stores', 'lib/core'],
  'lib/observe': ['lib/core'],
  'lib/runs': ['lib/config', 'lib/tools', 'lib/stores', 'lib/workspace', 'lib/split', 'lib/core'],
  'lib/embed': ['lib/tools', 'lib/stores', 'lib/split', 'lib/core'],
  'lib/mcp': ['lib/tools', 'lib/stores', 'lib/workspace', 'lib/split', 'lib/core'],
  'lib/tools': ['lib/stores', 'lib/workspace', 'lib/split', 'lib/core'],
  'lib/stores': ['lib/core'],
  'lib/workspace': ['lib/core'],
  'lib/config': ['lib/split', 'lib/core'],
  'lib/split': ['lib/core'],
  'lib/core': [],
  components: ['lib/core'],
};

interface SourceFile {
  path: string;
  room: string;
  text: string;
  imports: string[];
}

const skipped = new Set(['node_modules', '.next', '.git', '.ci', '.artifacts', 'dist']);

function listSources(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && entry.name !== 'next-env.d.ts' ? [path] : [];
  });
}

function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  if (!path.includes('/')) return 'root';
  return top === 'lib' ? `lib/${second.replace(/\.ts$/, '')}` : top;
}

const files: SourceFile[] = listSources().map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const matched = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return { path, room: roomOf(path), text, imports: [...matched].map((match) => match[1] ?? '') };
});

/** How a build's routes and pages name `lib`: as the package it is there. */
const libPackage = /^@vitrine\/(?=lib\/)/;

/** Names of our own files: relative, from the root (`#components/…`, see `imports` in package.json), or in the package. */
const isLocal = (name: string) => /^(?:\.{1,2}\/|#[a-z])/.test(name) || libPackage.test(name);

const resolveLocal = (from: string, name: string) =>
  name.startsWith('.')
    ? normalize(join(dirname(from), name))
    : name.replace(/^#/, '').replace(libPackage, '');

const local = (file: SourceFile): string[] =>
  file.imports.filter(isLocal).map((name) => resolveLocal(file.path, name));

const offenders = (isOffence: (file: SourceFile) => boolean): string[] =>
  files.filter(isOffence).map((file) => file.path);
const importsAny = (file: SourceFile, names: RegExp) => file.imports.some((name) => names.test(name));
const isIn = (file: SourceFile, ...names: string[]) =>
  names.some((name) => file.path === name || file.path.startsWith(`${name}/`));

describe('the house', () => {
  test('has a room for every file', () => {
    expect(offenders((file) => !(file.room in rooms))).toEqual([]);
  });

  test('has imports that go down only', () => {
    const upward = files.flatMap((file) =>
      local(file)
        .filter((target) => !target.endsWith('.css') && !target.endsWith('.json'))
        .filter((target) => roomOf(target) !== file.room && !rooms[file.room]?.includes(roomOf(target)))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });

  test('has no import cycle, types counted', () => {
    const graph = new Map(files.map((file) => [file.path, local(file)]));
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]) => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
        return;
      }
      if (done.has(path)) return;
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test('imports from two folders up or more by the name from the root, so that a file can be moved', () => {
    const far = files.flatMap((file) =>
      file.imports
        .filter((name) => name.startsWith('../../'))
        .map((name) => `${file.path}: ${name} is #${resolveLocal(file.path, name)}`),
    );
    expect(far).toEqual([]);
  });

  test('names the file of every import of its own whole, so that Node can run it', () => {
    const loose = files.flatMap((file) =>
      file.imports
        .filter((name) => isLocal(name) && !/\.(ts|tsx|mjs|css|json)$/.test(name))
        .map((name) => `${file.path}: ${name}`),
    );
    expect(loose).toEqual([]);
  });
});

/** The rooms of what shows artifacts, and what each may import beside itself. */
const artifactRooms: Record<string, readonly string[]> = {
  api: [],
  context: [],
  text: [],
  lines: ['api', 'text'],
  apps: ['context'],
  viewers: ['api', 'context', 'text', 'lines'],
  cards: ['api', 'context', 'text', 'lines', 'apps', 'viewers'],
  approvals: ['context', 'text', 'cards'],
  agents: ['context', 'text', 'cards', 'approvals'],
  review: ['context', 'text'],
  sharing: ['api', 'context', 'text', 'lines', 'apps', 'viewers', 'cards'],
  panel: ['api', 'context', 'text', 'lines', 'viewers', 'cards', 'review', 'sharing'],
  // The door: a card for each call of a tool.
  'tool-card.tsx': ['context', 'text', 'viewers', 'cards', 'approvals', 'agents'],
};

/** The rooms of the core, lowest first, and what each may import beside itself. */
const coreRooms: Record<string, readonly string[]> = {
  'errors.ts': [],
  'page-limits.ts': [],
  'limits.ts': ['page-limits.ts'],
  algorithms: ['errors.ts', 'page-limits.ts', 'limits.ts'],
  vocabulary: ['errors.ts', 'page-limits.ts', 'limits.ts', 'algorithms'],
  conversation: ['errors.ts', 'page-limits.ts', 'limits.ts', 'algorithms', 'vocabulary'],
  api: ['errors.ts', 'page-limits.ts', 'limits.ts', 'algorithms', 'vocabulary', 'conversation'],
};

describe.each([
  { what: 'what shows artifacts', wing: 'components/artifacts/', wingRooms: artifactRooms },
  { what: 'the core', wing: 'lib/core/', wingRooms: coreRooms },
])('$what', ({ wing, wingRooms }) => {
  const roomIn = (path: string) => path.slice(wing.length).split('/', 1)[0] ?? '';
  const own = files.filter(({ path }) => path.startsWith(wing));

  test('has a room for every file, and nothing else at its top', () => {
    expect(own.map(({ path }) => roomIn(path)).filter((room) => !(room in wingRooms))).toEqual([]);
  });

  test('has imports that go down only', () => {
    const upward = own.flatMap((file) =>
      local(file)
        .filter((target) => target.startsWith(wing) && roomIn(target) !== roomIn(file.path))
        .filter((target) => !wingRooms[roomIn(file.path)]?.includes(roomIn(target)))
        .map((target) => `${file.path} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

describe('doors', () => {
  test('routes and pages import lib as a package, so that a build holds it once; all others by its path', () => {
    const isEntry = (file: SourceFile) =>
      isIn(file, 'app', 'instrumentation.ts', 'proxy.ts') && !file.text.startsWith("'use client'");
    expect(offenders((file) => isEntry(file) && importsAny(file, /^(?:\.[./]*\/|#)lib\//))).toEqual([]);
    expect(offenders((file) => !isEntry(file) && importsAny(file, libPackage))).toEqual([]);
  });

  test('only lib/stores/redis imports ioredis', () => {
    // A bench compares with a plain server of the same Redis.
    const others = ['tests', 'scripts/bench'];
    expect(
      offenders((file) => importsAny(file, /^ioredis/) && !isIn(file, 'lib/stores/redis', ...others)),
    ).toEqual([]);
  });

  test('only lib/observe counts and traces', () => {
    expect(
      offenders((file) => importsAny(file, /^prom-client$/) && !isIn(file, 'lib/observe', 'tests')),
    ).toEqual([]);
    expect(offenders((file) => importsAny(file, /^@opentelemetry\//))).toEqual([
      'lib/observe/otlp-traces.ts',
    ]);
  });

  test('what sends traces is loaded where they are sent, and nowhere else', () => {
    expect(offenders(({ text }) => /from '[^']*otlp-traces\.ts'/.test(text))).toEqual([]);
  });

  test('only the workspace, the stores, the config, scripts and tests touch files', () => {
    const allowed = ['lib/config.ts', 'lib/config', 'lib/workspace', 'lib/stores', 'scripts', 'tests'];
    expect(offenders((file) => importsAny(file, /^node:fs/) && !isIn(file, ...allowed))).toEqual([]);
  });

  test('only the workspace, scripts and tests start processes', () => {
    expect(
      offenders(
        (file) => importsAny(file, /^node:child_process/) && !isIn(file, 'lib/workspace', 'scripts', 'tests'),
      ),
    ).toEqual([]);
  });

  test('only the config reads the environment', () => {
    // NODE_ENV and NEXT_RUNTIME are not settings: Next writes them into the code when it builds.
    const written = /process\.env(?!(\.|\[')(NODE_ENV|NEXT_RUNTIME))/;
    // The proxy runs before there is a config, and has to know the server's own names, and whether people sign in.
    const ofProxy =
      /process\.env(?!\.(NODE_ENV|VITRINE_BASE_URL|VITRINE_CONTENT_URL|OIDC_ISSUER|VITRINE_SIGN_IN))/;
    // What is built is named by whoever builds it.
    const ofBuild = /process\.env(?!\.VITRINE_BUILD)/;
    const others: Record<string, RegExp> = { 'proxy.ts': ofProxy, 'next.config.ts': ofBuild };
    const reads = ({ path, text }: SourceFile) => (others[path] ?? written).test(text);
    expect(offenders((file) => reads(file) && !isIn(file, 'lib/config.ts', 'scripts', 'tests'))).toEqual([]);
  });

  test('only lib/runs uses the AI SDK, and what is embedded in programs that use it', () => {
    expect(
      offenders(
        (file) => importsAny(file, /^(ai|@ai-sdk\/)/) && !isIn(file, 'lib/runs', 'lib/embed', 'tests'),
      ),
    ).toEqual([]);
  });

  test('a tool is named in its own files: everywhere else its profile says what it is', () => {
    const names = new RegExp(`['"](?:${toolNames.join('|')})['"]`);
    const own = ['lib/core/vocabulary/tools'];
    expect(
      offenders(
        (file) => isIn(file, 'lib', 'components', 'app') && names.test(file.text) && !isIn(file, ...own),
      ),
    ).toEqual([]);
  });

  test('the core and the split know no clock and no chance', () => {
    const impure = /Date\.now|new Date\(\)|Math\.random|randomUUID|randomBytes|performance\.now/;
    expect(offenders((file) => isIn(file, 'lib/core', 'lib/split') && impure.test(file.text))).toEqual([]);
  });

  test('the operations know no request and no answer: what speaks HTTP calls them', () => {
    const speaksHttp = /\b(?:Request|Response|Headers|IncomingMessage|ServerResponse)\b/;
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'[^'\n]*'/g, ' ');
    expect(offenders((file) => isIn(file, 'lib/operations') && speaksHttp.test(code(file.text)))).toEqual([]);
  });

  test('the core knows neither Node nor React', () => {
    expect(offenders((file) => isIn(file, 'lib/core') && importsAny(file, /^(node:|react|next)/))).toEqual(
      [],
    );
  });

  test('the browser wing loads no schema library: it compiles itself, which the policy of our pages forbids', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const loaded = new Set<string>();
    const load = (path: string) => {
      const file = byPath.get(path);
      if (!file || loaded.has(path)) return;
      loaded.add(path);
      const values = file.text
        .replace(/import type [^;]*;/g, '')
        .matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g);
      for (const match of values) load(resolveLocal(path, match[1] ?? ''));
    };
    for (const { path } of files.filter((file) => isIn(file, 'components'))) load(path);
    // But to tell it not to, where the protocol of apps brings it along.
    expect([...loaded].filter((path) => /from 'zod'/.test(byPath.get(path)?.text ?? ''))).toEqual([
      'components/artifacts/apps/never-compile.ts',
    ]);
  });

  test('what is loaded late stands behind an error boundary: its own, or that of a card, the panel or an answer', () => {
    const guarded = [
      'components/artifacts',
      'components/chat/code-fence.tsx',
      'components/chat/conversation-page.tsx',
      'components/chat/queued-messages.tsx',
    ];
    const loadsBare = ({ text }: SourceFile) => /\blazyComponent(?:<|\()/.test(text);
    expect(
      offenders(
        (file) =>
          isIn(file, 'components', 'app') && loadsBare(file) && !isIn(file, ...guarded, 'components/ui'),
      ),
    ).toEqual([]);
  });

  test('the browser wing knows no Node', () => {
    expect(offenders((file) => isIn(file, 'components') && importsAny(file, /^node:/))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'docs/settings.md',
    'docs/hosting.md',
  ];

  test('name files, folders and pictures that exist', () => {
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8');
      const named = text.matchAll(/`((?:app|components|docs|lib|scripts|tests)\/[\w./[\]-]*)`/g);
      const linked = text.matchAll(/\]\((?!\w+:)([\w./-]+)[^)]*\)/g);
      return [
        ...[...named].map(([, path = '']) => path),
        ...[...linked].map(([, path = '']) => join(dirname(document), path)),
      ]
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});
