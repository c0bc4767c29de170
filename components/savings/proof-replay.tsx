'use client';

import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { estimateReplay } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { totalsOf } from '#lib/core/vocabulary/ledger/replay-totals.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { ProofKinds } from './proof-kinds.tsx';
import { ProofNotes } from './proof-notes.tsx';
import { ProofRecount } from './proof-recount.tsx';
import { ProofTable } from './proof-table.tsx';
import { ProofTiles } from './proof-tiles.tsx';

/** One replay. What it shows is computed when it is opened: its interval takes some thousand samples. */
export function ProofReplay({ replay, isLatest }: { replay: Replay; isLatest: boolean }) {
  const [isOpen, setIsOpen] = useState(isLatest);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before this code was there.
  useEffect(() => setIsOpen((before) => before || details.current?.open === true), []);
  return (
    <details
      ref={details}
      className="replay"
      open={isLatest}
      onToggle={(event) => setIsOpen((before) => before || event.currentTarget.open)}
    >
      <summary>
        <b>{nameOf(replay)}</b>
        {traitsOf(replay).map((trait) => (
          <span key={trait} className="badge">
            {trait}
          </span>
        ))}
        <span className="dim">
          <TimeText iso={replay.startedAt} as="full" />
        </span>
        <span className="outcome">{formatSolved(replay)}</span>
      </summary>
      {isOpen && <ReplayBody replay={replay} />}
    </details>
  );
}

function ReplayBody({ replay }: { replay: Replay }) {
  const { tasks, id, finishedAt } = replay;
  const [estimate] = useState(() => estimateReplay(replay));
  return (
    <>
      {finishedAt === null && (
        <p className="note warn">
          This replay is still running, or it was stopped. Only finished runs are shown.
        </p>
      )}
      {estimate === null && tasks.some(({ rounds }) => rounds.length > 0) && (
        <p className="note">
          An earlier version made this replay. It ran each task once, which shows no saving.
        </p>
      )}
      {estimate && <ProofTiles replay={replay} estimate={estimate} />}
      {estimate && <ProofKinds replay={replay} all={estimate} />}
      {estimate && <ProofNotes replay={replay} all={estimate} />}
      <details className="each-task" open={tasks.length === 1 || estimate === null}>
        <summary>
          {tasks.length === 1 ? 'Its runs' : `Each of the ${formatNumber(tasks.length)} tasks`}
        </summary>
        <ProofTable replay={replay} />
      </details>
      <div className="proof-checks">
        <ProofRecount replayId={id} tasks={tasks} />
        {estimate && (
          <a className="btn" href={`/api/savings/replays/${id}/runs`} download>
            <Icon of={Download} isSmall />
            {estimate.runCount === 1 ? 'The raw run' : `The ${formatNumber(estimate.runCount)} raw runs`}
          </a>
        )}
      </div>
    </>
  );
}

function nameOf({ subject, tasks, model, isOffline, roundsWanted }: Replay): string {
  const [first] = tasks;
  const work =
    subject === 'conversation' || tasks.length === 1
      ? (first?.title ?? '')
      : formatCount(tasks.length, 'task');
  const often = roundsWanted === 1 ? '' : `, ${formatCount(roundsWanted, 'round')}`;
  return `${work}${often}, ${isOffline ? 'offline model' : model}`;
}

const traitsOf = ({ isOffline, hasMistakes, hasPrograms }: Replay): string[] => [
  ...(isOffline ? [hasMistakes ? 'scripted, with mistakes' : 'scripted'] : []),
  ...(hasPrograms ? ['code mode'] : []),
];

/** No saving here: it is not shown without its interval. */
function formatSolved({ tasks }: Replay): string {
  const { passed, checked } = totalsOf(tasks, 'on');
  return checked === 0 ? 'no check' : `${formatNumber(passed)} of ${formatNumber(checked)} solved`;
}
