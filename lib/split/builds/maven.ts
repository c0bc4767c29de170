import { createTally } from '../tally.ts';
import type { Diagnostic } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const labelled = /^\[(ERROR|WARNING|INFO)\] ?(.*)$/;
const placed = /^(\S.{0,400}?):(?:\[(\d+),(\d+)\]| \((\d+), (\d+)\)) (?:error: |warning: )?(.*)$/;
const module = /^(\S.{0,200}?) \.{2,}\.* (SUCCESS|FAILURE|SKIPPED)/;
const noise =
  /^(?:$|COMPILATION (?:ERROR|WARNING)|-> |\[Help \d+\]|To see the full stack|Re-run Maven|For more information|After correcting|Compilation failure|[-=]+$|Please refer to|See .* for the individual|Tests run: |(?:Failures|Errors): *$|.* <<< (?:FAILURE|ERROR)!)/;
/** What a compiler adds on lines of its own, with Maven's label or without. */
const addition = /^(?:\[ERROR\] )? {2}((?:symbol|location|required|found|reason): .*)$/;

/**
 * Maven: what compilers under it found, modules, and what could not be resolved. What it repeats at its end counts once; tests
 * are told by their own reader.
 */
export const maven = diagnosticsSummarizer({
  kind: 'maven',
  names: isProgram('mvn', 'mvnw', 'mvnd'),
  marks:
    /^\[(?:INFO|ERROR)\] (?:BUILD (?:SUCCESS|FAILURE)|Scanning for projects|COMPILATION ERROR|Failed to execute goal )/m,
  parse(report) {
    const modules = createTally(3);
    let failedModule: string | null = null;
    let hasErrors = false;
    let hasEnded = false;
    let unfinished: Diagnostic | null = null;
    const complete = () => {
      if (unfinished) report.add(unfinished);
      unfinished = null;
    };
    const readAddition = (text: string) => {
      if (unfinished) unfinished = { ...unfinished, detail: text };
      else if (!hasEnded && !text.startsWith('location')) report.explain(text);
      complete();
    };
    const readInfo = (text: string) => {
      if (/^BUILD (?:SUCCESS|FAILURE)/.test(text)) {
        hasEnded = true;
        report.say(text);
      }
      const [, name = '', state] = module.exec(text) ?? [];
      if (state !== undefined) modules.add(state);
      if (state === 'FAILURE') failedModule ??= name;
      const time = /^Total time: +(.*)$/.exec(text)?.[1];
      if (time !== undefined) report.say(`in ${time}`);
    };
    const readProblem = (severity: 'error' | 'warning', text: string, number: number) => {
      const nowhere = { severity, path: null, line: null, column: null, code: null, number };
      const match = placed.exec(text);
      if (match) {
        if (hasEnded) return;
        const [, path = '', line = match[4], column = match[5], , , message = ''] = match;
        hasErrors ||= severity === 'error';
        unfinished = { ...nowhere, path, line: Number(line), column: Number(column), message };
        if (message !== 'cannot find symbol') complete();
      } else if (text.startsWith('Failed to execute goal ')) {
        if (hasErrors || text.includes('There are test failures')) return;
        const reason = text.slice(23).replace(/ -> \[Help \d+\]$/, '');
        const end = reason.length > 320 ? reason.indexOf(' ', reason.length - 180) : -1;
        report.add({ ...nowhere, message: end === -1 ? reason : reason.slice(0, 140) });
        if (end !== -1) report.explain(reason.slice(end));
      } else if (severity === 'warning' || (!hasEnded && !text.startsWith(' '))) {
        report.add({ ...nowhere, message: text.trim() });
      }
    };
    return {
      line(text, number) {
        const added = text.includes(': ') ? addition.exec(text)?.[1] : undefined;
        if (added !== undefined) return readAddition(added);
        complete();
        const [, level, rest = ''] = text.startsWith('[') ? (labelled.exec(text) ?? []) : [];
        if (level === 'INFO') readInfo(rest);
        else if (level !== undefined && !noise.test(rest))
          readProblem(level === 'ERROR' ? 'error' : 'warning', rest, number);
      },
      end() {
        complete();
        if (modules.total < 2) return;
        const failed = failedModule === null ? '' : ` (${failedModule})`;
        report.say(
          `modules: ${modules.get('SUCCESS')} built, ${modules.get('FAILURE')} failed${failed}, ${modules.get('SKIPPED')} skipped`,
        );
      },
    };
  },
});
