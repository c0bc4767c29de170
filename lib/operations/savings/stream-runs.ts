import { type Replay, type RunName, splitSides } from '#lib/core/vocabulary/ledger/replay.ts';
import type { ReplayFiles } from '#lib/stores/replay-files.ts';

/** All raw runs of a replay as NDJSON, read one at a time; those that are gone are left out. */
export function streamRuns(
  { id, tasks }: Replay,
  { readRun }: Pick<ReplayFiles, 'readRun'>,
): ReadableStream<Uint8Array> {
  const names = tasks.flatMap(({ name: task, rounds }) =>
    rounds.flatMap(({ round }) => splitSides.map((split): RunName => ({ task, round, split }))),
  );
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const name = names.shift();
      if (name === undefined) return controller.close();
      const text = await readRun(id, name);
      controller.enqueue(encoder.encode(text === null ? '' : `${text.trim()}\n`));
    },
  });
}
