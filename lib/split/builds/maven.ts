import { mark } from '../marks.ts';
import { createTally } from '../tally.ts';
import type { Diagnostic } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const labelled = /^\[(ERROR|WARNING|INFO)\] ?(.*)$/;
const placed = /^(\S.{0,400}?):(?:\[(\d+),(\d+)\]| \((\d+), (\d+)\)) (?:error: |warning: )?(.*)$/;
const module = /^(\S.{0,200}?) \.{2,}\.* (SUCCESS|FAILURE|SKIPPED)/;
const noise =
  /^(?:$|COMPILATION (?:ERROR|WARNING)|-> |\[Help \d+\]|To see the full stack|Some problems were encountered|The build could not read|Re-run Maven|For more information|After correcting|Compilation failure|[-=]+$|Please refer to|See .* for the individual|Tests run: |(?:Failures|Errors): *$|.* <<< (?:FAILURE|ERROR)!)/;
const isTestError = /^Tests run: | <<< (?:FAILURE|ERROR)!/;
/** A project whose own POM has errors. */
const unreadable = /^ {2}The project (\S{1,200}) (?:\(.*\) )?has \d+ errors?$/;
/** Separate lines that a compiler adds to a message, with or without Maven's label. */
const addition = /^(?:\[ERROR\] )? {2}((?:symbol|location|required|found|reason): .*)$/;

/**
 * Maven: what the compilers under it found, modules, and what could not be resolved. What it repeats at its
 * end counts once; tests have their own summarizer.
 */
export const maven = diagnosticsSummarizer({
  kind: 'maven',
  names: isProgram('mvn', 'mvnw', 'mvnd'),
  marks: [
    mark(
      /^\[(?:INFO|ERROR)\] (?:BUILD (?:SUCCESS|FAILURE)|Scanning for projects|COMPILATION ERROR|Failed to execute goal |(?:\[ERROR\] )?Some problems were encountered while processing the POMs)/m,
      'BUILD SUCCESS',
      'BUILD FAILURE',
      'Scanning for projects',
      'COMPILATION ERROR',
      'Failed to execute goal ',
      'Some problems were encountered',
    ),
  ],
  parse(report) {
    const modules = createTally(3);
    let failedModule: string | null = null;
    let project: string | null = null;
    let hasErrors = false;
    let hasEnded = false;
    /** Between `Results:` and the sum of the tests stand failures and flakes, which the tests' summarizer reads. */
    let isResults = false;
    let hasTestErrors = false;
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
        project ??= / on project ([\w.-]{1,200}): /.exec(text)?.[1] ?? null;
        if (hasErrors || text.includes('There are test failures')) return;
        const [reason, end] = spreadChain(text.slice(23).replace(/ -> \[Help \d+\]$/, ''));
        report.add({ ...nowhere, message: reason });
        if (end !== null) report.explain(end);
      } else if (severity === 'warning' || (!hasEnded && !text.startsWith(' '))) {
        const [message, end] = spreadChain(text.replace(/ -> \[Help \d+\]$/, '').trim());
        report.add({ ...nowhere, message });
        if (end !== null) report.explain(end);
      }
    };
    return {
      line(text, number) {
        const added = text.includes(': ') ? addition.exec(text)?.[1] : undefined;
        if (added !== undefined) return readAddition(added);
        complete();
        const [, level, labelledRest = ''] = text.startsWith('[') ? (labelled.exec(text) ?? []) : [];
        const remaining = labelledRest.replace(/^\[ERROR\] /, '');
        if (level !== undefined && /^Results ?:/.test(remaining)) isResults = true;
        else if (/^(?:Tests run: |BUILD )/.test(remaining)) isResults = false;
        if (level === 'ERROR' && (isResults || isTestError.test(remaining))) hasTestErrors = true;
        if (level === 'INFO') readInfo(remaining);
        else if (isResults) return;
        else if (level === 'ERROR' && unreadable.test(remaining))
          project ??= unreadable.exec(remaining)?.[1] ?? null;
        else if (level !== undefined && !noise.test(remaining))
          readProblem(level === 'ERROR' ? 'error' : 'warning', remaining, number);
      },
      leavesErrors: () => hasTestErrors,
      end() {
        complete();
        if (modules.total < 2) {
          if (project !== null) report.say(`project ${project}`);
          return;
        }
        const failed = failedModule === null ? '' : ` (${failedModule})`;
        report.say(
          `modules: ${modules.get('SUCCESS')} built, ${modules.get('FAILURE')} failed${failed}, ${modules.get('SKIPPED')} skipped`,
        );
      },
    };
  },
});

/** Splits a long chain of causes: its start names what was requested, its last part why that failed. */
function spreadChain(text: string): [start: string, end: string | null] {
  const chain = text.trimEnd().replace(/ @$/, '');
  if (chain.length < 320) return [chain, null];
  const index = chain.indexOf(': ', chain.length - 240);
  const end = index === -1 ? chain.indexOf(' ', chain.length - 180) : index + 2;
  return [chain.slice(0, chain.lastIndexOf(' ', 140)), end === -1 ? null : chain.slice(end)];
}
