import { mark } from '../marks.ts';
import { createTally } from '../tally.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
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
    const reading = initialReading(report);
    return {
      line: (text, number) => readLine(reading, text, number),
      leavesErrors: () => reading.hasTestErrors,
      end: () => end(reading),
    };
  },
});

const initialReading = (report: DiagnosticReport) => ({
  report,
  modules: createTally(3),
  failedModule: null as string | null,
  project: null as string | null,
  hasErrors: false,
  hasEnded: false,
  /** Between `Results:` and the sum of the tests stand failures and flakes, which the tests' summarizer reads. */
  isResults: false,
  hasTestErrors: false,
  unfinished: null as Diagnostic | null,
});
type Reading = ReturnType<typeof initialReading>;

function complete(reading: Reading) {
  if (reading.unfinished) reading.report.add(reading.unfinished);
  reading.unfinished = null;
}

function readAddition(reading: Reading, text: string) {
  if (reading.unfinished) reading.unfinished = { ...reading.unfinished, detail: text };
  else if (!reading.hasEnded && !text.startsWith('location')) reading.report.explain(text);
  complete(reading);
}

function readInfo(reading: Reading, text: string) {
  if (/^BUILD (?:SUCCESS|FAILURE)/.test(text)) {
    reading.hasEnded = true;
    reading.report.say(text);
  }
  const [, name = '', state] = module.exec(text) ?? [];
  if (state !== undefined) reading.modules.add(state);
  if (state === 'FAILURE') reading.failedModule ??= name;
  const time = /^Total time: +(.*)$/.exec(text)?.[1];
  if (time !== undefined) reading.report.say(`in ${time}`);
}

function readProblem(reading: Reading, severity: 'error' | 'warning', text: string, number: number) {
  const nowhere = { severity, path: null, line: null, column: null, code: null, number };
  const match = placed.exec(text);
  if (match) {
    if (reading.hasEnded) return;
    const [, path = '', line = match[4], column = match[5], , , message = ''] = match;
    reading.hasErrors ||= severity === 'error';
    reading.unfinished = { ...nowhere, path, line: Number(line), column: Number(column), message };
    if (message !== 'cannot find symbol') complete(reading);
  } else if (text.startsWith('Failed to execute goal ')) {
    reading.project ??= / on project ([\w.-]{1,200}): /.exec(text)?.[1] ?? null;
    if (reading.hasErrors || text.includes('There are test failures')) return;
    const [reason, end] = spreadChain(text.slice(23).replace(/ -> \[Help \d+\]$/, ''));
    reading.report.add({ ...nowhere, message: reason });
    if (end !== null) reading.report.explain(end);
  } else if (severity === 'warning' || (!reading.hasEnded && !text.startsWith(' '))) {
    const [message, end] = spreadChain(text.replace(/ -> \[Help \d+\]$/, '').trim());
    reading.report.add({ ...nowhere, message });
    if (end !== null) reading.report.explain(end);
  }
}

function readLine(reading: Reading, text: string, number: number) {
  const added = text.includes(': ') ? addition.exec(text)?.[1] : undefined;
  if (added !== undefined) return readAddition(reading, added);
  complete(reading);
  const [, level, labelledRest = ''] = text.startsWith('[') ? (labelled.exec(text) ?? []) : [];
  const remaining = labelledRest.replace(/^\[ERROR\] /, '');
  if (level !== undefined && /^Results ?:/.test(remaining)) reading.isResults = true;
  else if (/^(?:Tests run: |BUILD )/.test(remaining)) reading.isResults = false;
  if (level === 'ERROR' && (reading.isResults || isTestError.test(remaining))) reading.hasTestErrors = true;
  if (level === 'INFO') readInfo(reading, remaining);
  else if (reading.isResults) return;
  else if (level === 'ERROR' && unreadable.test(remaining))
    reading.project ??= unreadable.exec(remaining)?.[1] ?? null;
  else if (level !== undefined && !noise.test(remaining))
    readProblem(reading, level === 'ERROR' ? 'error' : 'warning', remaining, number);
}

function end(reading: Reading) {
  complete(reading);
  if (reading.modules.total < 2) {
    if (reading.project !== null) reading.report.say(`project ${reading.project}`);
    return;
  }
  const failed = reading.failedModule === null ? '' : ` (${reading.failedModule})`;
  reading.report.say(
    `modules: ${reading.modules.get('SUCCESS')} built, ${reading.modules.get('FAILURE')} failed${failed}, ${reading.modules.get('SKIPPED')} skipped`,
  );
}

/** Splits a long chain of causes: its start names what was requested, its last part why that failed. */
function spreadChain(text: string): [start: string, end: string | null] {
  const chain = text.trimEnd().replace(/ @$/, '');
  if (chain.length < 320) return [chain, null];
  const index = chain.indexOf(': ', chain.length - 240);
  const end = index === -1 ? chain.indexOf(' ', chain.length - 180) : index + 2;
  return [chain.slice(0, chain.lastIndexOf(' ', 140)), end === -1 ? null : chain.slice(end)];
}
