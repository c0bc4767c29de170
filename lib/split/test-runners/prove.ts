import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { filesFailed } from './files-failed.ts';
import { isTestProgram, recogniseTests } from './recognise-tests.ts';
import { createTapNotes, type TapNotes } from './tap-notes.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^Files=(\d+), Tests=(\d+), +(\d+ wallclock secs)/;
const ofFile = /^(\S+) +\(Wstat: \d+(?: \([^)]*\))? Tests: (\d+) Failed: (\d+)\)$/;
/** `Can't locate object method "next" via package "Cron" at t/next.t line 3.` */
const death = /^\S.{0,500} at (\S+\.t) line \d+\.$/;
const maxDeaths = 100;
const failedTest = /^# {3}Failed test '(.*)'$/;

const marks = [mark(/^Files=\d+, Tests=\d+, /m, 'Files=')];

/** Perl's test harness. The test files print their own failure details before it, on standard error. */
export const prove: Summarizer = {
  kind: 'prove',
  covers: 'part',
  recognise: recogniseTests(isTestProgram('prove'), marks),
  read: readProve,
};

interface OpenFailure {
  name: string;
  /** Of a subtest. */
  isInner: boolean;
  notes: TapNotes;
  line: number;
}

function readProve(): Reader {
  const report = createTestReport();
  let result: { files: number; tests: number; time: string } | null = null;
  let failed = 0;
  let failedFiles = 0;
  let file: { path: string; line: number; failed: number } | null = null;
  let open: OpenFailure | null = null;
  let isInnerFailed = false;
  /** What Perl said when it died in a test file, by that file. */
  const deaths = new Map<string, string>();

  const close = () => {
    const meaning = open?.notes.meaning();
    if (open && meaning) {
      const says = meaning.message.length + meaning.sides.actual.length + meaning.sides.expected.length > 0;
      // A test fails because its subtests do.
      if (says || open.isInner || !isInnerFailed)
        report.fail({ ...meaning, name: [open.name], line: open.line });
      isInnerFailed = open.isInner;
    }
    open = null;
  };
  return {
    line(raw, number) {
      const isInner = raw.startsWith('    ') && raw.trimStart().startsWith('#');
      const line = isInner ? raw.trimStart() : raw;
      if (line[0] === '#') {
        const match = failedTest.exec(line);
        if (match) {
          close();
          open = { name: match[1] ?? '', isInner, notes: createTapNotes(null), line: number };
        } else if (/^#\s{3,}/.test(line)) open?.notes.diagnostic(line);
        else close();
        return;
      }
      const died = line.endsWith('.') ? death.exec(line)?.[1] : undefined;
      if (died !== undefined && deaths.size < maxDeaths && !deaths.has(died)) deaths.set(died, line);
      const matched = line.startsWith('Files=') ? verdict.exec(line) : null;
      if (matched) {
        result = {
          files: (result?.files ?? 0) + Number(matched[1]),
          tests: (result?.tests ?? 0) + Number(matched[2]),
          time: matched[3] ?? '',
        };
        return;
      }
      const match = line.includes('(Wstat: ') ? ofFile.exec(line) : null;
      if (match) {
        close();
        file = { path: match[1] ?? '', line: number, failed: Number(match[3]) };
        failed += file.failed;
        failedFiles += 1;
      } else if (file && line.startsWith('  Parse errors: ')) {
        // The test file crashed, or ran fewer tests than planned.
        report.fail({
          name: [line.trim()],
          test: { path: file.path, line: null },
          raised: null,
          message: [deaths.get(file.path)].filter((text) => text !== undefined),
          sides: noSides,
          line: number,
        });
      }
    },
    finish() {
      close();
      if (!result) return null;
      return report.summarize({
        kind: 'prove',
        counts: [
          [failed, 'failed'],
          [result.tests - failed, 'passed or skipped'],
        ],
        duration: result.time,
        also: [filesFailed(failedFiles, result.files)],
      });
    },
  };
}
