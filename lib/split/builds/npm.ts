import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import { createNotes, type Notes } from '../notes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';
import { listOf } from './list-of.ts';
import { listsPackages } from './package-lists.ts';
import { recogniseBuild } from './recognise-build.ts';

const installing =
  /^(?:install|i|in|ci|add|update|up|upgrade|uninstall|remove|rm|un|audit|publish|pack|dedupe|prune|rebuild|link|clean-install|install-test|it|view)$/;
const marks = [
  mark(
    /^npm (?:ERR!|error) code |^up to date(?:,|$)|^npm (?:WARN|warn) deprecated |^# npm audit report|^found 0 vulnerabilities$/m,
    'npm ERR! code ',
    'npm error code ',
    'up to date',
    'npm WARN deprecated ',
    'npm warn deprecated ',
    '# npm audit report',
    'found 0 vulnerabilities',
  ),
  mark(/^(?:added|removed|changed) \d+ packages?\b/m, 'added ', 'removed ', 'changed '),
];
const recognise = recogniseBuild({
  names: ({ name, args }) =>
    name === 'npm' && installing.test(args.find((word) => !word.startsWith('-')) ?? ''),
  marks,
});
const labelled = /^npm (ERR!|error|WARN|warn|http|verb(?:ose)?|info|notice|sill)(?: (.*))?$/;
/** Where the log file is, general advice, and system error numbers. */
const noise =
  /^(?:$|A complete log|Clean install a project$|For a full report|\/\S+(?:-report\.txt|\.log)$|Note that you can|tarball, folder|This is probably not|There is likely additional|errno |syscall |stack | *at \S| {2}(?:code|errno|syscall|address|port|type|requiredBy|path|pkgid|method): |[{}]$|node_modules\/|\d{3} *$|404 {2}'|\s+node_modules\/)/;
/** Packages that a lock file lacks, or has in a version that does not fit. */
const unlocked = /^(?:(Missing): (\S+) from lock file|(Invalid): lock file's (\S+) does not satisfy \S+)$/;
const looksDeep = /\b(?:error|fatal|not found|cannot|no such|undefined|denied)\b/i;

/** npm: what was added, what is deprecated or vulnerable, and why something could not be installed. */
export const npm: Summarizer = {
  kind: 'npm',
  covers: 'part',
  // `packageLists` reports problems in a dependency tree together with the tree.
  recognise: (evidence) => (evidence.programs.some(listsPackages) ? null : recognise(evidence)),
  read() {
    const reading = initialReading();
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: () => finishReading(reading),
    };
  },
};

const initialReading = () => ({
  causes: createNotes(),
  deeper: createNotes(20),
  warnings: createNotes(),
  fetches: createTally(50),
  badFetches: createNotes(20),
  deprecated: createTally(500),
  vulnerable: createTally(500),
  missing: createNotes(),
  invalid: createNotes(),
  messages: [] as string[],
  code: null as string | null,
  title: null as string | null,
  script: null as string | null,
  previous: '',
  runs: false,
  isUsage: false,
});
type Reading = ReturnType<typeof initialReading>;

function say(reading: Reading, text: string) {
  if (reading.messages.length < 6 && !reading.messages.includes(text)) reading.messages.push(text);
}

function readError(reading: Reading, text: string, number: number) {
  const [, lacks, name = '', differs, old = ''] = /^[MI]/.test(text) ? (unlocked.exec(text) ?? []) : [];
  if (lacks !== undefined) return reading.missing.add(name, number);
  if (differs !== undefined) return reading.invalid.add(old, number);
  // After a wrong command npm prints its usage.
  if (text === 'Usage:') reading.isUsage = true;
  if (reading.isUsage) return;
  if (text.startsWith('code ')) reading.code ??= text.slice(5);
  else if (/^Lifecycle script /.test(text)) reading.script = text.replace(/ with error:$/, '');
  else if (reading.script !== null) {
    if (text.startsWith('workspace ') || text.startsWith('location '))
      reading.script = `${reading.script} in ${text}`;
  } else if (!noise.test(text)) {
    // What follows a command is the output of that command.
    if (reading.causes.total < 12 && !reading.runs) reading.causes.add(text, number);
    else if (looksDeep.test(text)) reading.deeper.add(text, number);
    reading.runs ||= text.startsWith('command sh -c ');
  }
}

function readWarning(reading: Reading, text: string, number: number) {
  const name = /^deprecated (\S+?):? /.exec(text)?.[1];
  if (name !== undefined) reading.deprecated.add(name.replace(/:$/, ''));
  else if (text.trim() !== '') reading.warnings.add(text, number);
}

function readLine(reading: Reading, text: string, number: number) {
  if (text === '') return;
  const [, label, remaining = ''] = text.startsWith('npm ') ? (labelled.exec(text) ?? []) : [];
  if (label === undefined) {
    if (/^(?:added|removed|changed|up to date|audited)\b/.test(text)) say(reading, text);
    else if (/^(?:found 0|\d+ (?:\w+ severity )?)(?: )?vulnerabilit/.test(text)) say(reading, text);
    else if (text.startsWith('Severity: '))
      reading.vulnerable.add(`${reading.previous.split(' ')[0]} ${text.slice(10)}`);
    reading.previous = text;
  } else if (label === 'ERR!' || label === 'error') readError(reading, remaining, number);
  else if (label === 'WARN' || label === 'warn') readWarning(reading, remaining, number);
  else if (label === 'http') {
    const [, status = '', url] = /^fetch \S+ (\d{3}) (\S+)/.exec(remaining) ?? [];
    if (url === undefined) return;
    reading.fetches.add(status);
    if (!/^[23]/.test(status)) reading.badFetches.add(remaining, number);
  } else if (remaining.startsWith('title ')) reading.title = remaining.slice(6);
}

function finishReading(reading: Reading): Summary | null {
  const verdict = [
    ...reading.messages,
    reading.code === null ? null : `npm error ${reading.code}`,
    reading.missing.total > 0 ? `${figure(reading.missing.total)} missing from the lock file` : null,
    reading.invalid.total > 0 ? `${plural(reading.invalid.total, 'version')} of the lock file invalid` : null,
    reading.script,
    reading.fetches.total > 0
      ? `${plural(reading.fetches.total, 'fetch')} (${reading.fetches
          .top(4)
          .map(({ name, count }) => `${count} × ${name}`)
          .join(', ')})`
      : null,
  ].filter((part) => part !== null);
  const isEmpty = reading.deprecated.total + reading.vulnerable.total + reading.warnings.total === 0;
  if (verdict.length === 0 && isEmpty && reading.causes.total === 0) return null;
  return {
    kind: 'npm',
    verdict,
    sections: [
      reading.causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 8 }),
      lockSection('missing:', reading.missing),
      lockSection('invalid:', reading.invalid),
      reading.deeper.section({ heading: null, noun: null, rank: ranks.failure, needed: 3 }),
      reading.badFetches.section({
        heading: 'fetches that failed:',
        noun: 'fetch',
        rank: ranks.failure,
        needed: 2,
      }),
      listOf(reading.deprecated, { heading: 'deprecated:', noun: 'package', rank: ranks.spread, needed: 6 }),
      listOf(reading.vulnerable, { heading: 'vulnerable:', noun: 'package', rank: ranks.spread, needed: 6 }),
      reading.warnings.section({
        heading: 'warnings:',
        noun: 'warning',
        rank: reading.causes.total > 0 ? ranks.sample : ranks.lead,
        needed: 2,
        characters: 160,
      }),
      {
        heading: null,
        noun: null,
        total: 0,
        layout: 'lines',
        facts:
          reading.title === null
            ? []
            : [{ rank: ranks.lead, text: `ran as: ${reading.title}`, quotes: [reading.title] }],
      },
    ],
    explainsFailure:
      reading.causes.total + reading.missing.total + reading.invalid.total + reading.vulnerable.total > 0,
  };
}

/** The first entries are what the project itself requires. */
const lockSection = (heading: string, names: Notes): Section => ({
  ...names.section({ heading, noun: null, rank: ranks.cause + 1, needed: 8, characters: 100 }),
  layout: 'list',
});
