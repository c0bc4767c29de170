import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Diagnostic, DiagnosticSeverity } from './diagnostic.ts';
import { type DiagnosticReport, diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { isProgram } from './recognise-build.ts';

const biomeHead =
  /^(\S.{0,400}?)(?::(\d+):(\d+))? ((?:lint|assist|parse|format|organizeImports|suppressions|internalError|syntax|configuration|plugin|flags|check|ci|project)[\w/]*)(?: {1,2}[A-Z ]+)? ?━/;
const drawnHead = /^ {0,4}([!×x⚠✖]) (?:([\w-]+(?:\([\w/-]+\)|::[\w:-]+)): )?(.+)$/;
const drawnLocation = /^ {0,8}(?:,-|╭─)\[ ?(.{1,400}?):(\d+):(\d+) ?\]/;

/** Linters that draw the location below the message: biome, oxlint, and others that use miette. */
export const drawnLinters = diagnosticsSummarizer({
  kind: 'biome',
  isLinter: true,
  names: isProgram('biome', 'oxlint', 'rome', 'ultracite'),
  marks: [
    mark(
      (text) => text.includes('━━') && /^\S.{0,400}?:\d+:\d+ (?:lint|assist|parse)[\w/]* .*━━/m.test(text),
      ' lint',
      ' assist',
      ' parse',
    ),
    mark(/^ {2}[!×x⚠] [\w-]+\([\w/-]+\): .*\n {1,8}(?:,-|╭─)\[/m, ',-[', '╭─['),
  ],
  parse(report) {
    let pending: Omit<Diagnostic, 'message'> | null = null;
    let drawn: Diagnostic | null = null;
    let isBiome = false;
    let fixable = 0;
    return {
      line(text, number) {
        if (text.includes('━━')) {
          const [, path = '', line, column, code = ''] = biomeHead.exec(text) ?? [];
          isBiome = true;
          if (text.includes('FIXABLE')) fixable += 1;
          pending = {
            ...numbers(line, column),
            severity: 'error',
            path,
            code: code.replace(/^lint\//, ''),
            number,
          };
          if (path === '') pending = null;
          return;
        }
        const location = drawn && text.includes('[') ? drawnLocation.exec(text) : null;
        if (drawn && location) {
          report.add({ ...drawn, path: location[1] ?? null, ...numbers(location[2], location[3]) });
          drawn = null;
          return;
        }
        const head = text.startsWith(' ') ? drawnHead.exec(text) : null;
        if (head && pending) {
          report.add({
            ...pending,
            severity: severityOf(head[1]),
            message: text.slice(text.search(/\S/) + 2),
          });
          pending = null;
        } else if (head && !isBiome && head[2] !== undefined) {
          const [, mark, code, message = ''] = head;
          drawn = {
            ...numbers(),
            severity: severityOf(mark),
            path: null,
            code: code ?? null,
            message,
            number,
          };
        } else if (/^ {2}(?:help|i (?:Safe|Unsafe) fix)[:,]/.test(text))
          report.explain(text.replace(/^ +i /, ''));
        else if (/^[A-Z]/.test(text)) readTotals(text, report);
      },
      end() {
        if (fixable > 0) report.say(`${figure(fixable)} of the shown are fixable`);
      },
      kind: () => (isBiome ? 'biome' : 'oxlint'),
    };
  },
});

const severityOf = (mark: string | undefined): DiagnosticSeverity =>
  mark === '!' || mark === '⚠' ? 'warning' : 'error';

const numbers = (line?: string, column?: string) => ({
  line: line === undefined ? null : Number(line),
  column: column === undefined ? null : Number(column),
});

function readTotals(text: string, report: DiagnosticReport): void {
  const files =
    /^Checked (\d+ files?) in /.exec(text)?.[1] ?? /^Finished in .{1,40} on (\d+ files?)\b/.exec(text)?.[1];
  if (files !== undefined) report.say(`${files} checked`);
  for (const [, count, severity] of text.matchAll(/\b(\d{1,9}) (error|warning|info)s?\b/g)) {
    if (text.startsWith('Found ')) report.count(severity as DiagnosticSeverity, Number(count));
  }
}
