import type { Program } from '../command-line.ts';
import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { listOf } from './list-of.ts';
import { createOutdatedPackages, type OutdatedPackages } from './outdated-packages.ts';
import { type ListedPackage, parsePackage } from './parse-package.ts';
import { recogniseBuild } from './recognise-build.ts';

const listing: Record<string, RegExp> = {
  npm: /^(?:ls|list|ll|la|outdated)$/,
  pnpm: /^(?:ls|list|ll|la|why|outdated)$/,
  yarn: /^(?:list|why|outdated)$/,
  pip: /^(?:list|freeze)$/,
  pip3: /^(?:list|freeze)$/,
  uv: /^(?:list|freeze|tree)$/,
  conda: /^list$/,
  gem: /^(?:list|outdated)$/,
  bundle: /^(?:list|outdated)$/,
  cargo: /^(?:tree|outdated)$/,
  composer: /^(?:show|outdated)$/,
  poetry: /^show$/,
  apt: /^list$/,
  dpkg: /^(?:-l|--list)$/,
  brew: /^(?:list|outdated)$/,
  mvn: /dependency:(?:tree|list)$/,
  gradle: /^(?:\S*:)?dependencies$/,
  gradlew: /^(?:\S*:)?dependencies$/,
};

/**
 * Whether a command only lists packages (`pip list`, `npm ls`, `mvn dependency:tree`), without installing or
 * building.
 */
export const listsPackages = ({ name, args }: Program): boolean =>
  args.slice(0, 4).some((word) => listing[name]?.test(word)) && !args.some((word) => /json/.test(word));

/** `-e:1:in `a'`, which looks like a branch of a tree. */
const stackFrame = /:\d{1,9}:in [`']/;
const complaint = /^\S{1,100} \S{1,60} (?:requires \S|has requirement )/;
/** The state of a package in `dpkg -l`, after what is wanted of it. */
const dpkgState = /^[uihrp]([nciUFHWt])[R ] +\S/;
const maxPackages = 2_000;
const maxTroubles = 20;
/** Problems that npm finds in its tree. */
const trouble = /^npm (?:error|ERR!) (invalid|missing|extraneous|peer dep missing): (\S+?),?(?: .*)?$/;
const failed = /^(?:npm (?:error|ERR!) (?!A complete log|errno |syscall )|ERROR: |error: |E: )(?=.)/;

/**
 * Installed packages, as a list or as a tree: how many, which are at the top level, and which have problems.
 */
export const packageLists: Summarizer = {
  kind: 'packages',
  covers: 'part',
  recognise: recogniseBuild({ names: listsPackages, marks: [] }),
  read() {
    const reading = initialReading();
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: () => finishReading(reading),
    };
  },
};

const initialReading = () => ({
  packages: [] as ListedPackage[],
  names: createTally(),
  unmet: createNotes(20),
  causes: createNotes(20),
  troubles: new Map<string, Tally>(),
  optional: 0,
  removed: 0,
  code: null as string | null,
  total: 0,
  outdated: createOutdatedPackages(),
});
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  if (text === '') return;
  const [, kind, name] = text.startsWith('npm ') ? (trouble.exec(text) ?? []) : [];
  if (kind !== undefined && name !== undefined) {
    const known = reading.troubles.get(kind) ?? createTally(200);
    known.add(name);
    if (reading.troubles.size < maxTroubles) reading.troubles.set(kind, known);
    return;
  }
  reading.code ??= /^npm (?:error|ERR!) code (\S+)$/.exec(text)?.[1] ?? null;
  if (failed.test(text) && !text.includes(' code ')) return reading.causes.add(text, number);
  if (/^(?:npm|yarn|WARN|WARNING|\[\w+\])[ :](?! *[+|\\])/.test(text)) return;
  if (reading.outdated.takes(text)) return;
  if (stackFrame.test(text)) return;
  // What `pip check` and `dpkg` say is wrong with a package that is listed.
  if (complaint.test(text)) return reading.unmet.add(text, number);
  const [, state] = dpkgState.exec(text) ?? [];
  if (state === 'c' || state === 'n') {
    reading.removed += 1;
    return;
  }
  if (state !== undefined && state !== 'i') reading.unmet.add(text, number);
  const found = parsePackage(text);
  if (!found) return;
  if (text.includes('UNMET OPTIONAL ')) {
    reading.optional += 1;
    return;
  }
  if (text.includes('UNMET ')) return reading.unmet.add(text.slice(text.indexOf('UNMET ')), number);
  reading.total += 1;
  reading.names.add(found.name);
  if (reading.packages.length < maxPackages) {
    const { name, version, rest, inset } = found;
    reading.packages.push({
      name: copyString(name),
      version: copyString(version),
      rest: copyString(rest.slice(0, 80)),
      inset,
    });
  }
}

function finishReading(reading: Reading): Summary | null {
  const isTree = reading.packages.some(({ inset }) => inset > 0);
  const shallowest = Math.min(...reading.packages.map(({ inset }) => inset).filter((inset) => inset > 0));
  const first = isTree ? reading.packages.filter(({ inset }) => inset === shallowest) : reading.packages;
  if (reading.total < 3 && reading.causes.total + reading.outdated.total + reading.unmet.total === 0)
    return null;
  const isHeldBack = reading.total === reading.packages.length;
  return {
    kind: 'packages',
    verdict: [
      ...(isTree
        ? [
            plural(first.length, 'direct dependency'),
            reading.names.distinct === null ? null : `${plural(reading.names.distinct, 'package')} in all`,
            reading.optional > 0 ? `${plural(reading.optional, 'optional one')} not installed` : null,
          ]
        : verdictOf(reading.total, reading.outdated)),
      reading.removed > 0 ? `${figure(reading.removed)} removed but for their configuration` : null,
      reading.unmet.total > 0 ? `${figure(reading.unmet.total)} unmet or broken` : null,
      reading.code === null ? null : `npm error ${reading.code}`,
    ].filter((part) => part !== null),
    sections: [
      reading.unmet.section({ heading: null, noun: 'unmet', rank: ranks.cause, needed: 5, characters: 120 }),
      reading.causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 4 }),
      ...[...reading.troubles].map(([heading, names]) =>
        listOf(names, {
          heading: `${heading} (${figure(names.total)}):`,
          noun: 'package',
          rank: ranks.cause,
          needed: 8,
        }),
      ),
      ...reading.outdated.sections(),
      nameSection(first, isHeldBack ? first.length : reading.total, isTree),
    ],
    explainsFailure:
      reading.unmet.total + reading.causes.total + reading.troubles.size + reading.outdated.total > 0,
  };
}

function verdictOf(listed: number, { total, majors }: OutdatedPackages): string[] {
  if (total === 0) return [plural(listed, 'package')];
  return [plural(total, 'outdated package'), ...(majors > 0 ? [`${figure(majors)} to a new major`] : [])];
}

function nameSection(packages: readonly ListedPackage[], total: number, isTree: boolean): Section {
  return {
    heading: isTree ? 'direct:' : null,
    noun: 'package',
    total,
    layout: 'list',
    facts: packages.slice(0, 300).map(
      ({ name, version }, index): Fact => ({
        rank: (index < 6 ? ranks.lead : ranks.sample) + index / 1_000,
        text: `${name} ${version}`,
        quotes: [name, version],
      }),
    ),
  };
}
