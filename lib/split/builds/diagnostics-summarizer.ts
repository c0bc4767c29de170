import type { Section } from '../facts.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { describeDiagnostics, type ReportedCounts } from './describe-diagnostics.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import { type DiagnosticGathering, gatherDiagnostics } from './gather-diagnostics.ts';
import { type BuildMarks, recogniseBuild } from './recognise-build.ts';

/** Where a parser puts what it finds. */
export interface DiagnosticReport extends Pick<DiagnosticGathering, 'add' | 'countOnly' | 'explain'> {
  /** A new round begins: what was found before is found again, if it is there still. */
  clear(): void;
  /** What the tool itself counted; `all`: whatever its severity. */
  count(severity: DiagnosticSeverity | 'all', count: number): void;
  /** For the first line, behind the counts: `469 fixable with --fix`. */
  say(text: string): void;
}

export interface DiagnosticParser {
  line(text: string, number: number): void;
  /** The last line has come: what is still held may be added. */
  end?(): void;
  /** What it is, where the lines tell it better than the command. */
  kind?(): string;
  /** It printed as a compiler does, and is none. */
  isLinter?(): boolean;
  sections?(): Section[];
}

/** How one tool prints its diagnostics. */
export interface Dialect extends BuildMarks {
  kind: string;
  isLinter?: boolean;
  hasNoLevels?: boolean;
  parse(report: DiagnosticReport, evidence: Evidence): DiagnosticParser;
}

export const diagnosticsSummarizer = (dialect: Dialect): Summarizer => ({
  kind: dialect.kind,
  covers: 'part',
  recognise: recogniseBuild(dialect),
  read(evidence) {
    const { hasNoLevels = false } = dialect;
    const begin = () => gatherDiagnostics(dialect.isLinter ? 'code' : 'message');
    let gathering = begin();
    const messages: string[] = [];
    let reported: ReportedCounts = {};
    const parser = dialect.parse(
      {
        add: (diagnostic) => gathering.add(diagnostic),
        countOnly: (diagnostic) => gathering.countOnly(diagnostic),
        explain: (text) => gathering.explain(text),
        clear() {
          gathering = begin();
          reported = {};
          messages.length = 0;
        },
        count: (severity, count) => {
          reported[severity] = count;
        },
        say: (text) => {
          if (messages.length < 8 && !messages.includes(text)) messages.push(text);
        },
      },
      evidence,
    );
    return {
      line: parser.line,
      finish() {
        parser.end?.();
        const found = gathering.gathered();
        const isLinter = dialect.isLinter ?? parser.isLinter?.() ?? false;
        const extra = parser.sections?.() ?? [];
        if (found.total === 0 && messages.length === 0) return null;
        const result =
          found.total === 0
            ? { verdict: null, sections: [] }
            : describeDiagnostics(found, { isLinter, hasNoLevels, reported });
        return {
          kind: parser.kind?.() ?? dialect.kind,
          verdict: [...(result.verdict === null ? [] : [result.verdict]), ...messages],
          statesSize: true,
          sections: [...result.sections, ...extra],
          explainsFailure: found.counts.error > 0 || (isLinter && found.total > 0),
        };
      },
    };
  },
});
