import { plainTerminalText } from '../../../lib/core/terminal-text.ts';
import { packSummary } from '../../../lib/split/pack.ts';
import { createResultReading } from '../../../lib/split/read-result.ts';
import { levelBudgets } from '../../../lib/split/split.ts';
import type { Subject } from '../../../lib/split/summarizer.ts';
import { subjectOfRecording } from '../../split/split-recording.ts';
import type { Bench } from '../bench.ts';
import { corpusFolder, readCorpus } from '../corpus.ts';
import { limitRow, type Report } from '../report.ts';
import { formatSpread, median, quantile, spreadOf } from '../spread.ts';

const goals = { p50: 15, p99: 60, smallMs: 1 };
/** A server has read some hundreds of results before: compiled code is what it runs. The first reading of each is told beside it. */
const warmRounds = 20;
const smallBytes = 20_000;
const pieceCharacters = 64 * 1024;

interface Sample {
  name: string;
  subject: Subject;
  text: string;
  megabytes: number;
}

/** Recognition, summarising and packing in process, without counting tokens; beside it what finding the lines alone takes. */
export async function measureSplitSpeed({ isQuick }: Bench): Promise<Report> {
  const rounds = isQuick ? 2 : 7;
  const samples = readCorpus(corpusFolder()).map(({ id, tool, args, exitCode, bytes }) =>
    sampleOf(id, subjectOfRecording(tool, args, exitCode), Buffer.from(bytes).toString('utf8')),
  );
  const line = sampleOf(
    'one line of 1.5 MB',
    lineSubject,
    `{"items":[${'{"id":1,"name":"a"},'.repeat(78_000)}{}]}`,
  );
  const words = sampleOf('one line of 1.5 MB, no JSON', lineSubject, 'word and more, '.repeat(100_000));
  const large = samples.filter(({ text }) => text.length > smallBytes);
  const small = samples.filter(({ text }) => text.length <= smallBytes && text.length > 0);

  const firsts = large.map((sample) => timed(() => understand(sample)) / sample.megabytes);
  for (let round = 0; round < warmRounds; round += 1) {
    for (const sample of [...samples, line, words]) understand(sample);
  }
  const measured: { large: number[]; small: number[]; line: number; words: number; lines: number[] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      large: large.map((sample) => timed(() => understand(sample)) / sample.megabytes),
      lines: large.map((sample) => timed(() => sample.text.split('\n').length) / sample.megabytes),
      small: small.map((sample) => timed(() => understand(sample))),
      line: timed(() => understand(line)) / line.megabytes,
      words: timed(() => understand(words)) / words.megabytes,
    });
  }
  const row = (name: string, most: number, figures: number[]) => limitRow(name, most, figures, 2);
  const slowest = large
    .map((sample, place) => ({
      name: sample.name,
      ms: median(measured.map((round) => round.large[place] ?? 0)),
    }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3);
  return {
    title: 'Speed of the split, one core, token counting apart',
    method: `${large.length} outputs over 20 KB, ${small.length} smaller; ${rounds} rounds after ${warmRounds} that are not counted, all in turn; median (min to max) of the rounds. Slowest: ${slowest.map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms/MB`).join(', ')}`,
    goal: `p50 ${goals.p50} and p99 ${goals.p99} ms/MB, the same for one long line; ${goals.smallMs} ms under 20 KB`,
    columns: ['what', 'measured', 'at most'],
    rows: [
      {
        cells: [
          'split at line ends alone, p50 ms/MB',
          formatSpread(spreadOf(measured.map(({ lines }) => median(lines))), 2),
          '',
        ],
        isMet: null,
      },
      {
        cells: [
          'over 20 KB, each for the first time, p50 ms/MB',
          formatSpread(spreadOf([median(firsts)]), 2),
          '',
        ],
        isMet: null,
      },
      row(
        'over 20 KB, p50 ms/MB',
        goals.p50,
        measured.map((round) => quantile(round.large, 0.5)),
      ),
      row(
        'over 20 KB, p99 ms/MB',
        goals.p99,
        measured.map((round) => quantile(round.large, 0.99)),
      ),
      row(
        'one line of 1.5 MB (JSON), ms/MB',
        goals.p50,
        measured.map((round) => round.line),
      ),
      row(
        'one line of 1.5 MB (words), ms/MB',
        goals.p50,
        measured.map((round) => round.words),
      ),
      row(
        'under 20 KB, p50 ms',
        goals.smallMs,
        measured.map((round) => quantile(round.small, 0.5)),
      ),
      row(
        'under 20 KB, p99 ms',
        goals.smallMs,
        measured.map((round) => quantile(round.small, 0.99)),
      ),
    ],
  };
}

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
  // Tokens are counted apart: a quarter of the characters stands in, so that as many facts are looked at.
  const count = (part: string) => Math.ceil(part.length / 4);
  return packSummary(summary, { firstLine: subject.title, wayBack: 'way back' }, levelBudgets.balanced, count)
    .text;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
