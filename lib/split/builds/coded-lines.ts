import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import type { Diagnostic, DiagnosticSeverity } from './diagnostic.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

/**
 * How one linter prints a line: groups path, line, column, level, code and message, as far as it prints them.
 */
interface Form {
  kind: string;
  pattern: RegExp;
  /** A substring checked before the pattern, because most lines do not match. */
  has: string;
}

const location = String.raw`^(?:\s{0,4})(?<path>\S[^:]{0,400}):(?<line>\d{1,9})`;
const forms: Form[] = [
  {
    kind: 'rubocop',
    has: '/',
    pattern: new RegExp(
      `${location}:(?<column>\\d+): (?<level>[ACIRWEF]): (?:\\[\\w+\\] )?(?<code>[A-Z]\\w+(?:/\\w+)+): (?<message>.*)$`,
    ),
  },
  {
    kind: 'hadolint',
    has: ' ',
    pattern: new RegExp(
      `${location}(?::\\d+)? (?<code>(?:DL|SC)\\d{4}) (?<level>error|warning|info|style): (?<message>.*)$`,
    ),
  },
  {
    kind: 'markdownlint',
    has: 'MD',
    pattern: new RegExp(
      `${location}(?::(?<column>\\d+))? (?:(?<level>error|warning) )?(?<code>MD\\d{3}(?:/[\\w-]+){0,4}) (?<message>.*)$`,
    ),
  },
  {
    kind: 'cpplint',
    has: ']',
    pattern: new RegExp(`${location}: {2}(?<message>.*) {2}\\[(?<code>[\\w/+]+)\\] \\[\\d\\]$`),
  },
  {
    kind: 'pyright',
    has: ' - ',
    pattern: new RegExp(
      `${location}:(?<column>\\d+) - (?<level>error|warning|information): (?<message>.*?)(?: \\((?<code>report\\w+)\\))?$`,
    ),
  },
  {
    kind: 'php',
    has: ' on line ',
    pattern:
      /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(?<message>.*) in (?<path>\S.{0,400}) on line (?<line>\d+)$/,
  },
  { kind: 'ruby', has: '.rb:', pattern: new RegExp(`${location}: (?<message>syntax error.*)$`) },
  { kind: 'ruby', has: '.rb:', pattern: new RegExp(`${location}: (?<level>warning): (?<message>.*)$`) },
];

const marks = [
  mark(
    /^\S[^:\n]{0,300}:\d+:\d+: [CWEFR]: (?:\[Correctable\] )?[A-Z]\w+\/\w+/m,
    ': C: ',
    ': W: ',
    ': E: ',
    ': F: ',
    ': R: ',
  ),
  mark(/^\S[^:\n]{0,300}:\d+ DL\d{4} (?:error|warning|info|style): /m, ' DL'),
  mark(/^\S[^:\n]{0,300}:\d+(?::\d+)? (?:error )?MD\d{3}\/[\w-]+/m, ' MD'),
  mark(/^ {2}\S[^:\n]{0,300}:\d+:\d+ - (?:error|warning): .*\(report\w+\)$/m, '(report'),
  mark(
    /^(?:PHP )?Parse error: .* on line \d+$|^No syntax errors detected in \S/m,
    'Parse error: ',
    'No syntax errors detected in ',
  ),
  mark(/^\S[^:\n]{0,300}\.rb:\d+: (?:syntax error|warning: )/m, '.rb:'),
];

/**
 * Linters that print one line per problem, with its code: rubocop, hadolint, markdownlint, cpplint, pyright;
 * php -l and ruby -c.
 */
export const codedLines = diagnosticsSummarizer({
  kind: 'rubocop',
  isLinter: true,
  names: ({ name, args }) =>
    isProgram(
      'rubocop',
      'standardrb',
      'hadolint',
      'markdownlint',
      'markdownlint-cli2',
      'mdl',
      'cpplint',
      'pyright',
      'basedpyright',
    )({ name, args }) ||
    ((name === 'php' || name === 'ruby') && args.some((word) => /^-w?[lc]$|^-cw$/.test(word))),
  marks,
  parse(report) {
    let known: Form | null = null;
    let whole = 0;
    const readWhole = (text: string) => {
      if (!/^[\dNS]/.test(text)) return;
      if (text.startsWith('No syntax errors detected') || text === 'Syntax OK') whole += 1;
      const [, correctable] = /, (\d+) offenses? (?:auto)?-?correctable$/.exec(text) ?? [];
      if (correctable !== undefined) report.say(`${correctable} correctable with -a`);
      const [, files = '', offenses] = /^(\d+ files?) inspected, (\d+) offenses?/.exec(text) ?? [];
      if (offenses === undefined) return;
      report.count('all', Number(offenses));
      report.say(`${files} inspected`);
    };
    return {
      line(text, number) {
        if (!text.includes(':')) return readWhole(text);
        for (const form of known ? [known, ...forms] : forms) {
          const match = text.includes(form.has) ? form.pattern.exec(text)?.groups : undefined;
          if (!match) continue;
          known = form;
          return report.add(diagnosticOf(match, number));
        }
        readWhole(text);
      },
      end() {
        if (whole > 0) report.say(`${plural(whole, 'file')} without syntax errors`);
      },
      kind: () => known?.kind ?? 'php',
    };
  },
});

function diagnosticOf(found: Record<string, string | undefined>, number: number): Diagnostic {
  const { path = null, line, column, level = 'error', code = null, message = '' } = found;
  return {
    severity: severityOf(level),
    path,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
    code,
    message,
    number,
  };
}

const severityOf = (level: string): DiagnosticSeverity => {
  if (/^(?:error|E|F)$/.test(level)) return 'error';
  return /^(?:warning|W)$/.test(level) ? 'warning' : 'info';
};
