import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { SplitLevel } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { recallFromFile } from '#scripts/recall/recall-from-file.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';
import type { Bench } from '../bench.ts';
import { type CorpusCase, corpusFolder, readCorpus } from '../corpus.ts';
import type { Report, ReportRow } from '../report.ts';
import { type Score, scoreView } from '../score-view.ts';
import { median } from '../spread.ts';

const recallTokens = 600;

interface Answered extends Score {
  toolClass: string;
  fullTokens: number;
  viewTokens: number;
}

/** A way to create a view of an output. */
interface Way {
  name: string;
  view(recorded: CorpusCase, full: string): Promise<string>;
}

const edges = (text: string, characters: number) =>
  text.length <= 2 * characters
    ? text
    : `${text.slice(0, characters)}\n… ${text.length - 2 * characters} characters …\n${text.slice(-characters)}`;

const atLevel = (level: SplitLevel): Way => ({
  name: `Vitrine, ${level}`,
  view: async (recorded) => (await splitRecording({ ...recorded, level })).text,
});

const ways: readonly Way[] = [
  { name: 'head and tail, 2,000 characters each', view: async (_, full) => edges(full, 2_000) },
  { name: 'head and tail, 15,000 characters each', view: async (_, full) => edges(full, 15_000) },
  atLevel('minimal'),
  atLevel('balanced'),
  atLevel('conservative'),
];

/** `musts`: percent answered. `p50`: tokens of the view. */
const classGoals: Record<string, { musts: number; p50: number }> = {
  grep_file: { musts: 97, p50: 160 },
  read_file: { musts: 95, p50: 230 },
  list_files: { musts: 97, p50: 150 },
  'run:test': { musts: 98, p50: 200 },
  'run:build': { musts: 97, p50: 200 },
  'run:git': { musts: 97, p50: 180 },
  edit_file: { musts: 97, p50: 160 },
  json_mcp: { musts: 95, p50: 180 },
  'run:log_err': { musts: 98, p50: 140 },
};

/**
 * How many questions the views of recorded outputs answer and what they cost, compared to plain truncation.
 */
export async function measureSplitAnswers(_: Bench): Promise<Report> {
  const cases = readCorpus(corpusFolder());
  const { count } = await loadTokenizer();
  const answered = new Map<string, Answered[]>(ways.map(({ name }) => [name, []]));
  for (const recorded of cases) {
    const full = Buffer.from(recorded.bytes).toString('utf8');
    const fullTokens = count(full);
    const recall = rememberingRecall(recorded, count);
    for (const { name, view } of ways) {
      const text = await view(recorded, full);
      const score = await scoreView(recorded, text, fullTokens, recall);
      answered
        .get(name)
        ?.push({ ...score, toolClass: recorded.toolClass, fullTokens, viewTokens: count(text) });
    }
  }
  const balanced = answered.get('Vitrine, balanced') ?? [];
  const classes = [...new Set(cases.map(({ toolClass }) => toolClass))].toSorted();
  return {
    title: 'What a view answers',
    method: `${cases.length} recorded outputs, ${cases.reduce((sum, { questions }) => sum + questions.length, 0)} questions; musts by the view alone, the others with one recall of at most ${recallTokens} tokens; tokens of o200k`,
    goal: 'balanced: musts 97%, cases with every must 85%, recall 97%, views p50 180 and at most 400 tokens, saved 97% (median) and 99% (weighted), 100 tokens an answer; minimal: p50 60; conservative: p50 600; by class as listed',
    columns: [
      'way',
      'musts %',
      'cases with all %',
      'recall %',
      'view p50',
      'largest',
      'saved median %',
      'saved %',
      'tokens/answer',
      'expanded',
    ],
    rows: [
      ...ways.map(({ name }) => rowOf(name, answered.get(name) ?? [])),
      ...classes.map((name) =>
        rowOf(
          `balanced, ${name}`,
          balanced.filter(({ toolClass }) => toolClass === name),
          classGoals[name],
        ),
      ),
    ],
  };
}

function rememberingRecall({ outputPath }: CorpusCase, count: (text: string) => number) {
  const known = new Map<string, Promise<{ text: string; tokens: number }>>();
  const ask = async (query: string) => {
    const answer = await recallFromFile({ outputPath, query, maxTokens: recallTokens });
    const text = 'text' in answer ? answer.text : answer.error;
    return { text, tokens: count(text) };
  };
  return (query: string) => {
    const answer = known.get(query) ?? ask(query);
    known.set(query, answer);
    return answer;
  };
}

function rowOf(
  name: string,
  rows: readonly Answered[],
  classGoal?: { musts: number; p50: number },
): ReportRow {
  const sum = (pick: (row: Answered) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const percent = (part: number, of: number) => (of === 0 ? Number.NaN : (100 * part) / of);
  const musts = percent(
    sum(({ mustsAnswered }) => mustsAnswered),
    sum(({ musts: all }) => all),
  );
  const allMusts = percent(
    rows.filter(({ musts: all, mustsAnswered }) => all === mustsAnswered).length,
    rows.length,
  );
  const recall = percent(
    sum(({ recalled }) => recalled),
    sum(({ recallables }) => recallables),
  );
  const views = rows.map(({ viewTokens }) => viewTokens);
  const p50 = quantile(views, 0.5);
  const largest = Math.max(...views);
  const savedMedian = median(
    rows.map(({ fullTokens, viewTokens }) => percent(fullTokens - viewTokens, fullTokens || 1)),
  );
  const saved = percent(
    sum(({ fullTokens, viewTokens }) => fullTokens - viewTokens),
    sum(({ fullTokens }) => fullTokens),
  );
  const perAnswer =
    sum(({ viewTokens, recallTokens: recalled }) => viewTokens + recalled) /
    Math.max(
      1,
      sum(({ mustsAnswered, recalled }) => mustsAnswered + recalled),
    );
  const expanded = rows.filter(({ viewTokens, fullTokens }) => viewTokens > fullTokens + 10).length;
  const isMet = (): boolean | null => {
    if (classGoal) return musts >= classGoal.musts && p50 <= classGoal.p50;
    if (name.endsWith('minimal')) return p50 <= 60;
    if (name.endsWith('conservative')) return p50 <= 600;
    if (!name.endsWith('balanced')) return null;
    return (
      musts >= 97 &&
      allMusts >= 85 &&
      recall >= 97 &&
      p50 <= 180 &&
      largest <= 400 &&
      savedMedian >= 97 &&
      saved >= 99 &&
      perAnswer <= 100 &&
      expanded === 0
    );
  };
  return {
    cells: [
      name,
      ...[musts, allMusts, recall].map((figure) => figure.toFixed(1)),
      String(Math.round(p50)),
      String(largest),
      savedMedian.toFixed(1),
      saved.toFixed(1),
      perAnswer.toFixed(0),
      String(expanded),
    ],
    isMet: isMet(),
  };
}
