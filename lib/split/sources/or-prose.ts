import type { Summarizer } from '../summarizer.ts';
import { summarizeProse } from './summarize-prose.ts';

/** The same, and where it finds nothing of its kind after all, what is said of any text. */
export const orProse = (summarizer: Summarizer): Summarizer => ({
  ...summarizer,
  read(evidence, readInside) {
    const own = summarizer.read(evidence, readInside);
    const prose = summarizeProse.read(evidence, readInside);
    return {
      ...own,
      line(text, number) {
        own.line?.(text, number);
        prose.line?.(text, number);
      },
      finish: (ending) => own.finish(ending) ?? prose.finish(ending),
    };
  },
});
