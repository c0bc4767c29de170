import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
  const report = createTestReport();
  const result = createCounts();
  const listed = createCounts();
  let seconds = 0;
  let isFound = false;
  /** nextest prints what each test's own process prints. */
  let isOfNextest = false;
  let open: OpenFailure | null = null;
  let target: { name: string; line: number } | null = null;
  let targets = 0;
  /** The lines that start targets: a target that starts again is of another run. */
  const starts = createTally(maxTargets);
  /** Targets that failed. Cargo stops at the first one unless run with `--no-fail-fast`. */
  const failedTargets: Fact[] = [];

  const close = () => {
    if (open) report.fail({ ...open.text.finish(), name: [open.name], line: open.line });
    open = null;
  };
  const endTarget = (passed: number, failed: number) => {
    targets += 1;
    if (target && failed > 0 && failedTargets.length < maxTargets)
      failedTargets.push({
        rank: ranks.lead + failedTargets.length / 10,
        line: target.line,
        text: `${target.name}: ${figure(failed)} failed, ${figure(passed)} passed`,
        quotes: [target.name],
      });
    target = null;
  };
  return {
    line(line, number) {
      const first = line[0];
      if (first === 't' && line.startsWith('test ')) {
        const match = verdict.exec(line);
        if (match) {
          close();
          isFound = true;
          const words = ['passed', 'failed', 'ignored', 'measured', 'filtered out'];
          for (const [index, word] of words.entries()) result.add(word, Number(match[index + 1]));
          seconds += Number(match[6] ?? 0);
          endTarget(Number(match[1]), Number(match[2]));
          return;
        }
        const matched = open ? null : point.exec(line);
        if (matched) listed.add(matched[2] ?? '', 1);
      }
      isOfNextest ||= first === ' ' && line.startsWith(' Nextest run ID ');
      const started = first === ' ' && open === null ? targetStart.exec(line) : null;
      if (started) {
        target = { name: started[1] ?? started[2] ?? '', line: number };
        starts.add(line.slice(0, 300));
      }
      const start = first === '-' ? blockStart.exec(line) : null;
      if (start) {
        close();
        open = { name: start[1] ?? '', text: createPanicText(), line: number };
      } else if (open && line === 'failures:') close();
      else if (open) open.text.add(line);
    },
    finish() {
      close();
      if (isOfNextest || (!isFound && listed.isEmpty)) return null;
      const failed = isFound ? result.of('failed') : listed.of('FAILED');
      return report.summarize({
        kind: 'cargo test',
        counts: [
          [failed, 'failed'],
          [isFound ? result.of('passed') : listed.of('ok'), 'passed'],
          [isFound ? result.of('ignored') : listed.of('ignored'), 'ignored'],
          [result.of('measured'), 'measured'],
          [result.of('filtered out'), 'filtered out'],
        ],
        duration: isFound ? `${seconds.toFixed(2)}s` : null,
        also: isFound ? runsOf(starts) : ['stopped before its report'],
        notes: targets > 1 ? failedTargets : [],
      });
    },
  };
}
