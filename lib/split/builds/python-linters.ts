import { mark } from '../marks.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';
import { isProgram } from './recognise-build.ts';

const coded = /^([A-Z]{1,5}\d{2,5}|invalid-syntax|SyntaxError|E\d+):?(?: (\[\*\]))? (.*)$/;
/** `C0114: Missing module docstring (missing-module-docstring)` beside which another linter ran. */
const ofPylint = /^[CRWEFI]\d{4}: .*\([a-z]+(?:-[a-z]+)+\)$/;
/** Ruff's full format: the rule at the left margin, the location below it. */
const ruffHead = /^([A-Z]{1,5}\d{2,5}|invalid-syntax):?(?: (\[\*\]|\[-\]))? (.*)$/;
const ruffLocation = /^ {0,10}--> (.{1,400}?):(\d+):(\d+)$/;
/** Undefined names and syntax errors: these break the program, the other rules are style. */
const serious = /^(?:E9|F(?:[5-7]|82|831)|PLE|invalid-syntax|SyntaxError)/;

/** flake8, ruff, pycodestyle, pydocstyle, pyflakes: `path:line:column: F401 …`. They have no severities. */
export const pythonLinters = diagnosticsSummarizer({
  kind: 'flake8',
  isLinter: true,
  hasNoLevels: true,
  names: ({ name, args }) =>
    isProgram('flake8', 'ruff', 'pycodestyle', 'pydocstyle', 'pyflakes')({ name, args }) &&
    args[0] !== 'format',
  marks: [
    mark(
      /^[^\s:][^:\n]{0,300}\.(?:pyi?|ipynb)(?::cell \d+)?:\d+:(?:\d+:)? (?:[A-Z]{1,5}\d{3,4} |invalid-syntax: )(?!.*\([a-z-]+\)$)|^[A-Z]{1,5}\d{3,4} .*\n {0,8}--> .{1,300}?\.py/m,
      '.py:',
      '.pyi:',
      '.ipynb:',
      '--> ',
    ),
  ],
  parse(report, evidence) {
    const name = evidence.programs.find(isProgram('ruff', 'pycodestyle', 'pydocstyle', 'pyflakes'))?.name;
    const hasPylint = evidence.programs.some(isProgram('pylint'));
    let headed: Diagnostic | null = null;
    let isRuff = false;
    return {
      line(text, number) {
        if (text === '') return;
        const location = headed ? ruffLocation.exec(text) : null;
        if (headed && location) {
          const at = { path: location[1] ?? null, line: Number(location[2]), column: Number(location[3]) };
          report.add({ ...headed, ...at });
          headed = null;
          return;
        }
        const placed = text.startsWith(' ') ? null : parseLocated(text);
        if (placed && (ofPylint.test(placed.rest) || (hasPylint && /^[CRWEFI]\d{4}: /.test(placed.rest))))
          return;
        const match = placed ? coded.exec(placed.rest) : null;
        if (placed && (match || name === 'pyflakes')) {
          const [, code = null, , message = placed.rest] = match ?? [];
          return report.add({ ...placed, severity: severityOf(code), code, message, number });
        }
        const head = placed ? null : ruffHead.exec(text);
        if (head) {
          const [, code = '', , message = ''] = head;
          const nowhere = { path: null, line: null, column: null };
          headed = { ...nowhere, severity: severityOf(code), code, message, number };
        } else if (text.startsWith('help: ')) report.explain(text);
        else if (readTotals(text, report)) isRuff = true;
      },
      kind: () => name ?? (isRuff ? 'ruff' : 'flake8'),
    };
  },
});

const severityOf = (code: string | null) => (code !== null && serious.test(code) ? 'error' : 'warning');

/**
 * Reads the totals.
 * @returns true for a line that only ruff prints
 */
function readTotals(text: string, report: DiagnosticReport): boolean {
  const match = /^Found (\d+) errors?(?: \((\d+) fixed, (\d+) remaining\))?\./.exec(text);
  if (match?.[2] !== undefined) report.say(`${match[2]} fixed`);
  const fixable = /^(?:\[\*\] |No fixes available \()(\d+) (?:fixable with|hidden fix)/.exec(text);
  if (fixable && text.startsWith('[')) report.say(`${fixable[1]} fixable with --fix`);
  return match !== null || fixable !== null;
}
