import { allRecordings } from '#scripts/split/recordings.ts';
import {
  type CheckedCall,
  checkCall,
  liesOf,
  mutatedCall,
  type RecordedToolCall,
} from '#scripts/truth/check-recordings.ts';
import type { Bench } from '../bench.ts';
import { corpusFolder, readCorpus } from '../corpus.ts';
import type { Report, ReportRow } from '../report.ts';

const mutatedCalls = 1_000;
const minChecked = 0.9;
/**
 * The checker must detect nearly all false statements inserted on purpose; otherwise its verdict on views
 * means little.
 */
const minSeen = 0.95;
const printedStatements = 60;

/** The statements of views, recounted by independent code over all recordings and over mutated ones. */
export async function measureSplitTruth({ isQuick }: Bench): Promise<Report> {
  const recordings: RecordedToolCall[] = allRecordings();
  const corpus: RecordedToolCall[] = readCorpus(corpusFolder()).map((call) => ({ ...call, name: call.id }));
  const plain: CheckedCall[] = [];
  for (const call of [...recordings, ...corpus]) plain.push(await checkCall(call));
  const mutated: CheckedCall[] = [];
  for (let seed = 0; seed < mutatedCalls / (isQuick ? 10 : 1); seed += 1) {
    const { call, mutation } = mutatedCall(recordings, seed);
    mutated.push(await checkCall(call, mutation));
  }
  const lies = [];
  for (const call of recordings) lies.push(...(await liesOf(call)));
  printStatements('False', [...plain, ...mutated], 'false');
  printStatements('Could not be checked', plain, 'unchecked');
  const kinds = [...new Set(mutated.map(({ mutation }) => mutation ?? ''))];
  const seen = lies.filter(({ isSeen }) => isSeen).length;
  return {
    title: 'What views state, held against the results themselves',
    method:
      'each number, quoted text, name with a line, count and verdict of a view, recounted from the raw bytes by code of its own; mutated recordings from seeds',
    goal: `no statement is false, ${minChecked * 100}% of all are checked; of lies put in on purpose ${minSeen * 100}% are seen`,
    columns: ['outputs', 'views', 'statements', 'checked %', 'false'],
    rows: [
      rowOf('recorded', plain),
      ...kinds.map((kind) =>
        rowOf(
          kind,
          mutated.filter(({ mutation }) => mutation === kind),
          true,
        ),
      ),
      rowOf('all', [...plain, ...mutated]),
      {
        cells: [
          'lies put in',
          String(lies.length),
          '',
          `${((100 * seen) / lies.length).toFixed(1)} seen`,
          '',
        ],
        isMet: seen >= lies.length * minSeen,
      },
    ],
  };
}

function rowOf(name: string, calls: readonly CheckedCall[], isPart = false): ReportRow {
  const statements = calls.flatMap((call) => call.statements);
  const unchecked = statements.filter(({ is }) => is === 'unchecked').length;
  const wrong = statements.filter(({ is }) => is === 'false').length;
  const checked = 1 - unchecked / Math.max(1, statements.length);
  return {
    cells: [name, String(calls.length), String(statements.length), (100 * checked).toFixed(1), String(wrong)],
    // Fewer sums over repeated runs can be recounted, so the required share applies to all recordings, not to
    // a part.
    isMet: wrong === 0 && (checked >= minChecked || isPart),
  };
}

function printStatements(title: string, calls: readonly CheckedCall[], wanted: 'false' | 'unchecked'): void {
  const found = calls.flatMap(({ name, statements }) =>
    statements.filter(({ is }) => is === wanted).map(({ text }) => `  ${name}: ${text.slice(0, 140)}`),
  );
  if (found.length === 0) return;
  console.log(`\n${title}:\n${found.slice(0, printedStatements).join('\n')}`);
  if (found.length > printedStatements) console.log(`  … ${found.length - printedStatements} more`);
}
