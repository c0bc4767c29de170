import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';
import { recogniseBuild } from './recognise-build.ts';

const unformatted =
  /^(?:would reformat |Would reformat: |reformatted |ERROR: (?=.* Imports are incorrectly sorted)|\[warn\] (?!Code style|.* config)|Diff in |Unformatted file: )(.{1,400}?)(?: Imports are incorrectly sorted.*|:\d+:| at line \d+:)?$/;
const failed = /^(?:error: cannot format |error: Failed to |\[error\] (?![> ]))(.*)$/;
const result =
  /^(?:\d+ files? (?:would be |already |reformatted|left unchanged|failed).*|All done!.*|\[warn\] (?:Code style issues .*)|All matched files use Prettier code style!)$/;

/**
 * Formatters in check mode (black, prettier, ruff format, isort, rustfmt): which files differ, and which
 * could not be read.
 */
export const formatChecks: Summarizer = {
  kind: 'format',
  covers: 'part',
  recognise: recogniseBuild({
    names: ({ name, args }) =>
      /^(?:black|prettier|isort|yapf|rustfmt)$/.test(name) ||
      (/^(?:ruff|cargo|deno|dart)$/.test(name) && /^(?:format|fmt)$/.test(args[0] ?? '')),
    marks: [
      mark(
        /^(?:would reformat|Would reformat:|Diff in \/?\S+\.rs|\[warn\] Code style issues|Oh no! 💥 💔 💥)|^\d+ files? would be (?:reformatted|left unchanged)/m,
        'would reformat',
        'Would reformat:',
        'Diff in ',
        '[warn] Code style issues',
        'Oh no! ',
        ' would be ',
      ),
    ],
  }),
  read() {
    const files = createTally(2_000);
    const causes = createNotes(20);
    const messages: string[] = [];
    return {
      line(text, number) {
        if (result.test(text)) {
          if (messages.length < 3) messages.push(text.replace(/^\[warn\] |\.$/g, ''));
          return;
        }
        if (failed.test(text)) return causes.add(text, number);
        const path = unformatted.exec(text)?.[1];
        if (path !== undefined) files.add(path);
      },
      finish() {
        if (files.total + causes.total === 0) return null;
        const names = files.top(200).toSorted((a, b) => a.name.localeCompare(b.name));
        return {
          kind: 'format',
          verdict: [
            ...(messages.length > 0 || files.distinct === null
              ? messages
              : [`${figure(files.distinct)} files not formatted`]),
          ],
          sections: [
            causes.section({ heading: null, noun: 'error', rank: ranks.cause, needed: 3 }),
            {
              heading: 'not formatted:',
              noun: files.distinct === null ? null : 'file',
              total: files.distinct ?? names.length,
              layout: 'paths',
              facts: names.map(({ name }, index) => ({
                rank: (index < 5 ? ranks.failure : ranks.sample) + index / 1_000,
                text: name,
                quotes: [name],
              })),
            },
          ],
          explainsFailure: true,
        };
      },
    };
  },
};
