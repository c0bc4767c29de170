import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Diagnostic } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const sniffed = /^ {1,6}(\d{1,7}) \| (ERROR|WARNING) {1,3}\| (?:\[(x| )\] )?(\S.*)$/;
const analysed = /^ {1,3}(?::?(\d{1,7})) {2,8}(\S.*)$/;

/** phpcs and phpstan (psalm prints in the compilers' format): rows below the name of their file. */
export const phpLinters = diagnosticsSummarizer({
  kind: 'phpcs',
  isLinter: true,
  names: isProgram('phpcs', 'phpstan', 'phpstan.phar', 'phpcs.phar', 'larastan'),
  marks: [
    mark(
      /^FOUND \d+ ERRORS? (?:AND \d+ WARNINGS? )?AFFECTING \d+ LINES?$|^ {2}Line {3}\S.*\n [- ]+$/m,
      ' AFFECTING ',
      '  Line   ',
    ),
  ],
  parse(report) {
    let path: string | null = null;
    let pending: Diagnostic | null = null;
    let isStan = false;
    let fixable = 0;
    const end = () => {
      if (pending) report.add(pending);
      pending = null;
    };
    const begin = (found: Pick<Diagnostic, 'severity' | 'line' | 'message' | 'number'>) => {
      end();
      pending = { ...found, path, column: null, code: null };
    };
    return {
      line(text, number) {
        const file = /^(?:FILE: | {2}Line {3})(\S.*)$/.exec(text)?.[1];
        if (file !== undefined) {
          end();
          isStan ||= text.startsWith(' ');
          path = file.trim();
          return;
        }
        const row = text.includes(' | ') ? sniffed.exec(text) : null;
        if (row) {
          const [, line, level, mark, message = ''] = row;
          if (mark === 'x') fixable += 1;
          begin({ severity: level === 'ERROR' ? 'error' : 'warning', line: Number(line), message, number });
          return;
        }
        const [, line, message = ''] = isStan ? (analysed.exec(text) ?? []) : [];
        if (line !== undefined)
          begin({ severity: 'error', line: Number(line), message: message.trim(), number });
        else if (text.includes('🪪') && pending)
          pending = { ...pending, code: text.slice(text.indexOf('🪪') + 2).trim() };
        else if (/^ *\[ERROR\] Found \d+ errors? *$/.test(text))
          report.count('error', Number(/\d+/.exec(text)?.[0]));
      },
      end() {
        end();
        if (fixable > 0) report.say(`${figure(fixable)} fixable with phpcbf`);
      },
      kind: () => (isStan ? 'phpstan' : 'phpcs'),
    };
  },
});
