import { ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTraceReading, type Traces } from './traces/read-traces.ts';
import { traceSection, traceVerdict } from './traces/tell-traces.ts';

const progressCharacters = 100;
/** What a tool says of what it runs, not the program. */
const ofTool = /^\s*(?:Running|Finished|Compiling|Blocking|warning:|> |\$ |[=|] )/;

/** How far the program came: what it said last before it failed. */
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

/** A program that ended with a stack trace, of whatever language: asked where nothing more particular explains a failure. */
export const stackTrace: Summarizer = {
  kind: 'stack trace',
  covers: 'rest',
  recognise: ({ type, language }) =>
    type === 'terminal' || type === 'text' || (type === 'file' && language === null) ? 'marked' : null,
  read() {
    const reading = createTraceReading();
    return {
      line: (text, number) => void reading.line(text, number),
      finish() {
        const found = reading.finish();
        if (found.count === 0) return null;
        return {
          kind: 'stack trace',
          verdict: traceVerdict(found),
          tellsFailure: true,
          sections: [traceSection(found, ranks.cause), progressSection(found)],
        };
      },
    };
  },
};
