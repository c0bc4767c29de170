import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import { isProgram, recogniseBuild } from './recognise-build.ts';

const maxTargets = 100;

/** ninja, and meson on it: which steps failed, and how many steps were done. */
export const ninja: Summarizer = {
  kind: 'ninja',
  covers: 'part',
  recognise: recogniseBuild({
    names: isProgram('ninja', 'ninja-build', 'samu', 'meson', 'gn'),
    marks: [mark(/^ninja: (?:build stopped|error|no work to do|Entering directory)/m, 'ninja: ')],
  }),
  read() {
    const causes = createNotes();
    const failed = new Set<string>();
    let steps: string | null = null;
    let isIdle = false;
    return {
      line(text, number) {
        if (text.startsWith('[')) {
          const [, done, all] = /^\[(\d{1,9})\/(\d{1,9})\] /.exec(text) ?? [];
          if (done !== undefined) steps = `${done} of ${all} steps`;
        } else if (text.startsWith('FAILED: ')) {
          const target = text
            .slice(8)
            .replace(/^\[code=\d+\] /, '')
            .trim();
          if (failed.size < maxTargets && target !== '') failed.add(target);
        } else if (text.startsWith('ninja: error: ')) causes.add(text, number);
        else isIdle ||= text === 'ninja: no work to do.';
      },
      finish() {
        const [first] = failed;
        const verdict = [
          steps,
          first === undefined ? null : `failed: ${first}`,
          failed.size > 1 ? `${failed.size} failed steps in all` : null,
          isIdle ? 'no work to do' : null,
        ].filter((part) => part !== null);
        if (verdict.length === 0 && causes.total === 0) return null;
        return {
          kind: 'ninja',
          verdict,
          sections: [causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 3 })],
          explainsFailure: causes.total > 0,
        };
      },
    };
  },
};
