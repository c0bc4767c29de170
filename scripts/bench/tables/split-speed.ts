import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { packSummary } from '#lib/split/pack.ts';
import { createResultReading } from '#lib/split/read-result.ts';
import { levelBudgets } from '#lib/split/split.ts';
import type { Subject } from '#lib/split/summarizer.ts';
import { subjectOfRecording } from '#scripts/split/split-recording.ts';
import { seeded } from '#scripts/truth/mutations.ts';
import type { Bench } from '../bench.ts';
import { corpusFolder, readCorpus } from '../corpus.ts';
import { limitRow, type Report } from '../report.ts';
import { formatSpread, median, spreadOf } from '../spread.ts';

const goals = { p50: 15, p99: 60, smallMs: 1 };
/**
 * A running server has read hundreds of results, so compiled code is measured. The first reading of each
 * output is reported separately.
 */
const warmRounds = 20;
const pieceCharacters = 64 * 1024;

interface Sample {
  name: string;
  subject: Subject;
  text: string;
  megabytes: number;
}

/**
 * Recognition, summarising and packing in process, without counting tokens; reported beside it: finding the
 * lines alone.
 */
export async function measureSplitSpeed({ isQuick }: Bench): Promise<Report> {
  const rounds = isQuick ? 1 : 5;
  const small = readCorpus(corpusFolder())
    .map(({ id, tool, args, exitCode, bytes }) =>
      sampleOf(id, subjectOfRecording(tool, args, exitCode), Buffer.from(bytes).toString('utf8')),
    )
    .filter(({ text }) => text.length > 0);
  const large = small.map(({ name, subject, text }) => sampleOf(name, subject, lengthened(text)));
  const line = sampleOf(
    'one line of 1.5 MB',
    lineSubject,
    `{"items":[${'{"id":1,"name":"a"},'.repeat(78_000)}{}]}`,
  );
  const words = sampleOf('one line of 1.5 MB, no JSON', lineSubject, 'word and more, '.repeat(100_000));
  const perMegabyte = (sample: Sample, work: () => unknown) => timed(work) / sample.megabytes;

  const firsts = small.map((sample) => timed(() => understand(sample)));
  for (let round = 0; round < warmRounds; round += 1) {
    for (const sample of [...small, line, words]) understand(sample);
  }
  const measured = Array.from({ length: rounds }, () => ({
    large: large.map((sample) => perMegabyte(sample, () => understand(sample))),
    lines: large.map((sample) => perMegabyte(sample, () => sample.text.split('\n').length)),
    edges: large.map((sample) => perMegabyte(sample, () => headAndTail(sample.text))),
    small: small.map((sample) => timed(() => understand(sample))),
    line: perMegabyte(line, () => understand(line)),
    words: perMegabyte(words, () => understand(words)),
  }));
  type Round = (typeof measured)[number];
  const limited = (name: string, maximum: number, of: (round: Round) => number) =>
    limitRow(name, maximum, measured.map(of), 2);
  const shown = (name: string, of: (round: Round) => number) => ({
    cells: [name, formatSpread(spreadOf(measured.map(of)), 2), ''],
    isMet: null,
  });
  const slowest = large
    .map(({ name }, index) => ({ name, ms: median(measured.map((round) => round.large[index] ?? 0)) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3);
  return {
    title: 'Speed of the split, one core, token counting apart',
    method: `${large.length} kinds of output, each recorded once and lengthened to 1 MB by itself with other numbers; ${rounds} rounds after ${warmRounds} of the recordings that are not counted, all in turn; median (min to max) of the rounds. Slowest: ${slowest.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms/MB`).join(', ')}`,
    goal: `p50 ${goals.p50} and p99 ${goals.p99} ms/MB, the same for one long line; ${goals.smallMs} ms as recorded`,
    columns: ['what', 'measured', 'at most'],
    rows: [
      shown('split at line ends alone, p50 ms/MB', ({ lines }) => median(lines)),
      shown('head and tail of 2,000 characters, p50 ms/MB', ({ edges }) => median(edges)),
      limited('1 MB, p50 ms/MB', goals.p50, (round) => quantile(round.large, 0.5)),
      limited('1 MB, p99 ms/MB', goals.p99, (round) => quantile(round.large, 0.99)),
      limited('one line of 1.5 MB (JSON), ms/MB', goals.p50, (round) => round.line),
      limited('one line of 1.5 MB (words), ms/MB', goals.p50, (round) => round.words),
      { cells: ['as recorded, for the first time, p50 ms', median(firsts).toFixed(2), ''], isMet: null },
      limited('as recorded, p50 ms', goals.smallMs, (round) => quantile(round.small, 0.5)),
      limited('as recorded, p99 ms', goals.smallMs, (round) => quantile(round.small, 0.99)),
    ],
  };
}

const megabyte = 1e6;

/** Repeats an output, replacing half of its longer numbers each time. */
function lengthened(text: string): string {
  const random = seeded(7);
  const parts = [text];
  const end = text.endsWith('\n') ? '' : '\n';
  for (let length = text.length; length < megabyte; length += text.length) {
    parts.push(
      text.replaceAll(/\d{2,}/g, (digits) =>
        random() < 0.5
          ? digits
          : String(Math.floor(random() * 10 ** digits.length)).padStart(digits.length, '1'),
      ),
    );
  }
  return parts.join(end);
}

const headAndTail = (text: string): string => `${text.slice(0, 1_000)}\n…\n${text.slice(-1_000)}`;

const lineSubject = subjectOfRecording('mcp_result', { tool: 'one_line' }, 0);

function sampleOf(name: string, subject: Subject, raw: string): Sample {
  const text = plainTerminalText(raw);
  return { name, subject, text, megabytes: Buffer.byteLength(text) / 1e6 };
}

function understand({ subject, text }: Sample): string {
  const reading = createResultReading(subject, { head: text, tail: text });
  for (let start = 0; start < text.length; start += pieceCharacters) {
    reading.push(text.slice(start, start + pieceCharacters));
  }
  const summary = reading.finish({ exitCode: 0, lineCount: 1, byteLength: text.length, counts: null });
  // Tokens are counted separately: a quarter of the characters is used instead, so that as many facts are
  // considered.
  const count = (part: string) => Math.ceil(part.length / 4);
  return packSummary(summary, { firstLine: subject.title, wayBack: 'way back' }, levelBudgets.balanced, count)
    .text;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
