'use client';

import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { Replay, ReplayFigures } from '#lib/core/vocabulary/ledger/replay.ts';
import {
  type ReplayTotals,
  reductionOf,
  tokensOf,
  totalsOf,
} from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { TimeText } from '../ui/time-text.tsx';
import { formatLess } from './format-less.ts';
import { ProofRecount } from './proof-recount.tsx';
import { ProofTable } from './proof-table.tsx';

/** One replay: its totals, then each of its runs. */
export function ProofReplay({ replay, isLatest }: { replay: Replay; isLatest: boolean }) {
  const on = totalsOf(replay.tasks, 'on');
  const off = totalsOf(replay.tasks, 'off');
  return (
    <details className="replay" open={isLatest}>
      <summary>
        <b>{nameOf(replay)}</b>
        <span className="dim">
          <TimeText iso={replay.startedAt} as="full" />
        </span>
        <span className="outcome">{formatOutcome(on, off)}</span>
      </summary>
      {replay.finishedAt === null && (
        <p className="note warn">
          This replay is still running, or it was stopped. Only finished tasks are shown.
        </p>
      )}
      <Tiles on={on} off={off} tokenizer={replay.tokenizer} />
      <ProofTable replay={replay} totals={{ on, off }} />
      <ProofRecount replayId={replay.id} tasks={replay.tasks} />
    </details>
  );
}

function nameOf({ subject, tasks, model, isOffline }: Replay): string {
  const [first] = tasks;
  const work =
    subject === 'conversation' || tasks.length === 1
      ? (first?.title ?? '')
      : formatCount(tasks.length, 'task');
  return `${work}, ${isOffline ? 'offline model' : model}`;
}

const formatOutcome = (on: ReplayTotals, off: ReplayTotals): string => {
  const { tokensPercent } = reductionOf(on, off);
  return tokensPercent === null ? 'Not run' : `Tokens: ${formatLess(tokensPercent)}, ${formatChecks(on)}`;
};

const formatChecks = ({ passed, checked }: ReplayTotals): string =>
  checked === 0 ? 'no check' : `${formatNumber(passed)} of ${formatNumber(checked)} done`;

function Tiles({ on, off, tokenizer }: { on: ReplayTotals; off: ReplayTotals; tokenizer: string }) {
  const { tokensPercent, costPercent } = reductionOf(on, off);
  const isEstimated = on.isEstimated || off.isEstimated;
  return (
    <section className="tiles" aria-label="Totals">
      <Tile title="Tokens" figure={tokensPercent === null ? null : formatLess(tokensPercent)}>
        {formatBoth(on, off, (run) => formatNumber(tokensOf(run)))}{' '}
        {isEstimated
          ? `The provider did not report all usage. We counted the rest with ${tokenizer}.`
          : 'As reported by the provider.'}
      </Tile>
      <Tile title="Cost" figure={costPercent === null ? null : formatLess(costPercent)}>
        {on.costMicrodollars === null || off.costMicrodollars === null
          ? 'The price or the usage of some runs is not known. That does not mean $0.'
          : formatBoth(on, off, (run) => formatMoney(run.costMicrodollars ?? 0))}
      </Tile>
      <Tile title="Tasks done" figure={on.checked === 0 ? null : formatReplayOf(on)}>
        {on.checked === 0
          ? 'Recorded conversations have no automatic check.'
          : `With the split; ${formatReplayOf(off)} without. A program checks each task.`}
      </Tile>
      <Tile title="Recalls" figure={formatNumber(on.recalls)}>
        How often the model asked for more. {formatBoth(on, off, (run) => formatCount(run.steps, 'step'))}
      </Tile>
    </section>
  );
}

const formatReplayOf = ({ passed, checked }: ReplayTotals): string =>
  `${formatNumber(passed)} of ${formatNumber(checked)}`;

const formatBoth = (on: ReplayTotals, off: ReplayTotals, notify: (run: ReplayFigures) => string): string =>
  `${notify(on)} with the split, ${notify(off)} without.`;

function Tile(props: { title: string; figure: string | null; children: React.ReactNode }) {
  return (
    <div className="tile">
      <h3>{props.title}</h3>
      <div className="tile-figure">{props.figure ?? <span className="mid">Not known</span>}</div>
      <p>{props.children}</p>
    </div>
  );
}
