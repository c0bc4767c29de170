import type { Summarizer } from '../summarizer.ts';
import { fileLines } from './file-lines.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { createProseReader } from './summarize-prose.ts';

/**
 * Wraps a summarizer so that the text summarizer takes over when it finds nothing of its kind; prose is read
 * only until it finds something.
 */
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
