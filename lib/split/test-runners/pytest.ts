import type { Fact } from '../facts.ts';
import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import { createCoverageNotes } from './coverage-notes.ts';
import { createPytestBlocks, isBlockTitle, type PytestBlocks } from './pytest-blocks.ts';
import { createPytestProgress } from './pytest-progress.ts';
import { createPytestRuns } from './pytest-runs.ts';
import { type PytestVerdict, readPytestVerdict } from './pytest-verdict.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { formatLocation, type SourceLocation } from './source-location.ts';
import { stackFrame } from './stack-frame.ts';
import { createTestReport } from './test-report.ts';
import { isBad } from './test-verdict.ts';

const summaryLine = /^(FAILED|ERROR|SUBFAIL(?:ED)?(?:\([^)]*\)|\[[^\]]*\])?) ([^\s:]+\.py\S*|[^\s(]\S*)(.*)$/;
const collection = /^collected (\d+) items?(?: \/ .*?(\d+) selected)?/;
const overlapping = /^(?:errors?|subtests? \w+)$/;
const maxNotes = 6;
const maxStrays = 2_000;
const crashStart = 'INTERNALERROR>';

const marks = [
  mark(/^=+ test session starts =+$/m, '= test session starts ='),
  mark(
    /^(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|errors?|skipped)\b[^\n]*) in \d[\d.]*s\b[^\n]*$/m,
    ' passed in ',
    ' passed, ',
    ' failed in ',
    ' failed, ',
    ' error in ',
    ' error, ',
    ' errors in ',
    ' errors, ',
    ' skipped in ',
    ' skipped, ',
    'tests ran in ',
  ),
];

/** Lines that accompany a verdict which any program might print. */
const frame =
  /^=+ (?:test session starts|FAILURES|ERRORS|warnings summary|short test summary info) =+$|\[ *\d+%\]$|^[.FEsxX]+$/m;

export const pytest: Summarizer = {
  kind: 'pytest',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('pytest', 'py.test'), marks, frame),
  read: readPytest,
};

type Part = 'failures' | 'warnings' | 'durations' | 'summary' | 'other';

function readPytest({ programs }: Evidence): Reader {
  const runs = createPytestRuns(programs);
  const report = createTestReport();
  const coverage = createCoverageNotes();
  const blocks = createPytestBlocks();
  const progress = createPytestProgress();
  /** Lines that look like the short summary, which may have lost its heading. */
  let strays: Parameters<typeof blocks.name>[] = [];
  const notes: Fact[] = [];
  /** `null`: no heading was read yet. */
  let part: Part | null = null;
  /** `null`: not reported, or by several runs. */
  let collected: number | null = null;
  let collections = 0;
  let crash: Fact | null = null;
  let crashLocation: SourceLocation | null = null;

  const note = (text: string, line: number, rank: number) => {
    if (notes.length < maxNotes)
      notes.push({ rank: rank + notes.length, line, text: quote(text), quotes: [quote(text)] });
  };
  const readHeading = (line: string) => {
    const title = line.replaceAll(/^=+ | =+$/g, '');
    blocks.close();
    if (title === 'test session starts') runs.start();
    if (title === 'FAILURES' || title === 'ERRORS') part = 'failures';
    else if (title.startsWith('warnings summary')) part = 'warnings';
    else if (title.startsWith('slowest')) part = 'durations';
    else part = title.startsWith('short test summary') ? 'summary' : 'other';
    if (part === 'summary') strays = [];
    if (part === 'failures') blocks.open();
  };
  /** The last line says what happened; the last project frame says where. */
  const readCrash = (line: string, number: number) => {
    const text = line.slice(crashStart.length);
    const frame = stackFrame(text);
    runs.abort();
    if (frame?.own) crashLocation = frame.own;
    if (!frame && /^ [A-Za-z_][\w.]*(?:: |$)/.test(text)) {
      const message = quote(text);
      crash = {
        rank: ranks.cause,
        line: number,
        text: crashLocation === null ? message : `${formatLocation(crashLocation)} ${message}`,
        quotes: crashLocation === null ? [message] : [crashLocation.path, message],
      };
    }
  };
  const readNote = (line: string, number: number) => {
    if (part === 'warnings' && /^ {2}\S.*Warning: /.test(line)) note(line, number, ranks.context);
    if (part === 'durations' && /^\d[\d.]*s (?:call|setup|teardown)/.test(line))
      note(line, number, ranks.lead);
  };
  return {
    line(line, number) {
      const first = line[0];
      if (first === '=' || (first !== undefined && first >= '0' && first <= '9') || first === 'n') {
        const verdict = readPytestVerdict(line);
        if (verdict) {
          runs.end(verdict);
          blocks.close();
          for (const stray of strays.splice(0)) blocks.name(...stray);
          return;
        }
        if (first === '=' && /^=+ .+ =+$/.test(line)) return readHeading(line);
      }
      if (first === 'c' && line.startsWith('collected ')) {
        const [, all, selected] = collection.exec(line) ?? [];
        collections += 1;
        collected = collections === 1 && all !== undefined ? Number(selected ?? all) : null;
      }
      const failed = first === 'F' || first === 'E' || first === 'S' ? summaryLine.exec(line) : null;
      if (failed && part !== 'failures') {
        const named = [failed[2] ?? '', failed[3] ?? '', number, failed[1] === 'ERROR'] as const;
        if (part === 'summary') blocks.name(...named);
        else if (strays.length < maxStrays) strays.push([...named]);
        return;
      }
      // The output begins below the heading.
      if (part === null && first === '_' && isBlockTitle(line)) part = 'failures';
      if (line.startsWith(crashStart)) return readCrash(line, number);
      if (part === 'failures') blocks.line(line, number);
      else {
        if (line.includes('[100%]')) runs.complete();
        progress.line(line, number);
        coverage.line(line, number);
        readNote(line, number);
      }
    },
    finish() {
      blocks.close();
      const verdict = runs.sum();
      for (const stray of strays) blocks.name(...stray);
      const shown = verdict === null ? progress.counts() : [];
      if (shown.length > 0)
        for (const { id, line, isError } of progress.failures) blocks.addUnnamed(id, line, isError);
      if (verdict === null && blocks.count === 0 && crash === null && shown.length === 0) return null;
      // In a run that passed, what looks like a failure was printed by a test.
      if (
        verdict === null ||
        verdict.also.length > 0 ||
        verdict.counts.some(([count, word]) => count > 0 && isBad(word))
      )
        for (const failure of blocks.failures()) report.fail(failure);
      return report.summarize({
        kind: 'pytest',
        counts: verdict?.counts ?? (shown.length > 0 ? shown : blockCounts(blocks)),
        // A test that failed or passed may have an error in its teardown, too.
        ...((verdict?.counts ?? shown).some(([count, word]) => count > 0 && overlapping.test(word))
          ? { total: collected }
          : {}),
        runs: runs.runs(),
        duration: verdict?.duration ?? null,
        also: verdict === null ? ['stopped before its report'] : verdict.also,
        notes: [...(crash ? [crash] : []), ...coverage.facts(), ...notes],
        isBroken: crash !== null || coverage.isMissed || (verdict?.also.length ?? 0) > 0,
      });
    },
  };
}

/** A run whose report was cut off: what was printed of it. */
const blockCounts = ({ count, errorCount }: PytestBlocks): PytestVerdict['counts'] => [
  [count - errorCount, 'failed'],
  [errorCount, errorCount === 1 ? 'error' : 'errors'],
];
