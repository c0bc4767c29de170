import type { Replay } from '#lib/core/vocabulary/ledger/replay.ts';
import { ProofReplay } from './proof-replay.tsx';

/** The latest replays; each can be recounted, and its raw runs downloaded. */
export function ProofReplays({ replays }: { replays: readonly Replay[] }) {
  if (replays.length === 0) return <Nothing />;
  return (
    <section aria-labelledby="replays">
      <div className="bar-row">
        <h2 id="replays">Replays</h2>
        <span className="dim small">The latest 20 are kept</span>
      </div>
      {replays.map((replay, index) => (
        <ProofReplay key={replay.id} replay={replay} isLatest={index === 0} />
      ))}
      <div className="honest">
        <div>
          <b>What a replay is</b>
          The same model does the same work with results split and with each result whole up to 25,000 tokens,
          in rounds, by turns. Each run gets its own workspace and store; instructions and tools are the same,
          but for the recall tool. Recalls count as a cost of the split. Run one yourself on the server:{' '}
          <code>npx vitrine replay all -n 5</code>
        </div>
        <div>
          <b>What an interval is</b>
          Tasks and runs are drawn again from those that there are, thousands of times: 19 of 20 times the
          result lies in the interval, which is wider where tasks are few. A saving is claimed only where all
          of it is beyond what two equal sets of runs without the split differ by.
        </div>
        <div>
          <b>What counting again does</b>
          Separate code reads the recorded model calls and the log of each run, counts them, and compares the
          result with the figures above. You can check the same data in the raw runs.
        </div>
      </div>
    </section>
  );
}

function Nothing() {
  return (
    <p className="nothing">
      <b>No replays yet.</b>A replay does scripted tasks with the split and without, in rounds, and compares
      cost and outcome. Run <code>npx vitrine replay all -n 5</code> on the server to start one.
    </p>
  );
}
