import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Diagnostic, DiagnosticSeverity } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';
import { isProgram } from './recognise-build.ts';

/** Icon, line, column, level, and the message; at least one of icon and level is present. */
const listed =
  /^\s{0,8}(?:([✖⚠×‼ℹ!])\s+)?(\d{1,7}):(\d{1,7})\s+(?:(error|warning|Error:|Warning:|info|[✖⚠×‼ℹ!])\s+)?(\S.*)$/;
const compact = /^(.{1,400}?): line (\d+), col (\d+), (Error|Warning|Info) - (.*)$/;

/**
 * eslint in its stylish, unix and compact formats, and tools that print alike: stylelint, standard, xo,
 * htmlhint, markdown linters.
 */
export const lintLists = diagnosticsSummarizer({
  kind: 'eslint',
  isLinter: true,
  names: ({ name, args }) =>
    /^(?:eslint|eslint_d|stylelint|xo|yamllint|\w*standard)$/.test(name) ||
    (name === 'next' && args[0] === 'lint'),
  marks: [
    mark(/^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)/m, ' problem'),
    mark(
      /^ {1,8}\d+:\d+ {1,8}(?:error|warning|✖|⚠|×) {1,8}\S.* {2}\S+$/m,
      ' error ',
      ' warning ',
      ' ✖ ',
      ' ⚠ ',
      ' × ',
    ),
    mark(/^\d+:\d+ {2}(?:Error|Warning): \S/m, '  Error: ', '  Warning: '),
    mark(/^\S.*\[(?:Error|Warning)\/[^\][\s]+\]$/m, '[Error/', '[Warning/'),
    mark(/^\S.*: line \d+, col \d+, (?:Error|Warning) - /m, ', col '),
  ],
  parse(report, evidence) {
    const isStandard = evidence.programs.some(isProgram('standard', 'ts-standard', 'semistandard'));
    let path: string | null = null;
    return {
      line(text, number) {
        if (text === '') return;
        const match = listed.exec(text);
        if (match && (match[1] !== undefined || match[4] !== undefined)) {
          report.add(rowOf(match, path, number));
          return;
        }
        if (
          text.startsWith('✖') ||
          text.startsWith('×') ||
          text.includes('fixable') ||
          text.endsWith(' problems')
        )
          return readTotals(text, report);
        if (text.endsWith(')') || text.endsWith(']') || text.includes(': line ')) {
          const found = oneLine(text, isStandard);
          if (found) return report.add({ ...found, number });
        }
        if (/^[^\s:]/.test(text) && /[./\\]/.test(text)) path = text.trim();
      },
      kind: () =>
        evidence.programs.find(({ name }) => /^(?:stylelint|xo|yamllint|\w*standard)$/.test(name))?.name ??
        kindOf(path),
    };
  },
});

/** Parses a row below its file: location, level, message, and the rule after a wider gap. */
function rowOf(
  [, icon = '', line, column, level = icon, message = '']: RegExpExecArray,
  path: string | null,
  number: number,
): Diagnostic {
  const remaining = message.trimEnd();
  const gap = remaining.lastIndexOf('  ');
  const last = gap === -1 ? '' : remaining.slice(gap + 2).trimStart();
  const isRule = last !== '' && !last.includes(' ');
  return {
    path,
    number,
    severity: 'wW⚠‼!'.includes(level[0] ?? 'e') ? 'warning' : 'error',
    line: Number(line),
    column: Number(column),
    code: isRule ? withoutBrackets(last) : remaining.startsWith('Parsing error') ? 'Parsing error' : null,
    message: isRule ? remaining.slice(0, gap).trimEnd() : remaining,
  };
}

const withoutBrackets = (rule: string): string =>
  rule.startsWith('(') ? rule.replace(/^\((.+)\)$/, '$1') : rule;

const kindOf = (path: string | null): string => {
  if (path !== null && /\.(?:css|scss|less|sass)$/.test(path)) return 'stylelint';
  return path !== null && /\.ya?ml$/.test(path) ? 'yamllint' : 'eslint';
};

function oneLine(text: string, isStandard: boolean) {
  const placed = parseLocated(text.trimStart());
  const unix = placed ? /^(.*) \[(Error|Warning)(?:\/([^\]]+))?\]$/.exec(placed.rest) : null;
  const parsable = placed ? /^\[(error|warning)\] (.*) \(([\w-]+)\)$/.exec(placed.rest) : null;
  if (placed && parsable) {
    const [, level, message = '', code = null] = parsable;
    return {
      ...placed,
      severity: level === 'error' ? ('error' as const) : ('warning' as const),
      code,
      message,
    };
  }
  if (placed && unix) {
    const [, message = '', level, code = null] = unix;
    return {
      ...placed,
      severity: (level === 'Error' ? 'error' : 'warning') as DiagnosticSeverity,
      code,
      message,
    };
  }
  const ruled =
    placed && isStandard ? /^(.*) \(([\w@/-]+)\)$/.exec(placed.rest.replace(/ \(warning\)$/, '')) : null;
  if (placed && ruled) {
    const [, message = '', code = null] = ruled;
    const isWarning = placed.rest.endsWith(' (warning)');
    return { ...placed, severity: (isWarning ? 'warning' : 'error') as DiagnosticSeverity, code, message };
  }
  const packed = text.includes(': line ') ? compact.exec(text) : null;
  if (!packed) return null;
  const [, path = '', line, column, level, remaining = ''] = packed;
  const isParsing = remaining.startsWith('Parsing error');
  const [, message = remaining, code = isParsing ? 'Parsing error' : null] =
    /^(.*) \(([\w@/-]+)\)$/.exec(remaining) ?? [];
  return {
    path,
    line: Number(line),
    column: Number(column),
    severity: (level === 'Error' ? 'error' : 'warning') as DiagnosticSeverity,
    code,
    message,
  };
}

function readTotals(text: string, report: DiagnosticReport): void {
  const counted = /^(\d+) problems?$/.exec(text)?.[1];
  if (counted !== undefined) {
    report.count('all', Number(counted));
    return;
  }
  const [, errors, warnings] = /problems? \((\d+) errors?, (\d+) warnings?\)/.exec(text) ?? [];
  if (errors !== undefined) {
    report.count('error', Number(errors));
    report.count('warning', Number(warnings));
    return;
  }
  const fixable = /^\s*(?:(\d+) errors?)?(?: and )?(?:(\d+) warnings?)? (?:are )?potentially fixable/.exec(
    text,
  );
  if (!fixable) return;
  const [, fixableErrors = '0', fixableWarnings = '0'] = fixable;
  const all = Number(fixableErrors) + Number(fixableWarnings);
  const isOfBoth = fixableErrors !== '0' && fixableWarnings !== '0';
  const split = isOfBoth ? ` (${fixableErrors} errors, ${fixableWarnings} warnings)` : '';
  report.say(`${figure(all)} fixable with --fix${split}`);
}
