import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';

const benchmark = /^Benchmark \d{1,4}: (.{1,300})$/;
const mean = /^\s+Time \((?:mean ± σ|abs ≡)\): +(\S+ \w+)(?: ±.{0,100})?$/;
const fastest = /^\s+'?(.{1,300}?)'? ran$/;
const ratio = /^\s+(\d[\d.]*) ± +\S+ times faster than '?(.{1,300}?)'?$/;
const failed = /^Error: |Ignoring non-zero exit code/;
const maxResults = 200;

interface Result {
  name: string;
  mean: string | null;
  line: number;
}

/** Benchmarks of commands: which was the fastest, by how much, and the mean of each. */
export const hyperfine: Summarizer = {
  kind: 'hyperfine',
  covers: 'part',
  recognise(evidence) {
    if (evidence.programs.some(({ name }) => name === 'hyperfine')) return 'named';
    return hasMark(evidence, [mark(/^ +Time \(mean ± σ\): /m, 'Time (mean')]) ? 'marked' : null;
  },
  read() {
    const results: Result[] = [];
    const ratios: { text: string; line: number }[] = [];
    const errors: { text: string; line: number }[] = [];
    let benchmarkCount = 0;
    let isInSummary = false;
    let first: string | null = null;
    return {
      line(text, line) {
        const [, name] = benchmark.exec(text) ?? [];
        if (name !== undefined) {
          benchmarkCount += 1;
          if (results.length < maxResults) results.push({ name: copyString(name), mean: null, line });
        }
        const [, time] = mean.exec(text) ?? [];
        const open = results.at(-1);
        if (time !== undefined && open && benchmarkCount === results.length) open.mean ??= copyString(time);
        if (text === 'Summary') isInSummary = true;
        if (isInSummary) first ??= fastest.exec(text)?.[1] ?? null;
        const [, times, than] = ratio.exec(text) ?? [];
        if (times !== undefined && ratios.length < maxResults)
          ratios.push({ text: copyString(`${times} times faster than ${than}`), line });
        if (failed.test(text) && errors.length < 20)
          errors.push({ text: copyString(`${open?.name ?? ''}: ${text.trim()}`), line });
      },
      finish() {
        if (results.length === 0) return null;
        return {
          kind: 'hyperfine',
          verdict: [
            plural(benchmarkCount, 'benchmark'),
            ...(first === null ? [] : [`fastest: ${quote(first, 80)}`]),
          ],
          statesSize: true,
          explainsFailure: errors.length > 0,
          sections: [
            section(errors, ranks.failure),
            section(
              results.map(({ name, mean: time, line }) => ({ text: `${name}: ${time ?? 'no time'}`, line })),
              ranks.spread,
            ),
            section(ratios, ranks.lead),
          ],
        };
      },
    };
  },
};

function section(lines: readonly { text: string; line: number }[], rank: number): Section {
  const facts = lines.map(
    ({ text, line }, index): Fact => ({ rank: rank + index / 10, line, text: quote(text, 140) }),
  );
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}
