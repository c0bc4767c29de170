import type { Fact } from '../facts.ts';
import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { quote } from '../quote.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
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

/** What was read of the runs so far. */
interface PytestState {
  readonly runs: ReturnType<typeof createPytestRuns>;
  readonly report: ReturnType<typeof createTestReport>;
  readonly coverage: ReturnType<typeof createCoverageNotes>;
  readonly blocks: ReturnType<typeof createPytestBlocks>;
  readonly progress: ReturnType<typeof createPytestProgress>;
  /** Lines that look like the short summary, which may have lost its heading. */
  strays: Parameters<ReturnType<typeof createPytestBlocks>['name']>[];
  readonly notes: Fact[];
  /** `null`: no heading was read yet. */
  part: Part | null;
  /** `null`: not reported, or by several runs. */
  collected: number | null;
  collections: number;
  crash: Fact | null;
  crashLocation: SourceLocation | null;
}

function readPytest({ programs }: Pick<Evidence, 'programs'>): Reader {
  const reading = initialReading({ programs });
  return {
    line: (line, number) => readLine(reading, line, number),
    finish: () => finishReading(reading),
  };
}

const initialReading = ({ programs }: Pick<Evidence, 'programs'>): PytestState => ({
  runs: createPytestRuns(programs),
  report: createTestReport(),
  coverage: createCoverageNotes(),
  blocks: createPytestBlocks(),
  progress: createPytestProgress(),
  strays: [],
  notes: [],
  part: null,
  collected: null,
  collections: 0,
  crash: null,
  crashLocation: null,
});

function readLine(reading: PytestState, line: string, number: number) {
  const first = line[0];
  if (first === '=' || (first !== undefined && first >= '0' && first <= '9') || first === 'n') {
    const verdict = readPytestVerdict(line);
    if (verdict) {
      reading.runs.end(verdict);
      reading.blocks.close();
      for (const stray of reading.strays.splice(0)) reading.blocks.name(...stray);
      return;
    }
    if (first === '=' && /^=+ .+ =+$/.test(line)) return readHeading(reading, line);
  }
  if (first === 'c' && line.startsWith('collected ')) {
    const [, all, selected] = collection.exec(line) ?? [];
    reading.collections += 1;
    reading.collected = reading.collections === 1 && all !== undefined ? Number(selected ?? all) : null;
  }
  const failed = first === 'F' || first === 'E' || first === 'S' ? summaryLine.exec(line) : null;
  if (failed && reading.part !== 'failures') {
    const named = [failed[2] ?? '', failed[3] ?? '', number, failed[1] === 'ERROR'] as const;
    if (reading.part === 'summary') reading.blocks.name(...named);
    else if (reading.strays.length < maxStrays) reading.strays.push([...named]);
    return;
  }
  // The output begins below the heading.
  if (reading.part === null && first === '_' && isBlockTitle(line)) reading.part = 'failures';
  if (line.startsWith(crashStart)) return readCrash(reading, line, number);
  if (reading.part === 'failures') reading.blocks.line(line, number);
  else {
    if (line.includes('[100%]')) reading.runs.complete();
    reading.progress.line(line, number);
    reading.coverage.line(line, number);
    readNote(reading, line, number);
  }
}

function finishReading(reading: PytestState): Summary | null {
  reading.blocks.close();
  const verdict = reading.runs.sum();
  for (const stray of reading.strays) reading.blocks.name(...stray);
  const shown = verdict === null ? reading.progress.counts() : [];
  if (shown.length > 0)
    for (const { id, line, isError } of reading.progress.failures)
      reading.blocks.addUnnamed(id, line, isError);
  if (verdict === null && reading.blocks.count === 0 && reading.crash === null && shown.length === 0)
    return null;
  // In a run that passed, what looks like a failure was printed by a test.
  if (
    verdict === null ||
    verdict.also.length > 0 ||
    verdict.counts.some(([count, word]) => count > 0 && isBad(word))
  )
    for (const failure of reading.blocks.failures()) reading.report.fail(failure);
  return reading.report.summarize({
    kind: 'pytest',
    counts: verdict?.counts ?? (shown.length > 0 ? shown : blockCounts(reading.blocks)),
    // A test that failed or passed may have an error in its teardown, too.
    ...((verdict?.counts ?? shown).some(([count, word]) => count > 0 && overlapping.test(word))
      ? { total: reading.collected }
      : {}),
    runs: reading.runs.runs(),
    duration: verdict?.duration ?? null,
    also: verdict === null ? ['stopped before its report'] : verdict.also,
    notes: [...(reading.crash ? [reading.crash] : []), ...reading.coverage.facts(), ...reading.notes],
    isBroken: reading.crash !== null || reading.coverage.isMissed || (verdict?.also.length ?? 0) > 0,
  });
}

function note(pytest: PytestState, text: string, line: number, rank: number): void {
  if (pytest.notes.length < maxNotes)
    pytest.notes.push({ rank: rank + pytest.notes.length, line, text: quote(text), quotes: [quote(text)] });
}

function readHeading(pytest: PytestState, line: string): void {
  const title = line.replaceAll(/^=+ | =+$/g, '');
  pytest.blocks.close();
  if (title === 'test session starts') pytest.runs.start();
  if (title === 'FAILURES' || title === 'ERRORS') pytest.part = 'failures';
  else if (title.startsWith('warnings summary')) pytest.part = 'warnings';
  else if (title.startsWith('slowest')) pytest.part = 'durations';
  else pytest.part = title.startsWith('short test summary') ? 'summary' : 'other';
  if (pytest.part === 'summary') pytest.strays = [];
  if (pytest.part === 'failures') pytest.blocks.open();
}

/** The last line says what happened; the last project frame says where. */
function readCrash(pytest: PytestState, line: string, number: number): void {
  const text = line.slice(crashStart.length);
  const frame = stackFrame(text);
  pytest.runs.abort();
  if (frame?.own) pytest.crashLocation = frame.own;
  if (!frame && /^ [A-Za-z_][\w.]*(?:: |$)/.test(text)) {
    const message = quote(text);
    pytest.crash = {
      rank: ranks.cause,
      line: number,
      text: pytest.crashLocation === null ? message : `${formatLocation(pytest.crashLocation)} ${message}`,
      quotes: pytest.crashLocation === null ? [message] : [pytest.crashLocation.path, message],
    };
  }
}

function readNote(pytest: PytestState, line: string, number: number): void {
  if (pytest.part === 'warnings' && /^ {2}\S.*Warning: /.test(line))
    note(pytest, line, number, ranks.context);
  if (pytest.part === 'durations' && /^\d[\d.]*s (?:call|setup|teardown)/.test(line))
    note(pytest, line, number, ranks.lead);
}

/** A run whose report was cut off: what was printed of it. */
const blockCounts = ({ count, errorCount }: PytestBlocks): PytestVerdict['counts'] => [
  [count - errorCount, 'failed'],
  [errorCount, errorCount === 1 ? 'error' : 'errors'],
];
