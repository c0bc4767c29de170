import { mark } from '../marks.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';

const head =
  /^CMake (Error|Warning|Deprecation Warning)(?: \((\w+)\))?(?: (?:at|in) (.{1,400}?)(?::(\d+))?(?: \((.{1,80})\))?)?:(?: (.+))?$/;

/** CMake's configure step: what it could not find, and where. */
export const cmake = diagnosticsSummarizer({
  kind: 'cmake',
  // With `--build`, CMake runs other tools and the output is theirs.
  names: ({ name, args }) => /^c?cmake$/.test(name) && !args.includes('--build'),
  marks: [
    mark(
      /^CMake (?:Error|Warning|Deprecation Warning)(?: \(\w+\))? at |^-- (?:Configuring (?:done|incomplete)|Build files have been written to: )/m,
      'CMake ',
      '-- Configuring ',
      '-- Build files have been written to: ',
    ),
  ],
  parse(report) {
    let isBelow = false;
    let waits: Parameters<typeof report.add>[0] | null = null;
    return {
      line(text, number) {
        const start = text.charCodeAt(0);
        if (start === 32) {
          if (waits) report.add({ ...waits, message: text.trim() });
          else if (isBelow) report.explain(text);
          waits = null;
          return;
        }
        if (text === '') return;
        isBelow = false;
        if (text.startsWith('CMake ')) {
          const match = head.exec(text);
          if (!match) return;
          const [, level, , path = null, line, command = null, message] = match;
          isBelow = true;
          const diagnostic = {
            severity: level === 'Error' ? ('error' as const) : ('warning' as const),
            path,
            line: line === undefined ? null : Number(line),
            column: null,
            code: command,
            message: message ?? '',
            number,
          };
          if (message === undefined) waits = diagnostic;
          else report.add(diagnostic);
        } else if (text.startsWith('-- Configuring incomplete')) report.say('configuring incomplete');
        else if (text.startsWith('-- Build files have been written to: ')) report.say('configured');
      },
      end() {
        if (waits) report.add(waits);
      },
    };
  },
});
