import { mark } from '../marks.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';
import { isProgram } from './recognise-build.ts';

const result = /^([CRWEFI]\d{4}): (.*?)(?: \(([a-z0-9-]+)\))?$/;
const severities: Record<string, DiagnosticSeverity> = { E: 'error', F: 'error', W: 'warning' };

/** pylint: `path:line:column: E0602: … (undefined-variable)`. Conventions and refactorings count as info. */
export const pylint = diagnosticsSummarizer({
  kind: 'pylint',
  isLinter: true,
  names: isProgram('pylint'),
  marks: [
    mark(
      /^\*{13} Module [\w.]+$|^Your code has been rated at -?[\d.]+\/10/m,
      '*** Module ',
      'Your code has been rated at ',
    ),
  ],
  parse: (report) => ({
    line(text, number) {
      const placed = text.startsWith(' ') ? null : parseLocated(text);
      const match = placed ? result.exec(placed.rest) : null;
      if (placed && match) {
        // A message with a line break has its symbol further down.
        const [, code = '', message = '', symbol = code] = match;
        const severity = severities[code[0] ?? ''] ?? 'info';
        report.add({ ...placed, severity, code: symbol, message: `${code}: ${message}`, number });
      } else if (text.startsWith('Your code has been rated at ')) {
        report.say(/^Your code has been (rated at -?[\d.]+\/10)/.exec(text)?.[1] ?? 'rated');
      }
    },
  }),
});
