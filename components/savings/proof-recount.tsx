'use client';

import { useState } from 'react';
import type { RecountedReplay, RecountedRun } from '#lib/core/api/replay-recount.ts';
import type { ReplayedTask } from '#lib/core/vocabulary/ledger/replay.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { type RequestResult, requestJson } from '../ui/request-json.ts';

type RecountState = RequestResult<RecountedReplay> | 'working' | null;

/** Recounts a replay on request, and reports differences. */
export function ProofRecount({ replayId, tasks }: { replayId: string; tasks: readonly ReplayedTask[] }) {
  const [result, setResult] = useState<RecountState>(null);
  const ask = async () => {
    setResult('working');
    setResult(await requestJson<RecountedReplay>(`/api/savings/replays/${replayId}/recount`));
  };
  return (
    <div className="recount">
      <button type="button" className="btn" aria-disabled={result === 'working'} onClick={() => void ask()}>
        Count again
      </button>
      <div role="status">
        {result === 'working' && 'Counting the raw runs…'}
        {result !== null && result !== 'working' && result.ok && (
          <Found runs={result.value.runs} tasks={tasks} />
        )}
      </div>
      {result !== null && result !== 'working' && !result.ok && (
        <p className="bad" role="alert">
          {result.error}
        </p>
      )}
    </div>
  );
}

function Found({ runs, tasks }: { runs: readonly RecountedRun[]; tasks: readonly ReplayedTask[] }) {
  const titleOf = (name: string) => tasks.find((task) => task.name === name)?.title ?? name;
  const wrong = runs.filter(({ differences }) => differences === null || differences.length > 0);
  if (runs.length === 0) return <p>This replay has no runs to count.</p>;
  if (wrong.length === 0)
    return <p>{`Counted again from ${formatCount(runs.length, 'raw run')}: every figure is equal.`}</p>;
  return (
    <>
      <p className="bad">{`${formatCount(wrong.length, 'run')} of ${formatNumber(runs.length)} cannot be confirmed.`}</p>
      <ul>
        {wrong.map((run) => (
          <li key={`${run.task}.${run.round}.${run.split}`}>
            {titleOf(run.task)}, round {run.round}, split {run.split}: {formatDifferences(run)}
          </li>
        ))}
      </ul>
    </>
  );
}

const formatDifferences = ({ differences }: RecountedRun): string =>
  differences === null
    ? 'its raw run is missing or unreadable'
    : differences
        .map(
          ({ figure, stored, recounted }) =>
            `${figureWords[figure]} ${report(stored)}, counted again ${report(recounted)}`,
        )
        .join('; ');

const figureWords: Record<NonNullable<RecountedRun['differences']>[number]['figure'], string> = {
  inputTokens: 'input tokens',
  cacheReadTokens: 'input from the cache',
  outputTokens: 'output tokens',
  isEstimated: 'counted here',
  costMicrodollars: 'cost in millionths of a dollar',
  steps: 'steps',
  recalls: 'recalls',
  repeatedTokens: 'repeated input tokens',
  definitionTokens: 'tokens of tool definitions',
  compactions: 'compactions',
  elapsedMs: 'time in ms',
};

const report = (figure: number | boolean | null): string =>
  figure === null
    ? 'not known'
    : typeof figure === 'boolean'
      ? figure
        ? 'yes'
        : 'no'
      : formatNumber(figure);
