import { mark } from '../marks.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const plain = /^(.{1,400}?)\((\d{1,9}),(\d{1,9})\): (error|warning|message) (TS\d+): (.*)$/;
const pretty = /^(.{1,400}?):(\d{1,9}):(\d{1,9}) - (error|warning|message) (TS\d+): (.*)$/;
const global = /^()()()(error|warning) (TS\d+): (.*)$/;

/** The line with which `tsc -w` begins each round. */
const restart = /Starting (?:incremental )?compilation(?: in watch mode)?\.\.\.$/;

/** tsc, plain and pretty, and tools that print in the same format. */
export const typeScript = diagnosticsSummarizer({
  kind: 'tsc',
  names: isProgram('tsc', 'vue-tsc', 'tsgo', 'tspc', 'ttsc', 'tsc-watch'),
  marks: [
    mark(/^(?:.{1,400}?(?:\(\d+,\d+\):|:\d+:\d+ -) )?(?:error|warning) TS\d+: /m, 'error TS', 'warning TS'),
  ],
  parse(report) {
    let isBelow = false;
    let isClean = true;
    return {
      line(text, number) {
        if (text.startsWith('  ') && isBelow) return report.explain(text);
        isBelow = false;
        const match = text.includes(' TS')
          ? (plain.exec(text) ?? pretty.exec(text) ?? global.exec(text))
          : null;
        if (match) {
          const [, path, line, column, severity, code = '', message = ''] = match;
          isBelow = true;
          isClean = false;
          report.add({
            severity: severity === 'error' ? 'error' : 'warning',
            path: path === undefined || path === '' ? null : path,
            line: line === undefined || line === '' ? null : Number(line),
            column: column === undefined || column === '' ? null : Number(column),
            code,
            message,
            number,
          });
        } else if (restart.test(text)) {
          report.clear();
          isClean = true;
        } else if (text.includes('Found ')) {
          const matched = /Found (\d+) errors?(?: in |\.|$)/.exec(text);
          if (matched) report.count('error', Number(matched[1]));
          if (matched?.[1] === '0' && isClean) report.say('0 errors');
        }
      },
    };
  },
});
