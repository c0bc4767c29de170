import { mark } from '../marks.ts';
import { isTestProgram } from './recognise-tests.ts';
import { plainPath } from './stack-frame.ts';
import { ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict =
  /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, (\d+) timed out)?(?:, (\d+) not run)?(?: in ([\d.]+) seconds?)?$/;
const point = /^ ([✓✗-]) (\S.*)$/;
const location = /in test file (\S+), line (\d+)\)/;

/** The pretty output of bats. Its TAP output is read by the TAP summarizer. */
export const bats = summarizerOf({
  kind: 'bats',
  isNamed: isTestProgram('bats'),
  marks: [
    mark(
      (text) =>
        (text.includes('\n ✓ ') || text.includes('\n ✗ ')) &&
        /^\d+ tests?, \d+ failures?(?:, \d+ skipped)?/m.test(text),
      '\n ✓ ',
      '\n ✗ ',
    ),
  ],
  words: ['failed', 'passed', 'skipped', 'not run'],
  createLineReader: () => readLine,
});

function readLine(line: string): LineMeaning | null {
  const match = line.includes(' failure') ? verdict.exec(line) : null;
  if (match) {
    const [total = 0, failed = 0, skipped = 0, late = 0, absent = 0] = match
      .slice(1, 6)
      .map((count) => Number(count ?? 0));
    return {
      kind: 'counts',
      counts: [
        [failed, 'failed'],
        [total - failed - skipped - late - absent, 'passed'],
        [skipped, 'skipped'],
        [absent, 'not run'],
      ],
    };
  }
  const start = point.exec(line);
  if (start) return start[1] === '✗' ? { kind: 'failure', name: [(start[2] ?? '').trim()] } : ended;
  const test = line.includes(', line ') ? locationOf(line) : null;
  if (test) return test;
  return line.includes('(from function ') ? nothing : null;
}

/** `(in test file test/rates.bats, line 6)`. */
function locationOf(line: string): LineMeaning | null {
  const match = location.exec(line);
  return match
    ? { kind: 'location', test: { path: plainPath(match[1] ?? ''), line: match[2] ?? null } }
    : null;
}
