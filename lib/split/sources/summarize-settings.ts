import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence } from '../summarizer.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { sourceFileOf } from './source-file.ts';
import { createSettingReader, type Setting } from './toml-lines.ts';

const formats: Record<string, string> = {
  toml: 'TOML',
  ini: 'INI',
  cfg: 'INI',
  conf: 'settings',
  properties: 'properties',
  editorconfig: 'EditorConfig',
  npmrc: 'npmrc',
  env: 'environment',
  example: 'environment',
  desktop: 'INI',
  service: 'systemd unit',
};
const identity = new Set([
  'name',
  'version',
  'requires-python',
  'rust-version',
  'edition',
  'python',
  'license',
  'description',
  'build-backend',
]);
const listsOfNeeds = new Set(['dependencies', 'install_requires']);
const tablesOfNeeds = /(?:^|[.-])(?:dependencies|packages|dev-packages|require)$/;

/** Settings in tables of keys (TOML, INI), by table; for a package, what it is and what it needs. */
export const summarizeSettings: FileSummarizer = {
  kind: 'settings',
  covers: 'all',
  recognise: (evidence) => (formatOf(evidence) ? 'named' : null),
  read(evidence) {
    const reader = createSettingReader();
    return {
      line: reader.line,
      hasFound: reader.hasFound,
      finish({ exitCode }) {
        const { settings, settingCount, tables, tableCount } = reader.finish();
        if (settingCount === 0 || hasFailed(exitCode)) return null;
        const about = identityOf(settings);
        const named = about
          .filter(({ key }) => key === 'name' || key === 'version')
          .map(({ value }) => unquoted(value));
        const counted = Map.groupBy(tables, (table) => table.name);
        return {
          kind: 'settings',
          verdict: [
            formatOf(evidence) ?? 'settings',
            ...(named.length > 0 ? [named.join(' ')] : []),
            ...needsOf(settings),
            ...(tableCount > 0 ? [plural(tableCount, 'table')] : []),
            plural(settingCount, 'key'),
          ],
          sections: [
            list(
              null,
              about
                .filter(({ key }) => key !== 'name' && key !== 'version')
                .map((setting, index) => ({
                  rank: ranks.spread + index,
                  text: `${setting.key} ${quote(unquoted(setting.value), 80)}`,
                  line: setting.line,
                })),
            ),
            ...needSections(settings),
            list(
              'tables:',
              [...counted].map(([name, all], index) => ({
                rank: (index < 20 ? ranks.lead : ranks.sample) + index / 10,
                text: `${name}${all.length > 1 ? ` ×${all.length}` : ''}:${all[0]?.line ?? 0}`,
                line: all[0]?.line ?? 0,
                quotes: [name],
              })),
            ),
            ...(tableCount === 0 ? [keys(settings)] : []),
          ],
          explainsFailure: false,
        };
      },
    };
  },
};

function formatOf(evidence: Evidence): string | null {
  const file = sourceFileOf(evidence);
  if (!file || file.name.endsWith('.lock')) return null;
  if (file.name === 'pipfile') return 'TOML';
  const extension = file.extension === '' ? file.name.replace(/^\./, '') : file.extension;
  if (extension === 'example' && !file.name.includes('env')) return null;
  return Object.hasOwn(formats, extension) ? (formats[extension] ?? null) : null;
}

const unquoted = (value: string): string => value.replace(/\s+#.*$/, '').replaceAll(/^["']|["']$/g, '');

/** The identity of a package, from the table that states it. */
const identityOf = (settings: readonly Setting[]): Setting[] =>
  settings.filter(
    ({ table, key }) =>
      identity.has(key) &&
      /^(?:project|package|tool\.poetry|metadata|options|build-system|workspace\.package|)$/.test(table),
  );

interface Need {
  group: string;
  name: string;
}

function needs(settings: readonly Setting[]): Need[] {
  return settings.flatMap(({ table, key, value, items }) => {
    if (listsOfNeeds.has(key) && items.length > 0)
      return items.map((name) => ({ group: table === 'project' ? key : `${table} ${key}`, name }));
    if (/optional-dependencies$|dependency-groups$/.test(table))
      return items.map((name) => ({ group: key, name }));
    if (tablesOfNeeds.test(table)) return [{ group: table, name: `${key} ${quote(unquoted(value), 60)}` }];
    return [];
  });
}

const needsOf = (settings: readonly Setting[]): string[] => {
  const groups = Map.groupBy(needs(settings), ({ group }) => group);
  return [...groups].slice(0, 4).map(([group, all]) => `${all.length} ${group}`);
};

function needSections(settings: readonly Setting[]): Section[] {
  return [...Map.groupBy(needs(settings), ({ group }) => group)].map(([group, all], section) =>
    list(
      `${group}:`,
      all.map(({ name }, index) => ({
        rank: (section === 0 ? ranks.sample : ranks.context) + index / 100,
        text: name,
      })),
    ),
  );
}

const keys = (settings: readonly Setting[]): Section => ({
  heading: 'keys:',
  noun: null,
  total: settings.length,
  layout: 'words',
  facts: settings.map(({ key, line }, index) => ({
    rank: ranks.lead + index / 100,
    text: `${key}:${line}`,
    line,
    quotes: [key],
  })),
});

const list = (heading: string | null, facts: readonly Fact[], noun: string | null = null): Section => ({
  heading,
  noun,
  total: facts.length,
  layout: 'list',
  facts,
});
