import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { copyString } from '../copy-string.ts';
import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';
import { fileLines } from './file-lines.ts';
import { sourceFileOf } from './source-file.ts';

const maxPackages = 3_000;
const stepsRead = 10;

/** How a lock file states a package: its name, and its version on the same line or a later one. */
interface LockFormat {
  name: string;
  package: RegExp;
  version: RegExp | null;
  /** Matches the version of the file format. */
  format?: RegExp;
  /** The file uses the same indentation as the project's manifest. */
  isJson?: true;
  /** Matches direct dependencies, where the file lists them: in blocks that start with `needs`. */
  direct?: { needs: RegExp; end: RegExp; name: RegExp };
}

const toml: LockFormat = {
  name: 'lock file',
  package: /^name = "([^"]+)"/,
  version: /^version = "([^"]+)"/,
  format: /^(?:lock-)?version = "?(\d[\d.]*)"?$/,
};
const formats: Record<string, LockFormat> = {
  'package-lock.json': {
    name: 'npm lock file',
    isJson: true,
    package: /^ {4}"([^"]+)": \{/,
    version: /^ {6}"version": "([^"]+)"/,
    format: /^ {2}"lockfileVersion": (\d+)/,
    direct: { needs: /^ {6}"\w*[dD]ependencies": \{/, end: /^ {6}\}/, name: /^ {8}"([^"]+)": "/ },
  },
  'yarn.lock': {
    name: 'yarn lock file',
    package: /^"?((?:@[^@/"]+\/)?[^@"\s]+)@.*:$/,
    version: /^ {2}version:? "?([^"\s]+)/,
    format: /^(?: {2}version: |# yarn lockfile v)(\d+)$/,
  },
  'pnpm-lock.yaml': {
    name: 'pnpm lock file',
    package: /^ {2}'?\/?((?:@[^@/']+\/)?[^@'\s:]+)[@/](\d[^:'(]*)(?:['(][^:]*)?:$/,
    version: null,
    format: /^lockfileVersion: '?([\d.]+)/,
  },
  'cargo.lock': toml,
  'poetry.lock': toml,
  'uv.lock': toml,
  'pdm.lock': toml,
  'gemfile.lock': { name: 'lock file', package: /^ {4}([\w.-]+) \(([^)]+)\)$/, version: null },
  'go.sum': { name: 'go.sum', package: /^(\S+) (v\S+?)(?:\/go\.mod)? h1:/, version: null },
  'composer.lock': {
    name: 'lock file',
    package: /^ {12}"name": "([^"]+)"/,
    version: /^ {12}"version": "([^"]+)"/,
  },
};
formats['npm-shrinkwrap.json'] = formats['package-lock.json'] ?? toml;

/** Lock files: how many packages in which versions, direct dependencies first. */
export const summarizeLockFile: Summarizer = {
  kind: 'lock file',
  covers: 'all',
  recognise(evidence) {
    const file = sourceFileOf(evidence);
    return file && Object.hasOwn(formats, file.name) ? 'named' : null;
  },
  read(evidence) {
    const format = formats[sourceFileOf(evidence)?.name ?? ''] ?? toml;
    const versions = new Map<string, string>();
    const names = createTally();
    const direct = new Set<string>();
    let count = 0;
    let name: string | null = null;
    /** What the file belongs to and the version of its format; both precede the packages. */
    const own: string[] = [];
    let formatVersion: string | null = null;
    /** npm lists the same packages a second time for older versions of itself. */
    let isRepeated = false;
    let indent: string | null = null;
    let isRoot = false;
    let isNeeds = false;
    return {
      line: fileLines(evidence, (line) => {
        indent ??= format.isJson ? (/^\s+(?=")/.exec(line)?.[0] ?? null) : '';
        const text = withTwoBlanks(line, indent ?? '');
        if (count === 0 && formatVersion === null) formatVersion = format.format?.exec(text)?.[1] ?? null;
        if (format.isJson && count === 0 && own.length < 2) {
          const [, message] = /^ {2}"(?:name|version)": "([^"]+)"/.exec(text) ?? [];
          if (message !== undefined) own.push(copyString(message));
        }
        if (format.isJson && count > 0 && text.startsWith('  "dependencies": {')) isRepeated = true;
        if (isRepeated) return;
        const [, found, version] = format.package.exec(text) ?? [];
        if (/^ {4}"": \{/.test(text)) isRoot = true;
        else if (found !== undefined) {
          isRoot = false;
          // Some formats name each package twice: as a package, and with its dependencies.
          if (version !== undefined && versions.get(found) === version) return;
          count += 1;
          name = copyString(installedName(found));
          names.add(name);
          if (version !== undefined && versions.size < maxPackages) versions.set(name, copyString(version));
        }
        if (isRoot && format.direct?.needs.test(text)) isNeeds = true;
        else if (!isRoot || format.direct?.end.test(text)) isNeeds = false;
        const [, needed] = isNeeds ? (format.direct?.name.exec(text) ?? []) : [];
        if (needed !== undefined && direct.size < maxPackages) direct.add(copyString(needed));
        const [, installed] = name === null ? [] : (format.version?.exec(text) ?? []);
        if (installed === undefined || name === null) return;
        if (versions.size < maxPackages && !versions.has(name)) versions.set(name, copyString(installed));
        name = null;
      }),
      finish({ exitCode }) {
        if (count === 0 || hasFailed(exitCode)) return null;
        const several = names.top(3).filter((entry) => entry.count > 1);
        const parts = [...(direct.size > 0 ? direct : versions.keys())].flatMap((entry) => {
          const version = versions.get(entry);
          return version === undefined ? [] : [`${entry} ${version}`];
        });
        return {
          kind: 'lock file',
          verdict: [
            [format.name, ...own].join(' '),
            ...(formatVersion === null ? [] : [`lockfileVersion ${formatVersion}`]),
            plural(count, 'package'),
            ...(direct.size > 0 ? [`${direct.size} direct`] : []),
          ],
          sections: [
            {
              heading: 'most often:',
              noun: null,
              total: several.length,
              layout: 'list',
              facts: several.map((entry, index) => ({
                rank: ranks.lead + index,
                text: `${entry.name} ×${entry.count}`,
                quotes: [entry.name],
              })),
            },
            {
              heading: direct.size > 0 ? 'direct:' : 'packages:',
              noun: 'package',
              total: direct.size > 0 ? direct.size : count,
              layout: 'list',
              facts: parts.map((text, index) => ({
                rank: (index < 8 ? ranks.lead + 5 : ranks.sample) + index / 1_000,
                text,
              })),
            },
          ],
          explainsFailure: false,
        };
      },
    };
  },
};

/** Rewrites each indentation step as two spaces. */
function withTwoBlanks(line: string, step: string): string {
  if (step === '' || step === '  ') return line;
  let depth = 0;
  while (line.startsWith(step, depth * step.length) && depth < stepsRead) depth += 1;
  return '  '.repeat(depth) + line.slice(depth * step.length);
}

/** npm names packages by their install path: `node_modules/a/node_modules/b`. */
function installedName(path: string): string {
  const folder = path.lastIndexOf('node_modules/');
  return folder === -1 ? path : path.slice(folder + 'node_modules/'.length);
}
