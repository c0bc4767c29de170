import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import { createNotes, type Notes } from '../notes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
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
    const causes = createNotes();
    const deeper = createNotes(20);
    const warnings = createNotes();
    const fetches = createTally(50);
    const badFetches = createNotes(20);
    const deprecated = createTally(500);
    const vulnerable = createTally(500);
    const missing = createNotes();
    const invalid = createNotes();
    const messages: string[] = [];
    let code: string | null = null;
    let title: string | null = null;
    let script: string | null = null;
    let previous = '';
    let runs = false;
    let isUsage = false;
    const say = (text: string) => {
      if (messages.length < 6 && !messages.includes(text)) messages.push(text);
    };
    const readError = (text: string, number: number) => {
      const [, lacks, name = '', differs, old = ''] = /^[MI]/.test(text) ? (unlocked.exec(text) ?? []) : [];
      if (lacks !== undefined) return missing.add(name, number);
      if (differs !== undefined) return invalid.add(old, number);
      // After a wrong command npm prints its usage.
      if (text === 'Usage:') isUsage = true;
      if (isUsage) return;
      if (text.startsWith('code ')) code ??= text.slice(5);
      else if (/^Lifecycle script /.test(text)) script = text.replace(/ with error:$/, '');
      else if (script !== null) {
        if (text.startsWith('workspace ') || text.startsWith('location ')) script = `${script} in ${text}`;
      } else if (!noise.test(text)) {
        // What follows a command is the output of that command.
        if (causes.total < 12 && !runs) causes.add(text, number);
        else if (looksDeep.test(text)) deeper.add(text, number);
        runs ||= text.startsWith('command sh -c ');
      }
    };
    const readWarning = (text: string, number: number) => {
      const name = /^deprecated (\S+?):? /.exec(text)?.[1];
      if (name !== undefined) deprecated.add(name.replace(/:$/, ''));
      else if (text.trim() !== '') warnings.add(text, number);
    };
    return {
      line(text, number) {
        if (text === '') return;
        const [, label, remaining = ''] = text.startsWith('npm ') ? (labelled.exec(text) ?? []) : [];
        if (label === undefined) {
          if (/^(?:added|removed|changed|up to date|audited)\b/.test(text)) say(text);
          else if (/^(?:found 0|\d+ (?:\w+ severity )?)(?: )?vulnerabilit/.test(text)) say(text);
          else if (text.startsWith('Severity: '))
            vulnerable.add(`${previous.split(' ')[0]} ${text.slice(10)}`);
          previous = text;
        } else if (label === 'ERR!' || label === 'error') readError(remaining, number);
        else if (label === 'WARN' || label === 'warn') readWarning(remaining, number);
        else if (label === 'http') {
          const [, status = '', url] = /^fetch \S+ (\d{3}) (\S+)/.exec(remaining) ?? [];
          if (url === undefined) return;
          fetches.add(status);
          if (!/^[23]/.test(status)) badFetches.add(remaining, number);
        } else if (remaining.startsWith('title ')) title = remaining.slice(6);
      },
      finish() {
        const verdict = [
          ...messages,
          code === null ? null : `npm error ${code}`,
          missing.total > 0 ? `${figure(missing.total)} missing from the lock file` : null,
          invalid.total > 0 ? `${plural(invalid.total, 'version')} of the lock file invalid` : null,
          script,
          fetches.total > 0
            ? `${plural(fetches.total, 'fetch')} (${fetches
                .top(4)
                .map(({ name, count }) => `${count} × ${name}`)
                .join(', ')})`
            : null,
        ].filter((part) => part !== null);
        const isEmpty = deprecated.total + vulnerable.total + warnings.total === 0;
        if (verdict.length === 0 && isEmpty && causes.total === 0) return null;
        return {
          kind: 'npm',
          verdict,
          sections: [
            causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 8 }),
            lockSection('missing:', missing),
            lockSection('invalid:', invalid),
            deeper.section({ heading: null, noun: null, rank: ranks.failure, needed: 3 }),
            badFetches.section({
              heading: 'fetches that failed:',
              noun: 'fetch',
              rank: ranks.failure,
              needed: 2,
            }),
            listOf(deprecated, { heading: 'deprecated:', noun: 'package', rank: ranks.spread, needed: 6 }),
            listOf(vulnerable, { heading: 'vulnerable:', noun: 'package', rank: ranks.spread, needed: 6 }),
            warnings.section({
              heading: 'warnings:',
              noun: 'warning',
              rank: causes.total > 0 ? ranks.sample : ranks.lead,
              needed: 2,
              characters: 160,
            }),
            {
              heading: null,
              noun: null,
              total: 0,
              layout: 'lines',
              facts: title === null ? [] : [{ rank: ranks.lead, text: `ran as: ${title}`, quotes: [title] }],
            },
          ],
          explainsFailure: causes.total + missing.total + invalid.total + vulnerable.total > 0,
        };
      },
    };
  },
};

/** The first entries are what the project itself requires. */
const lockSection = (heading: string, names: Notes): Section => ({
  ...names.section({ heading, noun: null, rank: ranks.cause + 1, needed: 8, characters: 100 }),
  layout: 'list',
});
