import type { Summarizer } from '../summarizer.ts';
import { fileLines } from './file-lines.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { createProseReader } from './summarize-prose.ts';

/** The same, and where it finds nothing of its kind after all, what is said of any text: read as long as nothing is found. */
export const orProse = (summarizer: FileSummarizer): Summarizer => ({
  ...summarizer,
  read(evidence) {
    const own = summarizer.read(evidence);
    const prose = createProseReader();
    let hasFound = false;
    return {
      line: fileLines(evidence, (text, number) => {
        own.line(text, number);
        if (hasFound) return;
        hasFound = own.hasFound();
        if (!hasFound) prose.line(text, number);
      }),
      finish: (ending) => own.finish(ending) ?? prose.finish(ending),
    };
  },
});
