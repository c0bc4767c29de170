import { codeBehind } from './code-behind.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseKotlinLine } from './parse-kotlin-line.ts';
import { parseLinkerLine } from './parse-linker-line.ts';
import { parsePlace } from './parse-place.ts';
import { isProgram } from './recognise-build.ts';

const names = isProgram(
  ...[
    'gcc',
    'g++',
    'cc',
    'c++',
    'clang',
    'clang++',
    'ld',
    'javac',
    'kotlinc',
    'swiftc',
    'swift',
    'mypy',
    'dmypy',
  ],
  ...[
    'zig',
    'ghc',
    'gfortran',
    'nasm',
    'protoc',
    'scalac',
    'ocamlc',
    'emcc',
    'nvcc',
    'clang-tidy',
    'cppcheck',
    'pyright',
  ],
);

/**
 * Compilers that print as GNU ones do (https://www.gnu.org/prep/standards/html_node/Errors.html): `path:line:column: error: …`:
 * gcc, clang, javac, swiftc, mypy and many others; and the linkers they call.
 */
export const compilers = diagnosticsSummarizer({
  kind: 'compiler',
  names,
  marks:
    /^(?:\[\w+\] )?[^\s:][^:\n]{0,300}:\d+:(?:\d+:)? (?:fatal )?(?:error|warning|ERROR): |^\S*ld(?:\.\w+)?: .*(?:undefined reference|cannot find -l)|^collect2: error|^Undefined symbols for architecture|^[ew]: (?:file:\/\/)?\/.{1,300}?\.kts?:/m,
  runsUnder: isProgram('make', 'gmake', 'ninja', 'cmake', 'meson', 'bazel', 'scons', 'sh', 'bash'),
  parse(report, evidence) {
    const isNamed = evidence.programs.some(names);
    let firstPath: string | null = null;
    let unfinished: Diagnostic | null = null;
    let from: string | null = null;
    const complete = (text: string): void => {
      if (!unfinished) return;
      const diagnostic = unfinished;
      unfinished = null;
      if (/^ {2}symbol: /.test(text)) report.add({ ...diagnostic, code: null, detail: text.trim() });
      else if (isHeadOnly(diagnostic))
        add(report, { ...diagnostic, message: `${diagnostic.message} ${text.trim()}`.trim() }, '');
      else add(report, diagnostic, text);
    };
    return {
      line(text, number) {
        if (text === '') return;
        if (unfinished?.message === 'cannot find symbol' && !/^ {2}symbol: /.test(text)) {
          if (/^\s/.test(text)) return;
        }
        complete(text);
        const start = text.charCodeAt(0);
        if (start === 32 || start === 9) return readBelow(text, number, report);
        const placed = text.includes(':')
          ? parsePlace(start === 91 || start === 110 ? text.replace(otherPrefix, '') : text)
          : null;
        const said = placed ? severityOf(placed.rest) : null;
        if (placed && !said && /^ +required from here$/.test(placed.rest)) from = text;
        if (placed && said && !placed.path.endsWith('.rs')) {
          firstPath ??= placed.path;
          const diagnostic = { ...placed, ...said, code: null, number };
          if (needsNextLine(diagnostic)) unfinished = diagnostic;
          else add(report, diagnostic, '');
          if (from !== null) report.explain(from);
          from = null;
          return;
        }
        const kotlin = text[1] === ':' ? parseKotlinLine(text, number) : null;
        if (kotlin) {
          firstPath ??= kotlin.path;
          return report.add(kotlin);
        }
        const linked = parseLinkerLine(text, number);
        if (linked) report.add(linked);
        else if (!placed) readRemark(text, number, report, isNamed);
      },
      end: () => complete(''),
      kind: () => kindOf(firstPath, evidence.programs.find(names)?.name ?? null),
    };
  },
});

/** What sbt and npm put before the lines of others. */
const otherPrefix = /^(?:\[(?:error|warn)\]|npm (?:error|ERR!)) /;

const severities: Record<string, Severity> = {
  'fatal error': 'error',
  error: 'error',
  Error: 'error',
  ERROR: 'error',
  warning: 'warning',
  Warning: 'warning',
  WARNING: 'warning',
  style: 'info',
  performance: 'info',
  portability: 'info',
  information: 'info',
  note: 'info',
};

function severityOf(rest: string): { severity: Severity; message: string } | null {
  const [whole, word = '', bracket] =
    /^(fatal error|[A-Za-z]{4,11})(\[[\w-]+\])?(?::|$)(?: |$)/.exec(rest) ??
    /^(- (?:error|warning)): /.exec(rest) ??
    [];
  const severity = severities[word.replace('- ', '')];
  if (whole === undefined || severity === undefined) return null;
  const message = rest.slice(whole.length);
  // A note belongs to what stands before it; only shellcheck's stand for themselves.
  if (word === 'note' && !/\[SC\d+\]$/.test(message)) return null;
  return { severity, message: bracket === undefined ? message : `${bracket} ${message}`.trim() };
}

/** mypy breaks long messages; ghc begins them on the next line; javac names the symbol further below. */
const needsNextLine = ({ path, message }: Diagnostic): boolean =>
  isHeadOnly({ message }) ||
  message === 'cannot find symbol' ||
  (path?.endsWith('.py') === true && !message.endsWith(']'));

/** ghc says what it is alone, the rest below. */
const isHeadOnly = ({ message }: Pick<Diagnostic, 'message'>): boolean => /^(?:\[[\w-]+\])?$/.test(message);

/** Takes the code from where the tool put it: `… [-Wunused]`, `… [arg-type]`, `[rawtypes] …`. */
function add(report: DiagnosticReport, diagnostic: Diagnostic, nextLine: string): void {
  const { path, message } = diagnostic;
  const isBroken = path?.endsWith('.py') === true && !message.endsWith(']') && /^\S.*\]$/.test(nextLine);
  const behind = codeBehind(isBroken ? nextLine : message);
  const before = behind ? null : /^\[([A-Za-z-][\w-]*)\] (.*)$/.exec(message);
  report.add({
    ...diagnostic,
    code: behind?.code ?? before?.[1] ?? null,
    message: isBroken ? message : (behind?.message ?? before?.[2] ?? message),
  });
  if (isBroken && behind) report.explain(behind.message);
}

/** javac tells below the place what it looked for; Apple's linker lists symbols. */
function readBelow(text: string, number: number, report: DiagnosticReport): void {
  const missing = text.endsWith('referenced from:')
    ? /^ {2}(".*", referenced from:)$/.exec(text)?.[1]
    : undefined;
  if (missing !== undefined) report.add({ ...nowhere, message: missing, number });
  if (/^ {2}(?:required|found|reason): /.test(text)) report.explain(text);
}

const ownPrograms =
  /^(?:\S*\/)?(?:[\w.+-]+-)?(?:gcc|g\+\+|cc1(?:plus)?|cc|c\+\+|clang(?:\+\+)?|ld(?:\.\w+)?|lld|javac|mypy|swiftc?|kotlinc?|zig)(?:-[\d.]+)?: (fatal error|error|warning): (.*)$/;

/** What a compiler says of no place, and what it counted. */
function readRemark(text: string, number: number, report: DiagnosticReport, isNamed: boolean): void {
  const counted =
    /^(?:Found )?(\d+) (error|warning)s?(?: in (?:\d+ files?|1 file).*)?$/.exec(text) ??
    /^only showing the first \d+ (?:error|warning)s, of (\d+) total; use -Xmax(err|warn)/.exec(text);
  const own = ownPrograms.exec(text) ?? (isNamed ? /^(error|warning): (.*)$/.exec(text) : null);
  if (text === 'cc1: all warnings being treated as errors') report.say('warnings are errors (-Werror)');
  else if (counted) report.count(counted[2]?.startsWith('err') ? 'error' : 'warning', Number(counted[1]));
  else if (own && !/linker command failed|too many errors/.test(text)) {
    const severity = own[1] === 'warning' ? 'warning' : 'error';
    report.add({ ...nowhere, severity, message: own[2] ?? '', number });
  }
}

const nowhere = { severity: 'error', path: null, line: null, column: null, code: null } as const;

const kinds: [RegExp, string][] = [
  [/\.(?:sh|bash|bats)$/, 'shellcheck'],
  [/\.pyi?$/, 'mypy'],
  [/\.java$/, 'javac'],
  [/\.swift$/, 'swiftc'],
  [/\.kts?$/, 'kotlinc'],
  [/\.hs$/, 'ghc'],
];

const kindOf = (path: string | null, program: string | null): string =>
  program ?? kinds.find(([pattern]) => path !== null && pattern.test(path))?.[1] ?? 'gcc';
