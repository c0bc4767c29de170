import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';
import { isProgram } from './recognise-build.ts';

const header = /^(error|warning)(?:\[(\w+)\])?: (.*)$/;
const arrow = /^ {0,10}--> (.{1,400}?):(\d{1,9}):(\d{1,9})$/;
const lintName = /#\[(?:warn|deny|forbid)\(([\w:]+)\)\]/;
const maxLints = 200;

/** rustc and clippy, as cargo prints them, and dependencies cargo cannot resolve. */
export const rust = diagnosticsSummarizer({
  kind: 'rustc',
  names: ({ name, args }) =>
    isProgram('cargo', 'rustc', 'cross', 'trunk', 'wasm-pack', 'maturin', 'clippy-driver')({ name, args }) &&
    args[0] !== 'fmt',
  marks: [
    mark(
      /^(?:error\[E\d{4}\]|error: could not compile `|warning: `[^`\n]+` \([^)\n]+\) generated \d)|^ *--> .{1,300}?\.rs:\d+:\d+$|^ {4}Finished (?:`|dev|release|test)/m,
      'error[E',
      'error: could not compile `',
      'warning: `',
      '.rs:',
      '    Finished ',
    ),
  ],
  parse(report) {
    const reading = initialReading(report);
    return {
      line: (text, number) => readLine(reading, text, number),
      end: () => endPart(reading),
    };
  },
});

const initialReading = (report: DiagnosticReport) => ({
  report,
  block: createBlock(report),
  crates: {} as Record<string, number>,
  failed: [] as string[],
  finished: [] as string[],
  isCause: false,
  /** Below `Running \`target/debug/parcel\``, a program prints what it likes. */
  isRunning: false,
  fixable: 0,
  expected: 0,
});
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  if (text === '') {
    reading.isCause = false;
    return reading.block.end();
  }
  reading.isCause ||= text === 'Caused by:';
  if (text.startsWith(' ')) {
    const [, step, remaining] =
      /^ {2,12}(Compiling|Checking|Downloaded|Finished|Documenting) (.*)$/.exec(text) ?? [];
    if (step !== undefined) reading.isRunning = false;
    if (text.startsWith('     Running `')) reading.isRunning = true;
    if (step === 'Finished')
      reading.finished[0] = `finished ${(remaining ?? '').replace(/^`(\w+)`.* in /, '$1 in ')}`;
    else if (step !== undefined) reading.crates[step] = (reading.crates[step] ?? 0) + 1;
    else if (reading.isCause) reading.report.explain(text);
    else reading.block.below(text);
    return;
  }
  const match = header.exec(text);
  if (match && reading.isRunning && !isFollowUp(match[3] ?? '')) return;
  if (!match) return reading.block.beside(text, number);
  reading.block.end();
  const [, severity, code, message = ''] = match;
  const crate = /^could not compile (`[^`]+`(?: \([^)]+\))?)/.exec(message)?.[1];
  if (crate !== undefined && reading.failed.length < 5) reading.failed.push(crate);
  reading.expected += Number(/ due to (\d+) previous errors?/.exec(message)?.[1] ?? 0);
  reading.fixable += Number(/ to apply (\d+) suggestion/.exec(message)?.[1] ?? 0);
  if (isFollowUp(message)) return;
  const isError = severity === 'error';
  reading.block.begin({
    severity: isError ? 'error' : 'warning',
    path: null,
    line: null,
    column: null,
    code: code ?? null,
    message,
    number,
  });
}

function endPart(reading: Reading) {
  reading.block.end();
  if (reading.expected > 0) reading.report.count('error', reading.expected);
  if (reading.failed.length > 0) reading.report.say(`could not compile ${reading.failed.join(', ')}`);
  if (reading.fixable > 0) reading.report.say(`${figure(reading.fixable)} fixable with --fix`);
  const done = (reading.crates.Compiling ?? 0) + (reading.crates.Checking ?? 0);
  if (done > 0 && reading.failed.length === 0) reading.report.say(`${plural(done, 'crate')} built`);
  if (reading.finished[0] !== undefined) reading.report.say(reading.finished[0]);
}

/** Counts of the messages above, and messages that only report failure. */
const isFollowUp = (message: string): boolean =>
  /^(?:could not compile |aborting due to |build failed|(?:doc|bench)?test (?:run )?failed|bench failed|\d+ targets? failed|process didn't exit successfully: `(?:\/|target)|`[^`]+` \([^)]+\) generated |\d+ warnings? emitted)/.test(
    message,
  );

/** Collects the lines of one message, which is complete when the next one begins. */
function createBlock(report: DiagnosticReport) {
  const state = openBlock(report);
  return {
    end: () => end(state),
    begin(diagnostic: Diagnostic) {
      state.pending = diagnostic;
    },
    below: (text: string) => below(state, text),
    beside: (text: string, number: number) => beside(state, text, number),
  };
}

const openBlock = (report: DiagnosticReport) => ({
  report,
  lints: new Map<string, string>(),
  pending: null as Diagnostic | null,
  explanations: [] as string[],
  awaitsFix: false,
});
type BlockState = ReturnType<typeof openBlock>;

function explain(state: BlockState, text: string) {
  if (state.explanations.length < 6 && text !== '') state.explanations.push(text);
}

/** Takes the corrected line below a `help:`. */
function propose(state: BlockState, text: string) {
  const proposed = /^ *\d+ +[|+~] (.*)$/.exec(text)?.[1];
  if (proposed === undefined) return;
  explain(state, proposed.trim());
  state.awaitsFix = false;
}

function end(state: BlockState) {
  if (!state.pending) return;
  const shape = state.pending.message.replaceAll(/`[^`]*`/g, '`');
  const code = state.pending.code ?? state.lints.get(shape) ?? null;
  if (code !== null && state.lints.size < maxLints) state.lints.set(shape, code);
  state.report.add({ ...state.pending, code });
  for (const text of state.explanations) state.report.explain(text);
  state.awaitsFix = false;
  state.pending = null;
  state.explanations = [];
}

/** Reads an indented line: the location, an underline with its label, or a note. */
function below(state: BlockState, text: string) {
  if (!state.pending) return;
  const location = state.pending.path === null ? arrow.exec(text) : null;
  if (location) {
    state.pending = {
      ...state.pending,
      path: location[1] ?? null,
      line: Number(location[2]),
      column: Number(location[3]),
    };
    return;
  }
  const code = state.pending.code === null ? lintName.exec(text)?.[1] : undefined;
  if (code !== undefined) state.pending = { ...state.pending, code };
  else if (state.pending.path === null) explainWhole(text, (text) => explain(state, text));
  else if (state.awaitsFix) propose(state, text);
  else explain(state, labelOf(text, state.pending.message));
}

/** Reads an unindented line: a proposal, or a diagnostic in the short format. */
function beside(state: BlockState, text: string, number: number) {
  const placed = state.pending === null && text.includes('.rs:') ? parseLocated(text) : null;
  const short = placed ? header.exec(placed.rest) : null;
  if (placed && short) {
    const [, severity, code = null, message = ''] = short;
    state.report.add({
      ...placed,
      severity: severity === 'error' ? 'error' : 'warning',
      code,
      message,
      number,
    });
  } else if (state.pending?.path === null && !text.startsWith('For more')) explain(state, text);
  else if (text.startsWith('help: ')) {
    explain(state, text);
    state.awaitsFix = state.pending !== null;
  } else if (state.awaitsFix) propose(state, text);
}

/**
 * For an error without a location, the notes contain the cause: what was looked for, what the linker printed.
 */
function explainWhole(text: string, explain: (text: string) => void): void {
  if (!/^ +(?:\||= note: (?:"|cc |some arguments|use the ))/.test(text)) explain(text.trim());
}

/** The label after the last caret, if the message does not say it already: `expected `u32`, found `i64``. */
function labelOf(text: string, message: string): string {
  const index = text.lastIndexOf('^');
  const label = index === -1 ? '' : text.slice(index + 1).trim();
  const isKnown = label.split(' ').every((word) => message.includes(word));
  return !isKnown && /^[a-z`]/i.test(label) ? label : '';
}
