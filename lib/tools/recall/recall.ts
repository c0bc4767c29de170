import type { RecallBudget } from './recall-budget.ts';
import { recallJson } from './recall-json.ts';
import { recallLines } from './recall-lines.ts';
import type { RecallProblem } from './recall-problem.ts';
import { recallQuery } from './recall-query.ts';
import type { RecallSource } from './recall-source.ts';

/** What is requested from an artifact: exactly one of these. */
export interface RecallAsk {
  lines?: string | null | undefined;
  query?: string | null | undefined;
  jsonPath?: string | null | undefined;
}

export const recallWays = ['lines', 'query', 'jsonPath'] as const satisfies readonly (keyof RecallAsk)[];

export const asksOneWay = (ask: RecallAsk): boolean =>
  recallWays.filter((way) => ask[way] != null).length === 1;

export const oneWay = 'Give one of lines, query and jsonPath';

/** More of a text, within a token budget. `null`: it has expired in the meantime. */
export async function recall(
  source: RecallSource,
  { lines, query, jsonPath }: RecallAsk,
  budget: RecallBudget,
  signal: AbortSignal,
): Promise<string | RecallProblem | null> {
  if (query != null) return await recallQuery(source, query, budget, signal);
  if (jsonPath != null) return await recallJson(source, jsonPath, budget);
  return await recallLines(source, lines ?? '', budget);
}
