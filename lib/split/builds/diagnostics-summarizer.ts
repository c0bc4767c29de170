import type { Section } from '../facts.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { describeDiagnostics, type ReportedCounts } from './describe-diagnostics.ts';
import type { DiagnosticSeverity } from './diagnostic.ts';
import { type DiagnosticGathering, gatherDiagnostics } from './gather-diagnostics.ts';
import { type BuildMarks, recogniseBuild } from './recognise-build.ts';

/** Receives what a parser finds. */
export interface DiagnosticReport extends Pick<DiagnosticGathering, 'add' | 'countOnly' | 'explain'> {
  /** A new round begins and reports again what is still there, so earlier findings are dropped. */
  clear(): void;
  /** The tool's own counts; `all`: whatever the severity. */
  count(severity: DiagnosticSeverity | 'all', count: number): void;
  /** Added to the first line, after the counts: `469 fixable with --fix`. */
  say(text: string): void;
}

export interface DiagnosticParser {
  line(text: string, number: number): void;
  /** Called after the last line, so that buffered diagnostics can be added. */
  end?(): void;
  /** The kind of tool, where the lines identify it better than the command. */
  kind?(): string;
  /** Whether a linter printed this output, though in a compiler's format. */
  isLinter?(): boolean;
  sections?(): Section[];
  /** Whether errors were left to another summarizer, so that none found here does not mean none. */
  leavesErrors?(): boolean;
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
            : describeDiagnostics(found, {
                isLinter,
                hasNoLevels,
                reported,
                leavesErrors: parser.leavesErrors?.() ?? false,
              });
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
