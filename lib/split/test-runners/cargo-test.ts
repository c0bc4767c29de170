import { createReader } from '../create-reader.ts';
import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { createCounts } from './counts.ts';
import { createPanicText, type PanicText } from './panic-text.ts';
import { recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const verdict =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; (\d+) filtered out(?:; finished in ([\d.]+)s)?/;
const point = /^test (.+?) \.\.\. (ok|FAILED|ignored)/;
const blockStart = /^---- (.+) (?:stdout|stderr) ----$/;
/** `     Running tests/rates.rs (target/debug/deps/rates-1a2b)`, `   Doc-tests parcel`. */
const targetStart = /^\s+(?:Running (?:unittests )?(\S+)(?: \(\S+\))?|Doc-tests (\S+))$/;
const maxTargets = 20;

const marks = [
  mark(/^test result: (?:ok|FAILED)\. \d+ passed; /m, 'test result: '),
  mark(/^running \d+ tests?\ntest /m, 'running '),
];

/** `cargo test` output for libraries, binaries and doc examples. */
export const cargoTest: Summarizer = {
  kind: 'cargo test',
  covers: 'part',
  recognise: recogniseTests(
    ({ name, args }) =>
      name === 'cargo' && !args.includes('nextest') && (args.includes('test') || args[0] === 't'),
    marks,
  ),
  read: readCargoTest,
};

interface OpenFailure {
  name: string;
  text: PanicText;
  line: number;
}

function runsOf(starts: Tally): string[] {
  const runs = starts.top(1)[0]?.count ?? 0;
  return runs > 1 ? [`the sum of ${figure(runs)} runs`] : [];
}

function readCargoTest(): Reader {
  return createReader(initialReading(), readLine, finishReading);
}

const initialReading = () => ({
  report: createTestReport(),
  result: createCounts(),
  listed: createCounts(),
  seconds: 0,
  isFound: false,
  /** nextest prints what each test's own process prints. */
  isOfNextest: false,
  open: null as OpenFailure | null,
  target: null as { name: string; line: number } | null,
  targets: 0,
  /** The lines that start targets: a target that starts again is of another run. */
  starts: createTally(maxTargets),
  /** Targets that failed. Cargo stops at the first one unless run with `--no-fail-fast`. */
  failedTargets: [] as Fact[],
});
type Reading = ReturnType<typeof initialReading>;

function close(reading: Reading) {
  if (reading.open)
    reading.report.fail({
      ...reading.open.text.finish(),
      name: [reading.open.name],
      line: reading.open.line,
    });
  reading.open = null;
}

function endTarget(reading: Reading, passed: number, failed: number) {
  reading.targets += 1;
  if (reading.target && failed > 0 && reading.failedTargets.length < maxTargets)
    reading.failedTargets.push({
      rank: ranks.lead + reading.failedTargets.length / 10,
      line: reading.target.line,
      text: `${reading.target.name}: ${figure(failed)} failed, ${figure(passed)} passed`,
      quotes: [reading.target.name],
    });
  reading.target = null;
}

function readLine(reading: Reading, line: string, number: number) {
  const first = line[0];
  if (first === 't' && line.startsWith('test ')) {
    const match = verdict.exec(line);
    if (match) {
      close(reading);
      reading.isFound = true;
      const words = ['passed', 'failed', 'ignored', 'measured', 'filtered out'];
      for (const [index, word] of words.entries()) reading.result.add(word, Number(match[index + 1]));
      reading.seconds += Number(match[6] ?? 0);
      endTarget(reading, Number(match[1]), Number(match[2]));
      return;
    }
    const matched = reading.open ? null : point.exec(line);
    if (matched) reading.listed.add(matched[2] ?? '', 1);
  }
  reading.isOfNextest ||= first === ' ' && line.startsWith(' Nextest run ID ');
  const started = first === ' ' && reading.open === null ? targetStart.exec(line) : null;
  if (started) {
    reading.target = { name: started[1] ?? started[2] ?? '', line: number };
    reading.starts.add(line.slice(0, 300));
  }
  const start = first === '-' ? blockStart.exec(line) : null;
  if (start) {
    close(reading);
    reading.open = { name: start[1] ?? '', text: createPanicText(), line: number };
  } else if (reading.open && line === 'failures:') close(reading);
  else if (reading.open) reading.open.text.add(line);
}

function finishReading(reading: Reading): Summary | null {
  close(reading);
  if (reading.isOfNextest || (!reading.isFound && reading.listed.isEmpty)) return null;
  const failed = reading.isFound ? reading.result.of('failed') : reading.listed.of('FAILED');
  return reading.report.summarize({
    kind: 'cargo test',
    counts: [
      [failed, 'failed'],
      [reading.isFound ? reading.result.of('passed') : reading.listed.of('ok'), 'passed'],
      [reading.isFound ? reading.result.of('ignored') : reading.listed.of('ignored'), 'ignored'],
      [reading.result.of('measured'), 'measured'],
      [reading.result.of('filtered out'), 'filtered out'],
    ],
    duration: reading.isFound ? `${reading.seconds.toFixed(2)}s` : null,
    also: reading.isFound ? runsOf(reading.starts) : ['stopped before its report'],
    notes: reading.targets > 1 ? reading.failedTargets : [],
  });
}
