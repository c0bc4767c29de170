import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const placed =
  /^\s{0,12}(?:\d+>)?(\S.{0,400}?)\((\d{1,9})(?:,(\d{1,9}))?(?:,\d+,\d+|-\d+)?\) ?: (?:fatal )?(error|warning) ([A-Z]{1,8}\d{2,5}): (.*)$/;
const unplaced =
  /^\s{0,12}(?:\d+>)?(?:(\S.{0,400}?) ?: )?(?:fatal )?(error|warning) ((?!TS)[A-Z]{2,8}\d{2,5}): (.*)$/;

/**
 * MSBuild and the compilers under it: C#, F#, Visual Basic, MSVC. What MSBuild repeats at its end is counted
 * once.
 */
export const dotnet = diagnosticsSummarizer({
  kind: 'dotnet',
  names: isProgram('dotnet', 'msbuild', 'xbuild', 'csc', 'mcs', 'fsc', 'cl'),
  marks: [
    mark(
      /^(?:.{0,400}\): |\S.* : )?(?:error|warning) (?:CS|FS|BC|NU|NETSDK|MSB|LNK|CA|IDE|SA|C)\d{3,5}: /m,
      'error C',
      'error FS',
      'error BC',
      'error NU',
      'error NETSDK',
      'error MSB',
      'error LNK',
      'error IDE',
      'error SA',
      'warning C',
      'warning FS',
      'warning BC',
      'warning NU',
      'warning NETSDK',
      'warning MSB',
      'warning LNK',
      'warning IDE',
      'warning SA',
    ),
    mark(/^Build (?:FAILED|succeeded)\.$/m, 'Build FAILED.', 'Build succeeded.'),
  ],
  parse(report) {
    let isRepeated = false;
    const projects = new Set<string>();
    return {
      line(text, number) {
        if (text.startsWith('Build ')) isRepeated ||= /^Build (?:FAILED|succeeded)\.$/.test(text);
        const counted = /^\s+(\d+) (Error|Warning)\(s\)$/.exec(text);
        if (counted) return report.count(counted[2] === 'Error' ? 'error' : 'warning', Number(counted[1]));
        if (isRepeated || !/(?:error|warning) [A-Z]/.test(text)) return;
        const match = placed.exec(text);
        const other = match ? null : unplaced.exec(text);
        const [, path = null, line, column, severity, code = '', words = ''] = match ?? spread(other);
        if (severity === undefined) return;
        const [, message = words, project] = /^(.*) \[([^[\]]+proj)(?:::[^\]]*)?\]$/.exec(words) ?? [];
        if (project !== undefined && projects.size < 500) projects.add(project);
        report.add({
          severity: severity === 'error' ? 'error' : 'warning',
          path,
          line: line === undefined ? null : Number(line),
          column: column === undefined ? null : Number(column),
          code,
          message,
          number,
        });
      },
      end() {
        if (projects.size > 1) report.say(`of ${plural(projects.size, 'project')}`);
      },
    };
  },
});

/** Puts the groups of `unplaced` at the indexes they have in `placed`. */
const spread = (match: RegExpExecArray | null): (string | undefined)[] =>
  match ? [match[0], undefined, undefined, undefined, match[2], match[3], match[4]] : [];
