import { mark } from '../marks.ts';
import { codeBehind } from './code-behind.ts';
import type { Diagnostic, DiagnosticSeverity } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { createMissingSymbols } from './missing-symbols.ts';
import { parseKotlinLine } from './parse-kotlin-line.ts';
import { parseLinkerLine } from './parse-linker-line.ts';
import { type LocatedText, parseLocated } from './parse-located.ts';
import { isProgram } from './recognise-build.ts';
import { createUnfinishedMessage } from './unfinished-message.ts';

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
  ],
);

/**
 * Compilers that print in the GNU format (https://www.gnu.org/prep/standards/html_node/Errors.html):
 * `path:line:column: error: …`: gcc, clang, javac, swiftc, mypy and many others; and the linkers they call.
 */
export const compilers = diagnosticsSummarizer({
  kind: 'compiler',
  names,
  marks: [
    mark(
      /^(?:\[\w+\] )?[^\s:][^:\n]{0,300}:\d+:(?:\d+:)? (?:fatal )?(?:error|warning|ERROR): /m,
      ': error: ',
      ': warning: ',
      ': ERROR: ',
      ': fatal ',
    ),
    mark(
      /^\S*ld(?:\.\w+)?: .*(?:undefined reference|cannot find -l)/m,
      'undefined reference',
      'cannot find -l',
    ),
    mark(
      /^collect2: error|^Undefined symbols for architecture/m,
      'collect2: error',
      'Undefined symbols for architecture',
    ),
    mark(/^[ew]: (?:file:\/\/)?\/.{1,300}?\.kts?:/m, '.kt:', '.kts:'),
  ],
  parse(report, evidence) {
    const isNamed = evidence.programs.some(names);
    const missing = createMissingSymbols();
    let firstPath: string | null = null;
    let from: string | null = null;
    let requested: string | null = null;
    let reportedRequest: string | null = null;
    let within: string | null = null;
    const unfinished = createUnfinishedMessage((diagnostic) => {
      add(report, diagnostic);
      if (from !== null) report.explain(from);
      from = null;
    });
    const kind = () => kindOf(firstPath, evidence.programs.find(names)?.name ?? null);
    /**
     * Of clang's notes below an error in a template, the last one points to the code that instantiated it.
     */
    const reportRequest = () => {
      if (requested === null) return;
      // A repeated request only needs its location.
      report.explain(
        requested === reportedRequest ? requested.slice(0, requested.indexOf(': note: ')) : requested,
      );
      reportedRequest = requested;
      requested = null;
    };
    const readWay = ({ rest }: LocatedText, text: string) => {
      if (/^ +(?:recursively )?required from here$/.test(rest)) from = text;
      else if (rest.startsWith('note: ')) {
        from = null;
        if (rest.endsWith(' requested here')) requested = asked.exec(text)?.[0] ?? null;
      } else if (from === null && /^ +in [‘'`]/.test(rest)) from = evaluated.exec(text)?.[0] ?? null;
    };
    const readLocated = (placed: LocatedText, number: number): boolean => {
      const severity = severityOf(placed.rest);
      if (!severity || otherReaders.test(placed.path)) {
        return false;
      }
      reportRequest();
      firstPath ??= placed.path;
      unfinished.begin({ ...placed, ...severity, code: null, number });
      return true;
    };
    return {
      line(text, number) {
        if (text === '' || unfinished.takes(text)) return;
        unfinished.end();
        const start = text.charCodeAt(0);
        if (start === 32 || start === 9) return readBelow(text, number, report);
        const placed = text.includes(':')
          ? parseLocated(start === 91 || start === 110 ? text.replace(otherPrefix, '') : text)
          : null;
        if (placed && readLocated(placed, number)) return;
        if (placed) readWay(placed, text);
        const kotlin = text[1] === ':' ? parseKotlinLine(text, number) : null;
        if (kotlin) {
          firstPath ??= kotlin.path;
          return report.add(kotlin);
        }
        const linked = parseLinkerLine(text, number);
        if (linked) {
          (missing.add(linked.message) ? report.countOnly : report.add)(linked);
          if (within !== null) report.explain(within);
          within = null;
        } else if (text.endsWith("':")) within = /: (in function `[^`]{1,200}'):$/.exec(text)?.[1] ?? null;
        else if (text.startsWith('>>> referenced by ')) report.explain(text.slice(4));
        else if (!placed) readRemark(text, number, report, isNamed);
      },
      end() {
        unfinished.end();
        reportRequest();
      },
      kind,
      isLinter: () => linters.has(kind()),
      sections: missing.sections,
    };
  },
});

/** Matches up to the template's arguments, which are long. */
const asked = /^.{1,400}?: note: [^<]{1,160}/;
/** gcc prints the code that requested a constant expression before the expression it had to evaluate. */
const evaluated = /^.{1,400}?:\d+:\d+: +in [‘'`]constexpr[’'] expansion of/;

/** Files of rustc and ruby, whose output has its own summarizers. */
const otherReaders = /\.(?:rs|rb)$/;

/** Linters that print in the compilers' format. */
const linters = new Set(['shellcheck', 'cppcheck', 'clang-tidy']);

/** What sbt and npm print before the lines of other tools. */
const otherPrefix = /^(?:\[(?:error|warn)\]|npm (?:error|ERR!)) /;

const severities = new Map<string, DiagnosticSeverity>([
  ['fatal error', 'error'],
  ['error', 'error'],
  ['Error', 'error'],
  ['ERROR', 'error'],
  ['warning', 'warning'],
  ['Warning', 'warning'],
  ['WARNING', 'warning'],
  ['style', 'info'],
  ['performance', 'info'],
  ['portability', 'info'],
  ['information', 'info'],
  ['note', 'info'],
]);

function severityOf(remaining: string): { severity: DiagnosticSeverity; message: string } | null {
  const [whole, word = '', bracket] =
    /^(fatal error|[A-Za-z]{4,11})(\[[\w-]+\])?(?::|$)(?: |$)/.exec(remaining) ??
    // Some tools print the severity as a list item.
    /^- (error|warning): /.exec(remaining) ??
    [];
  const severity = severities.get(word);
  if (whole === undefined || severity === undefined) return null;
  const message = remaining.slice(whole.length);
  // A note belongs to the diagnostic before it; only shellcheck's notes are diagnostics themselves.
  if (word === 'note' && !/\[SC\d+\]$/.test(message)) return null;
  return { severity, message: bracket === undefined ? message : `${bracket} ${message}`.trim() };
}

/** Adds a diagnostic with the code taken from its message: `… [-Wunused]`, `… [arg-type]`, `[rawtypes] …`. */
function add(report: DiagnosticReport, diagnostic: Diagnostic): void {
  const { message, continued = [] } = diagnostic;
  const last = continued.at(-1);
  const behind = codeBehind(last ?? message);
  const before = behind ? null : /^\[([A-Za-z-][\w-]*)\] (.*)$/.exec(message);
  const code = behind?.code ?? before?.[1] ?? null;
  if (last === undefined)
    report.add({ ...diagnostic, code, message: behind?.message ?? before?.[2] ?? message });
  else {
    const pieces = [...continued.slice(0, -1), behind?.message ?? last];
    report.add({ ...diagnostic, code, continued: pieces.filter((piece) => piece !== '') });
  }
}

/** Below the location, javac prints what it looked for; Apple's linker lists symbols. */
function readBelow(text: string, number: number, report: DiagnosticReport): void {
  const missing = text.endsWith('referenced from:')
    ? /^ {2}(".*", referenced from:)$/.exec(text)?.[1]
    : undefined;
  if (missing !== undefined) report.add({ ...nowhere, message: missing, number });
  if (text[2] !== ' ' && /^ {2}(?:required|found|reason): /.test(text)) report.explain(text);
}

const ownPrograms =
  /^(?:\S*\/)?(?:[\w.+-]+-)?(?:gcc|g\+\+|cc1(?:plus)?|cc|c\+\+|clang(?:\+\+)?|ld(?:\.\w+)?|lld|javac|mypy|swiftc?|kotlinc?|zig)(?:-[\d.]+)?: (fatal error|error|warning): (.*)$/;

/** Reads a compiler's messages without a location, and its own counts. */
function readRemark(text: string, number: number, report: DiagnosticReport, isNamed: boolean): void {
  if (!text.includes('error') && !text.includes('warning') && !text.startsWith('Found ')) return;
  const counted =
    /^(?:Found )?(\d+) (error|warning)s?(?: in (?:\d+ files?|1 file).*)?$/.exec(text) ??
    /^only showing the first \d+ (?:error|warning)s, of (\d+) total; use -Xmax(err|warn)/.exec(text);
  const checked = text.startsWith('Found ') ? /\(checked (\d+ source files?)\)$/.exec(text)?.[1] : undefined;
  if (checked !== undefined) report.say(`${checked} checked`);
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
