import { ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { traceSections, traceVerdict } from './traces/describe-traces.ts';
import { createTraceReading, type Traces } from './traces/read-traces.ts';

const progressCharacters = 100;
/** What a program and its runtime print after the fatal trace has fewer lines than this. */
const linesOfEnd = 6;
const isSetIn = (text: string): boolean => /^[ \t})\]]/.test(text);
/** A dump of what each thread is doing; nothing was thrown. */
const isThreadDump = (head: string): boolean => /^\s*java\.lang\.Thread\.State: /m.test(head);
/** Lines printed by the build tool, not by the program. */
const ofTool = /^\s*(?:Running|Finished|Compiling|Blocking|warning:|> |\$ |[=|] )/;

/** The program's last output before it failed. */
function progressSection({ before }: Traces): Section {
  const shown = before === null || ofTool.test(before.text) ? '' : quote(before.text, progressCharacters);
  return {
    heading: null,
    noun: null,
    total: 0,
    layout: 'lines',
    facts:
      before === null || shown === ''
        ? []
        : [{ rank: ranks.lead, line: before.line, text: `before: ${shown}`, quotes: [shown] }],
  };
}

/**
 * A program in any language that ended with a stack trace; used when nothing more specific explains the
 * failure.
 */
export const stackTrace: Summarizer = {
  kind: 'stack trace',
  covers: 'rest',
  recognise: ({ type, language, head }) =>
    (type === 'terminal' || type === 'text' || (type === 'file' && language === null)) && !isThreadDump(head)
      ? 'marked'
      : null,
  read() {
    const reading = createTraceReading();
    /** Lines after the last trace that belong to no trace. */
    let linesAfter = 0;
    return {
      line(text, number) {
        if (reading.line(text, number)) linesAfter = 0;
        else if (text !== '' && !isSetIn(text)) linesAfter += 1;
      },
      finish() {
        const found = reading.finish();
        const last = found.distinct.at(-1);
        if (!last) return null;
        // The program continued, so the trace did not end it.
        const isSurvived = linesAfter >= linesOfEnd;
        return {
          kind: 'stack trace',
          verdict: [
            ...traceVerdict(found),
            ...(isSurvived ? [`it went on after the stack trace at line ${last.main.line}`] : []),
          ],
          explainsFailure: !isSurvived,
          sections: [...traceSections(found, ranks.cause), progressSection(found)],
        };
      },
    };
  },
};
