import type { Replay } from '../../lib/core/replay.ts';
import { ProofReplay } from './proof-replay.tsx';

/** The latest replays; each can be counted again, and its raw runs taken away. */
export function ProofReplays({ replays }: { replays: readonly Replay[] }) {
  if (replays.length === 0) return <Nothing />;
  return (
    <section aria-labelledby="replays">
      <div className="bar-row">
        <h2 id="replays">Replays</h2>
        <span className="dim small">The latest 20 are kept</span>
      </div>
      {replays.map((replay, place) => (
        <ProofReplay key={replay.id} replay={replay} isLatest={place === 0} />
      ))}
      <div className="honest">
        <div>
          <b>What a replay is</b>
          The same work, done twice by the same model: once with results split, once with each result whole up
          to 25,000 tokens. Each run has a workspace and a store of its own; instructions and tools are the
          same. What the model reads again is charged to the split.
        </div>
        <div>
          <b>What counting again does</b>
          It reads the recorded model calls and the log of each run, with code of its own, and holds what it
          finds against the figures above. The raw runs hold all it reads.
        </div>
      </div>
    </section>
  );
}

function Nothing() {
  return (
    <p className="nothing">
      <b>No replay yet.</b>
      Run <code>npm run replay -- all</code> on the machine of this server. It does ten tasks twice, with the
      split and without, and shows here what each took and whether it was done.
    </p>
  );
}
