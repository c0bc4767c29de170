import { copyString } from '../copy-string.ts';
import { ranks, type Section } from '../facts.ts';

interface OutdatedPackage {
  name: string;
  /** `null`: not installed. */
  current: string | null;
  latest: string;
}

export interface OutdatedPackages {
  /** @returns true for a line that belongs to such a list */
  takes(text: string): boolean;
  readonly total: number;
  /** How many have a newer major version, which may break what works. */
  readonly majors: number;
  sections(): Section[];
}

const maxPackages = 500;
const packagesNeeded = 16;
const head = /^(?:Package|Gem|Name)(?: Name)? +(?:Version|Current|Project) .*\bLatest\b/;
/** Lines of gem, composer and brew, which print no header. */
const forms = [
  /^([\w.-]+) \((\d[^\s)]*) < (\d[^\s)]*)\)$/,
  /^([\w.-]+\/[\w.-]+) +v?(\d\S*) +[!~=] +v?(\d\S*)(?: |$)/,
  /^([\w.@/-]+) \((\d[^\s)]*)\) < (\d\S*)$/,
];

/** Lists of outdated packages: npm, pnpm, yarn, pip, bundler, cargo, gem, composer, brew. */
export function createOutdatedPackages(): OutdatedPackages {
  const state = openOutdatedPackages();
  return {
    takes: (text) => takes(state, text),
    get total() {
      return state.total;
    },
    get majors() {
      return state.majors;
    },
    sections: () => [
      section('to a new major:', state.major, state.majors, 0),
      section(
        state.majors > 0 ? 'others:' : 'within the major:',
        state.minor,
        state.total - state.majors,
        state.major.length,
      ),
    ],
  };
}

const openOutdatedPackages = () => ({
  major: [] as OutdatedPackage[],
  minor: [] as OutdatedPackage[],
  total: 0,
  majors: 0,
  columns: null as { current: number; latest: number } | null,
});
type OutdatedPackagesState = ReturnType<typeof openOutdatedPackages>;

function add(state: OutdatedPackagesState, name: string, current: string | null, latest: string) {
  const isMajor = current !== null && majorOf(current) !== majorOf(latest);
  state.total += 1;
  if (isMajor) state.majors += 1;
  const list = isMajor ? state.major : state.minor;
  if (list.length < maxPackages)
    list.push({
      name: copyString(name),
      current: current === null ? null : copyString(current),
      latest: copyString(latest),
    });
}

const section = (heading: string, packages: readonly OutdatedPackage[], all: number, before: number) => ({
  heading,
  noun: 'package',
  total: all,
  layout: 'list' as const,
  facts: packages.map(({ name, current, latest }, at) => ({
    rank: (before + at < packagesNeeded ? ranks.lead : ranks.sample) + (before + at) / 1_000,
    text: `${name} ${current ?? 'missing'} -> ${latest}`,
    quotes: current === null ? [name, latest] : [name, current, latest],
  })),
});

function takes(state: OutdatedPackagesState, text: string): boolean {
  const row = text.replace(/[│|]/g, ' ').trim();
  if (head.test(row)) {
    const words = row.replace(/^Package Name/, 'Name').split(/ +/);
    state.columns = {
      current: words.findIndex((word) => /^(?:Version|Current|Project)$/.test(word)),
      latest: words.indexOf('Latest'),
    };
    return true;
  }
  if (state.columns) {
    const words = row.replace(/ \((?:dev|optional|peer)\)/, '').split(/\s+/, 8);
    const [name = '', current = '', latest = ''] = [0, state.columns.current, state.columns.latest].map(
      (at) => words[at],
    );
    if (/^v?\d/.test(latest)) add(state, name, /^v?\d/.test(current) ? current : null, latest);
    return true;
  }
  for (const form of forms) {
    const [, name, current = '', latest = ''] = form.exec(row) ?? [];
    if (name === undefined) continue;
    add(state, name, current, latest);
    return true;
  }
  return false;
}

/** Below 1.0, any minor version may break compatibility. */
const majorOf = (version: string): string => /^v?(\d+)/.exec(version)?.[1] ?? version;
