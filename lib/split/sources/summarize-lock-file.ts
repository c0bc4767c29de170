import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { copyString } from '../copy-string.ts';
import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Ending, Evidence, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
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
    const reading = initialReading(evidence);
    return {
      line: fileLines(reading.evidence, (line) => {
        reading.indent ??= reading.format.isJson ? (/^\s+(?=")/.exec(line)?.[0] ?? null) : '';
        const text = withTwoBlanks(line, reading.indent ?? '');
        if (reading.count === 0 && reading.formatVersion === null)
          reading.formatVersion = reading.format.format?.exec(text)?.[1] ?? null;
        if (reading.format.isJson && reading.count === 0 && reading.own.length < 2) {
          const [, message] = /^ {2}"(?:name|version)": "([^"]+)"/.exec(text) ?? [];
          if (message !== undefined) reading.own.push(copyString(message));
        }
        if (reading.format.isJson && reading.count > 0 && text.startsWith('  "dependencies": {'))
          reading.isRepeated = true;
        if (reading.isRepeated) return;
        const [, found, version] = reading.format.package.exec(text) ?? [];
        if (/^ {4}"": \{/.test(text)) reading.isRoot = true;
        else if (found !== undefined) {
          reading.isRoot = false;
          // Some formats name each package twice: as a package, and with its dependencies.
          if (version !== undefined && reading.versions.get(found) === version) return;
          reading.count += 1;
          reading.name = copyString(installedName(found));
          reading.names.add(reading.name);
          if (version !== undefined && reading.versions.size < maxPackages)
            reading.versions.set(reading.name, copyString(version));
        }
        if (reading.isRoot && reading.format.direct?.needs.test(text)) reading.isNeeds = true;
        else if (!reading.isRoot || reading.format.direct?.end.test(text)) reading.isNeeds = false;
        const [, needed] = reading.isNeeds ? (reading.format.direct?.name.exec(text) ?? []) : [];
        if (needed !== undefined && reading.direct.size < maxPackages) reading.direct.add(copyString(needed));
        const [, installed] = reading.name === null ? [] : (reading.format.version?.exec(text) ?? []);
        if (installed === undefined || reading.name === null) return;
        if (reading.versions.size < maxPackages && !reading.versions.has(reading.name))
          reading.versions.set(reading.name, copyString(installed));
        reading.name = null;
      }),
      finish: (ending) => finishReading(reading, ending),
    };
  },
};

const initialReading = (evidence: Evidence) => ({
  evidence,
  format: formats[sourceFileOf(evidence)?.name ?? ''] ?? toml,
  versions: new Map<string, string>(),
  names: createTally(),
  direct: new Set<string>(),
  count: 0,
  name: null as string | null,
  /** What the file belongs to and the version of its format; both precede the packages. */
  own: [] as string[],
  formatVersion: null as string | null,
  /** npm lists the same packages a second time for older versions of itself. */
  isRepeated: false,
  indent: null as string | null,
  isRoot: false,
  isNeeds: false,
});
type Reading = ReturnType<typeof initialReading>;

function finishReading(reading: Reading, { exitCode }: Ending): Summary | null {
  if (reading.count === 0 || hasFailed(exitCode)) return null;
  const several = reading.names.top(3).filter((entry) => entry.count > 1);
  const parts = [...(reading.direct.size > 0 ? reading.direct : reading.versions.keys())].flatMap((entry) => {
    const version = reading.versions.get(entry);
    return version === undefined ? [] : [`${entry} ${version}`];
  });
  return {
    kind: 'lock file',
    verdict: [
      [reading.format.name, ...reading.own].join(' '),
      ...(reading.formatVersion === null ? [] : [`lockfileVersion ${reading.formatVersion}`]),
      plural(reading.count, 'package'),
      ...(reading.direct.size > 0 ? [`${reading.direct.size} direct`] : []),
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
        heading: reading.direct.size > 0 ? 'direct:' : 'packages:',
        noun: 'package',
        total: reading.direct.size > 0 ? reading.direct.size : reading.count,
        layout: 'list',
        facts: parts.map((text, index) => ({
          rank: (index < 8 ? ranks.lead + 5 : ranks.sample) + index / 1_000,
          text,
        })),
      },
    ],
    explainsFailure: false,
  };
}

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
