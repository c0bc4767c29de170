import { plural } from '#lib/split/plural.ts';
import { takeTokens } from '#lib/split/take-tokens.ts';
import { queryWords } from '#lib/workspace/query-words.ts';
import { searchText, type TextSearch } from '#lib/workspace/search-text.ts';
import { createHitCollector, type Hit } from './collect-hits.ts';
import { isLineRange } from './line-ranges.ts';
import { lookAtHits } from './look-at-hits.ts';
import type { RecallBudget } from './recall-budget.ts';
import { recallLines } from './recall-lines.ts';
import type { RecallProblem } from './recall-problem.ts';
import type { RecallSource } from './recall-source.ts';
import { barest, type HitLayout, layouts, renderHits } from './render-hits.ts';
import { takeFitting } from './take-fitting.ts';

/** The minimum number of tokens of a line: its number, a word or two. */
const minLineTokens = 8;

/**
 * The count first, then matching lines with their numbers: all with context lines, or a selection with the
 * gaps counted. If no line matches, the most similar ones; a line range (`last 20`) that does not occur as
 * text is treated as a range. `null`: the artifact has expired in the meantime.
 */
export async function recallQuery(
  source: RecallSource,
  query: string,
  budget: RecallBudget,
  signal: AbortSignal,
): Promise<string | RecallProblem | null> {
  const { maxTokens, count } = budget;
  const collector = createHitCollector(query);
  const search = await searchText(source.open, query, collector.add, signal);
  const isThere = search.matchCount > 0 && search.pattern.readAs === 'literal';
  if (!isThere && isLineRange(query)) return await recallLines(source, query, budget);
  const header = formatCount(search, query);
  const isNear = search.matchCount === 0;
  const hits = isNear
    ? search.nearest.map((line, at): Hit => ({ ...line, ordinal: at + 1 }))
    : collector.choose(Math.max(1, Math.floor(maxTokens / minLineTokens)));
  if (hits.length === 0) return takeTokens(header, maxTokens, count);
  const isAll = isNear || hits.length === search.matchCount;
  const seen = await lookAtHits(source, search.pattern, hits, isAll ? layouts : [barest], signal);
  const render = (shown: readonly Hit[], layout: HitLayout): string[] =>
    renderHits({
      ...seen,
      shown,
      layout,
      matchCount: isNear ? hits.length : search.matchCount,
      firstLine: source.firstLine,
    });
  for (const layout of layouts) {
    if (!isAll || hits.length > layout.maxHits) continue;
    const text = [header, ...render(hits, layout)].join('\n');
    if (count(text) <= Math.min(maxTokens, layout.maxTokens)) return text;
  }
  const choice = (shown: readonly Hit[]) =>
    [`${header}; ${shown.length.toLocaleString('en-US')} of them:`, ...render(shown, barest), narrower].join(
      '\n',
    );
  // Rendered alone, each has the gaps around it, so together they cost somewhat less.
  const shown = takeFitting(hits, maxTokens - count(choice([])), (hit) =>
    count(render([hit], barest)[hit.ordinal === 1 ? 0 : 1] ?? ''),
  );
  while (shown.length > 1 && count(choice(shown)) > maxTokens) shown.pop();
  return takeTokens(choice(shown), maxTokens, count).trimEnd();
}

const narrower = '(for the others: a longer query, or lines "a-b")';

function formatCount({ matchCount, pattern, words, nearest }: TextSearch, query: string): string {
  const matches = plural(matchCount, 'line matches', 'lines match');
  const quoted = JSON.stringify(query);
  if (matchCount === 0) {
    const each = words.map(({ word, lineCount }) => `${word} ${lineCount.toLocaleString('en-US')}`);
    return `no match: ${quoted}${each.length > 0 ? `, and no line has all of these (lines with each: ${each.join(', ')})` : ''}${nearest.length > 0 ? '; nearest:' : ''}`;
  }
  if (pattern.readAs === 'words')
    return `no match: ${quoted}, but ${plural(matchCount, 'line has', 'lines have')} all of ${queryWords(
      query,
    )
      .map(({ asked }) => asked)
      .join(', ')}`;
  const form = { literal: '', name: ' as the parts of a name', expression: ' as a regular expression' };
  return `${matches} ${quoted}${form[pattern.readAs]}`;
}
