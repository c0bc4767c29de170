import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTraceReading } from './traces/read-traces.ts';
import { traceSection } from './traces/tell-traces.ts';

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
          verdict: found.count > 1 ? [plural(found.count, 'stack trace')] : [],
          tellsFailure: true,
          sections: [traceSection(found, ranks.cause)],
        };
      },
    };
  },
};
