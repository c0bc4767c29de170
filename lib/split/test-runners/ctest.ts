import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { isProgram, recogniseTests } from './recognise-tests.ts';
import { noSides } from './test-failure.ts';
import { createTestReport } from './test-report.ts';

const verdict = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/;
const totalTime = /^Total Test time \(real\) = +([\d.]+ sec)/;
const point =
  /^ *\d+\/\d+ +Test +#\d+: (\S+) \.*(?:\s+|\*\*\*)(Passed|Failed|Timeout|Exception: \w+|Not Run|Skipped)/;
const listed = /^\t *\d+ - (.+?) \((.+)\)$/;

const marks = [
  mark(
    /^ *\d+\/\d+ +Test +#\d+: |^\d+% tests passed, \d+ tests? failed out of \d+$/m,
    'Test ',
    '% tests passed',
  ),
];

/** Known by its marks alone, since the tests it runs may tell more. */
export const ctest: Summarizer = {
  kind: 'ctest',
  covers: 'part',
  recognise: recogniseTests(isProgram(), marks),
  read: readCtest,
};

function readCtest(): Reader {
  const report = createTestReport();
  let told: { failed: number; total: number } | null = null;
  let duration: string | null = null;
  let passed = 0;
  let skipped = 0;
  const seen: { name: string; said: string; line: number }[] = [];
  return {
    line(line, number) {
      const found = line.includes('Test ') ? point.exec(line) : null;
      if (found) {
        if (found[2] === 'Passed') passed += 1;
        else if (found[2] === 'Skipped') skipped += 1;
        else if (seen.length < 300) seen.push({ name: found[1] ?? '', said: found[2] ?? '', line: number });
        return;
      }
      const said = line.includes('% tests passed') ? verdict.exec(line) : null;
      if (said)
        told = {
          failed: (told?.failed ?? 0) + Number(said[1]),
          total: (told?.total ?? 0) + Number(said[2]),
        };
      else if (line.startsWith('Total Test time')) duration = totalTime.exec(line)?.[1] ?? null;
      else if (told && line.startsWith('\t')) {
        const name = listed.exec(line);
        if (name && !seen.some((known) => known.name === name[1]) && seen.length < 300)
          seen.push({ name: name[1] ?? '', said: name[2] ?? '', line: number });
      }
    },
    finish() {
      if (!told && passed + seen.length === 0) return null;
      for (const { name, said, line } of seen)
        report.fail({
          name: [name],
          test: null,
          raised: null,
          message: said === 'Failed' ? [] : [said],
          sides: noSides,
          line,
        });
      return report.summarize({
        kind: 'ctest',
        counts: [
          [told?.failed ?? seen.length, 'failed'],
          [told ? told.total - told.failed - skipped : passed, 'passed'],
          [skipped, 'skipped'],
        ],
        duration,
        also: told ? [] : ['stopped before its report'],
      });
    },
  };
}
