import { mark } from '../marks.ts';
import { createFailureText } from './failure-text.ts';
import { ended, type LineMeaning, nothing, summarizerOf } from './test-form.ts';

const verdict =
  /^(?:\d+ (?:doctests?|properties|property|features?), )*(\d+) tests?, (\d+) failures?(?:, (\d+) invalid)?(?:, (\d+) excluded)?(?:, (\d+) skipped)?$/;
const failureStart = /^ {0,2}\d+\) ((?:test|doctest|property|feature) .+) \(([\w.]+)\)$/;
/** `       (parcel 0.1.0) lib/rates.ex:2: Rates.rate/2`, but not of Elixir itself. */
const frame = /^ {7,40}(?:\((?!elixir |stdlib |ex_unit |kernel )[\w .-]+\) )?(\S+\.exs?):(\d+): /;
/** `             ** (CaseClauseError) no case clause matching: 1`: why another process ended. */
const innerError = /^ {6,40}(\*\* \((?!EXIT\)).+)$/;
const location = /^ {5}(\S+\.exs?):(\d+)$/;

/** `mix test` output. */
export const exunit = summarizerOf({
  kind: 'exunit',
  isNamed: ({ name, args }) => name === 'mix' && args[0] === 'test',
  marks: [
    mark(
      (text) => /^Finished in [\d.]+ seconds/m.test(text) && /^\d+ tests, \d+ failures/m.test(text),
      ' tests, ',
    ),
  ],
  words: ['failed', 'invalid', 'passed', 'skipped', 'excluded'],
  createText() {
    const text = createFailureText();
    let inner: string | null = null;
    return {
      add(line) {
        inner = innerError.exec(line)?.[1] ?? inner;
        const match = frame.exec(line);
        const value = /^ {5}(left|right): +(\S.*)$/.exec(line);
        if (match) text.add(`at ${match[1]}:${match[2]}`);
        else if (value) text.add(`${value[1] === 'left' ? 'actual' : 'expected'}: ${value[2]}`);
        else text.add(line);
      },
      finish(file) {
        const meaning = text.finish(file);
        return inner === null ? meaning : { ...meaning, message: [...meaning.message.slice(0, 1), inner] };
      },
    };
  },
  createLineReader: () => readLine,
});

function readLine(line: string): LineMeaning | null {
  const first = line[0];
  if (first !== undefined && first >= '0' && first <= '9') {
    const match = verdict.exec(line);
    if (!match) return null;
    const others = [...line.matchAll(/(\d+) (?:doctest|propert|feature)/g)];
    const total = others.reduce((sum, matched) => sum + Number(matched[1]), Number(match[1]));
    const [failed = 0, invalid = 0, excluded = 0, skipped = 0] = match
      .slice(2)
      .map((count) => Number(count ?? 0));
    return {
      kind: 'counts',
      counts: [
        [failed, 'failed'],
        [invalid, 'invalid'],
        [Math.max(0, total - failed - invalid - excluded - skipped), 'passed'],
        [skipped, 'skipped'],
        [excluded, 'excluded'],
      ],
    };
  }
  const time = line.startsWith('Finished in ') ? /^Finished in ([\d.]+ seconds)/.exec(line)?.[1] : undefined;
  if (time !== undefined) return { kind: 'duration', duration: time };
  if (first === undefined) return null;
  if (first !== ' ') return ended;
  const start = failureStart.exec(line);
  if (start) return { kind: 'failure', name: [start[1] ?? '', `(${start[2]})`] };
  const test = location.exec(line);
  if (test) return { kind: 'location', test: { path: test[1] ?? '', line: test[2] ?? null } };
  return /^ {5}(?:code: |stacktrace:)/.test(line) ? nothing : null;
}
