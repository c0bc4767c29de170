import type { Section } from '../facts.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import type { Severity } from './diagnostic.ts';
import { type DiagnosticGathering, gatherDiagnostics } from './gather-diagnostics.ts';
import { type BuildMarks, recogniseBuild } from './recognise-build.ts';
import { tellDiagnostics } from './tell-diagnostics.ts';

/** Where a parser puts what it finds. */
export interface DiagnosticReport extends Pick<DiagnosticGathering, 'add' | 'explain'> {
  /** What the tool itself counted. */
  count(severity: Severity, count: number): void;
  /** For the first line, behind the counts: `469 fixable with --fix`. */
  say(text: string): void;
}

export interface DiagnosticParser {
  line(text: string, number: number): void;
  /** The last line has come: what is still held may be added. */
  end?(): void;
  /** What it is, where the lines tell it better than the command. */
  kind?(): string;
  sections?(): Section[];
}

/** How one tool prints its diagnostics. */
export interface Dialect extends BuildMarks {
  kind: string;
  isLinter?: boolean;
  hasNoLevels?: boolean;
  /** Under other programs too, where the output is too long for marks to be looked for in all of it. */
  runsUnder?: BuildMarks['names'];
  parse(report: DiagnosticReport, evidence: Evidence): DiagnosticParser;
}

/** Of a shorter output all of it is looked at for marks. */
const longCharacters = 32_000;

export const diagnosticsSummarizer = (dialect: Dialect): Summarizer => ({
  kind: dialect.kind,
  covers: 'part',
  recognise(evidence) {
    const isLong = evidence.head.length >= longCharacters;
    const mayHideIt = isLong && evidence.programs.some((program) => dialect.runsUnder?.(program));
    return recogniseBuild(evidence, dialect) ?? (mayHideIt ? 'marked' : null);
  },
  read(evidence) {
    const { isLinter = false, hasNoLevels = false } = dialect;
    const gathering = gatherDiagnostics(isLinter ? 'code' : 'message');
    const said: string[] = [];
    const reported: Partial<Record<Severity, number>> = {};
    const parser = dialect.parse(
      {
        add: gathering.add,
        explain: gathering.explain,
        count: (severity, count) => {
          reported[severity] = count;
        },
        say: (text) => {
          if (said.length < 8 && !said.includes(text)) said.push(text);
        },
      },
      evidence,
    );
    return {
      line: parser.line,
      finish() {
        parser.end?.();
        const found = gathering.gathered();
        const extra = parser.sections?.() ?? [];
        if (found.total === 0 && said.length === 0) return null;
        const told =
          found.total === 0
            ? { verdict: null, sections: [] }
            : tellDiagnostics(found, { isLinter, hasNoLevels, reported });
        return {
          kind: parser.kind?.() ?? dialect.kind,
          verdict: [...(told.verdict === null ? [] : [told.verdict]), ...said],
          tellsSize: true,
          sections: [...told.sections, ...extra],
          tellsFailure: found.counts.error > 0 || (isLinter && found.total > 0),
        };
      },
    };
  },
});
