import { formatRelativeChange } from '#lib/core/algorithms/text/format-relative-change.ts';
import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { estimateKinds, type ReplayEstimate } from '#lib/core/vocabulary/ledger/replay-estimate.ts';
import { taskKindNames, taskKindSizes } from '#lib/core/vocabulary/ledger/task-kinds.ts';
import { formatCount } from '../ui/format-number.ts';
import { scrollRegion } from '../ui/scroll-region.ts';
import { IntervalAxis, IntervalPlot, scaleOf } from './interval-plot.tsx';
import { formatCostPerSolved, formatInterval, formatTasks, unknownWords } from './proof-words.ts';

/** What each kind of task shows, on one scale. */
export function ProofKinds({ replay, all }: { replay: Replay; all: ReplayEstimate }) {
  const kinds = estimateKinds(replay);
  if (kinds.length < 2) return null;
  const scale = scaleOf([all, ...kinds]);
  return (
    <section>
      <div className="bar-row">
        <h3 id="by-kind">By kind of task</h3>
        <span className="key">
          <i className="noise-mark" />
          Control’s own variation
        </span>
        <span className="key">
          <i className="line-mark" />
          95% interval
        </span>
      </div>
      <div className="table-scroll" {...scrollRegion('By kind of task')}>
        <table className="proof-kinds" aria-labelledby="by-kind">
          <thead>
            <tr>
              <th scope="col">Tasks</th>
              <th scope="col">Solved, off → on</th>
              <th scope="col">{all.unit === 'tokens' ? 'Tokens a solved task' : 'Cost a solved task'}</th>
              <th scope="col" className="interval-cell">
                <span className="vh">Interval</span>
                <IntervalAxis scale={scale} />
              </th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            <Row
              name="All"
              note={`${formatCount(all.taskCount, 'task')}, ${formatCount(all.runCount, 'run')}`}
              {...{ estimate: all, scale, isAll: true }}
            />
            {kinds.map(({ kind, ...estimate }) => (
              <Row
                key={kind}
                name={taskKindNames[kind]}
                note={`${formatCount(estimate.taskCount, 'task')}, ${taskKindSizes[kind]}`}
                {...{ estimate, scale }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  name: string;
  note: string;
  estimate: ReplayEstimate;
  scale: ReturnType<typeof scaleOf>;
  isAll?: boolean;
}

function Row({ name, note, estimate, scale, isAll = false }: RowProps) {
  return (
    <tr className={isAll ? 'all' : undefined}>
      <th scope="row">
        {isAll ? <b>{name}</b> : name}
        <small>{note}</small>
      </th>
      <td>{`${formatTasks(estimate.solved.off)} → ${formatTasks(estimate.solved.on)}`}</td>
      <td>{`${formatCostPerSolved(estimate, 'off')} → ${formatCostPerSolved(estimate, 'on')}`}</td>
      <td className="interval-cell">
        <IntervalPlot estimate={estimate} scale={scale} />
      </td>
      <td>
        <Difference estimate={estimate} />
      </td>
    </tr>
  );
}

function Difference({ estimate }: { estimate: ReplayEstimate }) {
  const { change, verdict, unknownFor, interval } = estimate;
  const isShown = verdict === 'less' || verdict === 'more';
  return (
    <>
      {isShown ? (
        <b>{change === null ? 'solved nothing' : formatRelativeChange(change)}</b>
      ) : (
        <span className="mid">{unknownFor === null ? 'no difference shown' : 'not known'}</span>
      )}
      <small>{unknownFor === null ? interval && formatInterval(interval) : unknownWords[unknownFor]}</small>
    </>
  );
}
