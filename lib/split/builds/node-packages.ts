import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';
import { listOf } from './list-of.ts';
import { recogniseBuild } from './recognise-build.ts';

const installing = /^(?:install|i|add|update|up|upgrade|remove|rm|ci|import|dlx|dedupe|outdated|audit|link)$/;
const failed =
  /^(?:Error: | )?\[?ERR_PNPM_\w+|^error (?!Command failed)|^error: |^➤ YN\d{4}: .*(?:[Ff]ailed|[Cc]ouldn't|[Cc]an't|not found|No candidates)|^Internal Error: |^Usage Error: /;
const warned = /^ ?WARN |^warning |^warn: |^➤ YN(?:0002|0060|0086): |^\[WARN\] /;
const done =
  /^(?:Packages: [+-]\d|Done in |success |\d+ packages? installed|➤ YN0000: · (?:Done|Failed)|Already up[ -]to[ -]date|Lockfile is up to date|Saved lockfile)/;

/** pnpm, yarn and bun: what was added, what is deprecated, and why something could not be installed. */
export const nodePackages: Summarizer = {
  kind: 'pnpm',
  covers: 'part',
  recognise: recogniseBuild({
    names: ({ name, args }) =>
      (name === 'yarn' && args.every((word) => word.startsWith('-'))) ||
      (/^(?:pnpm|yarn|bun)$/.test(name) && installing.test(args.find((word) => !word.startsWith('-')) ?? '')),
    marks: [
      mark(
        /^Progress: resolved \d+, reused |^(?:Error: | )?ERR_PNPM_(?!RECURSIVE)|^➤ YN0000: ·? ?(?:Yarn|┌)|^yarn (?:install|add) v\d|^bun (?:install|add) v\d/m,
        'Progress: resolved ',
        'ERR_PNPM_',
        'YN0000: ',
        'yarn install v',
        'yarn add v',
        'bun install v',
        'bun add v',
      ),
    ],
  }),
  read(evidence) {
    const causes = createNotes();
    const warnings = createNotes();
    const deprecated = createTally(500);
    const messages: string[] = [];
    let kind = evidence.programs.find(({ name }) => /^(?:pnpm|yarn|bun)$/.test(name))?.name ?? null;
    let progress: string | null = null;
    let isCause = false;
    return {
      line(text, number) {
        if (text === '') return;
        if (kind === null) kind = /^(?:yarn |➤ YN)/.test(text) ? 'yarn' : null;
        if (text.startsWith('Progress: ')) {
          progress = text.slice(10).replace(/, done$/, '');
          return;
        }
        if (failed.test(text)) {
          causes.add(text, number);
          isCause = true;
        } else if (warned.test(text)) {
          isCause = false;
          const name = /(?:deprecated (\S+?):? |^warning (?:.* > )?(\S+@\S+?): )/.exec(text);
          const several = /\d+ deprecated subdependencies found: (.*)$/.exec(text)?.[1];
          if (several !== undefined) for (const one of several.split(', ')) deprecated.add(one);
          else if (name) deprecated.add(name[1] ?? name[2] ?? '');
          else warnings.add(text, number);
        } else if (done.test(text)) {
          if (messages.length < 5) messages.push(text.replace(/^➤ YN0000: · /, ''));
        } else if (isCause && causes.total < 8 && !/^(?:info |This error happened|\/)/.test(text)) {
          causes.add(text, number);
        }
      },
      finish() {
        const verdict = progress === null ? messages : [progress, ...messages];
        if (verdict.length === 0 && causes.total === 0 && warnings.total === 0) return null;
        return {
          kind: kind ?? 'pnpm',
          verdict,
          sections: [
            causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 5 }),
            listOf(deprecated, { heading: 'deprecated:', noun: 'package', rank: ranks.spread, needed: 6 }),
            warnings.section({
              heading: 'warnings:',
              noun: 'warning',
              rank: ranks.lead,
              needed: 2,
              characters: 160,
            }),
          ],
          explainsFailure: causes.total > 0,
        };
      },
    };
  },
};
