import { mark } from '../marks.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';

const location = /^In (.{1,400}) line (\d+):$/;
const result = /^ *\^-*\^?(?: --)? (SC\d{4}) \((error|warning|info|style)\): (.*)$/;

/** shellcheck's terminal format. (`compilers` reads its gcc format.) */
export const shellcheck = diagnosticsSummarizer({
  kind: 'shellcheck',
  isLinter: true,
  names: ({ name, args }) =>
    name === 'shellcheck' && !args.some((word) => /^(?:gcc|--format=gcc|-fgcc)$/.test(word)),
  marks: [mark(/^In .{1,400} line \d+:\n.*\n *\^-*\^?(?: --)? SC\d{4} /m, ' SC')],
  parse(report) {
    let path: string | null = null;
    let line: number | null = null;
    let proposes = false;
    return {
      line(text, number) {
        if (proposes && text !== '') {
          report.explain(text);
          proposes = false;
          return;
        }
        if (text.startsWith('In ')) {
          const match = location.exec(text);
          if (match) {
            path = match[1] ?? null;
            line = Number(match[2]);
          }
          return;
        }
        if (text.startsWith('Did you mean:')) {
          proposes = true;
          return;
        }
        const match = text.includes(' SC') ? result.exec(text) : null;
        if (!match) return;
        const [, code = '', level = '', message = ''] = match;
        const severity: DiagnosticSeverity = level === 'error' || level === 'warning' ? level : 'info';
        report.add({ severity, path, line, column: text.indexOf('^') + 1, code, message, number });
      },
    };
  },
});
