import { z } from 'zod';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { fileLines } from './file-lines.ts';
import { sourceFileOf } from './source-file.ts';

const maxText = 1024 * 1024;
const names = new Set(['package.json', 'composer.json']);
const groups = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'require',
  'require-dev',
] as const;

const record = z.record(z.string(), z.unknown()).catch({});
const text = z.string().nullable().catch(null);
const manifestSchema = z.looseObject({
  name: text,
  version: text,
  description: text,
  type: text,
  license: text,
  main: text,
  packageManager: text,
  private: z.boolean().catch(false),
  engines: record,
  scripts: record,
  workspaces: z.unknown().optional(),
});

/** `package.json` and similar manifests: what the package is, what it runs and what it needs. */
export const summarizePackageJson: Summarizer = {
  kind: 'manifest',
  covers: 'all',
  recognise(evidence) {
    const file = sourceFileOf(evidence);
    return file && names.has(file.name) && !file.isPart ? 'named' : null;
  },
  read(evidence) {
    const lines: string[] = [];
    let length = 0;
    return {
      line: fileLines(evidence, (line) => {
        length += line.length;
        if (length < maxText) lines.push(line);
      }),
      finish() {
        const manifest = parse(lines.join('\n'));
        if (!manifest) return null;
        const counts = groups.flatMap((group) => {
          const count = Object.keys(record.parse(manifest[group])).length;
          return count > 0 ? [`${count} ${group}`] : [];
        });
        const scripts = Object.entries(manifest.scripts);
        const engines = Object.entries(manifest.engines).map(([name, range]) => `${name} ${String(range)}`);
        const report = (name: string, value: string | null) => (value === null ? [] : [`${name} ${value}`]);
        return {
          kind: 'manifest',
          verdict: [
            [manifest.name ?? 'no name', manifest.version].filter((part) => part !== null).join(' '),
            ...counts,
            ...engines,
          ],
          sections: [
            one(manifest.description, ranks.lead + 5),
            scriptSection(scripts),
            list(
              null,
              [
                ...report('type:', manifest.type),
                ...report('main:', manifest.main),
                ...report('license:', manifest.license),
                ...report('packageManager:', manifest.packageManager),
                ...(manifest.private ? ['private'] : []),
                ...workspacesOf(manifest.workspaces),
              ].map((part, index) => ({ rank: ranks.lead + 6 + index, text: part })),
            ),
            ...groups.map((group) => dependencySection(group, record.parse(manifest[group]))),
          ],
          explainsFailure: false,
        };
      },
    };
  },
};

function parse(json: string): z.infer<typeof manifestSchema> | null {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    // The JSON is cut off or has line numbers in it; other summarizers read it as text.
    return null;
  }
}

const list = (heading: string | null, facts: readonly Fact[], noun: string | null = null): Section => ({
  heading,
  noun,
  total: facts.length,
  layout: 'list',
  facts,
});

const one = (value: string | null, rank: number): Section =>
  list(null, value === null ? [] : [{ rank, text: quote(value, 120) }]);

const common = new Set(['test', 'build', 'start', 'dev', 'lint', 'check', 'typecheck']);

function scriptSection(scripts: readonly [string, unknown][]): Section {
  return {
    heading: 'scripts:',
    noun: 'script',
    total: scripts.length,
    layout: 'lines',
    facts: scripts.map(([name, command], index) => ({
      rank: (name === 'test' ? ranks.cause : common.has(name) ? ranks.lead : ranks.sample) + index / 100,
      text: `${name}: ${quote(String(command), 90)}`,
      quotes: [name],
    })),
  };
}

function dependencySection(group: string, dependencies: Record<string, unknown>): Section {
  return list(
    `${group}:`,
    Object.entries(dependencies).map(([name, range], index) => ({
      rank: (group === 'dependencies' || group === 'require' ? ranks.sample : ranks.context) + index / 100,
      text: `${name} ${String(range)}`,
      quotes: [name],
    })),
  );
}

function workspacesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [`${plural(value.length, 'workspace pattern')}: ${value.slice(0, 4).map(String).join(', ')}`];
}
