import { detachText } from '../detach-text.ts';
import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';
import { fileLines } from './file-lines.ts';
import { sourceFileOf } from './source-file.ts';

const packagesHeld = 3_000;

/** How a line tells of a package: its name, and its version in the same line or a later one. */
interface LockFormat {
  name: string;
  package: RegExp;
  version: RegExp | null;
  /** Names one needs itself, where the file tells them. */
  direct?: RegExp;
}

const toml: LockFormat = { name: 'lock file', package: /^name = "([^"]+)"/, version: /^version = "([^"]+)"/ };
const formats: Record<string, LockFormat> = {
  'package-lock.json': {
    name: 'npm lock file',
    package: /^ {4}"(?:.*node_modules\/)?([^"]+)": \{/,
    version: /^ {6}"version": "([^"]+)"/,
    direct: /^ {8}"([^"]+)": "/,
  },
  'yarn.lock': {
    name: 'yarn lock file',
    package: /^"?((?:@[^@/"]+\/)?[^@"\s]+)@.*:$/,
    version: /^ {2}version:? "?([^"\s]+)/,
  },
  'pnpm-lock.yaml': {
    name: 'pnpm lock file',
    package: /^ {2}'?\/?((?:@[^@/']+\/)?[^@'\s:]+)[@/](\d[^:'(]*)[^:]*:$/,
    version: null,
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

/** Lock files: how many packages, in which versions; those one needs oneself first. */
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
    let isRoot = false;
    return {
      line: fileLines(evidence, (text) => {
        const [, found, version] = format.package.exec(text) ?? [];
        if (/^ {4}"": \{/.test(text)) isRoot = true;
        else if (found !== undefined) {
          isRoot = false;
          // Some name each package twice: what it is, and what it needs.
          if (version !== undefined && versions.get(found) === version) return;
          count += 1;
          name = detachText(found);
          names.add(name);
          if (version !== undefined && versions.size < packagesHeld) versions.set(name, detachText(version));
        }
        const [, needed] = isRoot ? (format.direct?.exec(text) ?? []) : [];
        if (needed !== undefined && direct.size < packagesHeld) direct.add(detachText(needed));
        const [, own] = name === null ? [] : (format.version?.exec(text) ?? []);
        if (own === undefined || name === null) return;
        if (versions.size < packagesHeld && !versions.has(name)) versions.set(name, detachText(own));
        name = null;
      }),
      finish({ exitCode }) {
        if (count === 0 || (exitCode !== null && exitCode !== 0)) return null;
        const several = names.top(3).filter((entry) => entry.count > 1);
        const told = [...(direct.size > 0 ? direct : versions.keys())].flatMap((entry) => {
          const version = versions.get(entry);
          return version === undefined ? [] : [`${entry} ${version}`];
        });
        return {
          kind: 'lock file',
          verdict: [
            format.name,
            plural(count, 'package'),
            ...(direct.size > 0 ? [`${direct.size} direct`] : []),
          ],
          sections: [
            {
              heading: 'most often:',
              noun: null,
              total: several.length,
              layout: 'list',
              facts: several.map((entry, place) => ({
                rank: ranks.lead + place,
                text: `${entry.name} ×${entry.count}`,
                quotes: [entry.name],
              })),
            },
            {
              heading: direct.size > 0 ? 'direct:' : 'packages:',
              noun: 'package',
              total: direct.size > 0 ? direct.size : count,
              layout: 'list',
              facts: told.map((text, place) => ({
                rank: (place < 8 ? ranks.lead + 5 : ranks.sample) + place / 1_000,
                text,
              })),
            },
          ],
          tellsFailure: false,
        };
      },
    };
  },
};
