import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#lib/services.ts';

/**
 * Loaded into a server before it starts (`--import`, with `--expose-gc`), to answer over the process's
 * channel. It does not change what the server does for a viewer.
 */
export type ProbeQuestion =
  /** How much memory it uses after garbage collection. */
  | { kind: 'memory'; touchesYoungGeneration: boolean }
  /**
   * From now on, the only member of local mode has this ID. This simulates a team of viewers, since a member
   * can have 20 streams at most.
   */
  | { kind: 'member'; id: string };

export interface MemoryAnswer {
  /** Total memory of the process. */
  rssBytes: number;
  /** The part that JavaScript uses, including buffers: steadier, since no allocator is involved. */
  heapBytes: number;
}

/** Where `lib/services.ts` stores the services of the running server. */
const services = () =>
  (globalThis as { [key: symbol]: Services | undefined })[Symbol.for('vitrine.services')];

/**
 * Fills the memory that V8 reserves for short-lived objects. V8 keeps it once used, however few viewers there
 * are: tens of megabytes that would otherwise be attributed to viewers in the first reading after a burst.
 */
function touchYoungGeneration(): void {
  const buffered: object[] = [];
  for (let created = 0; created < 4_000_000; created += 1) buffered[created % 1_000] = { made: created };
}

async function readMemory(touchesYoungGeneration: boolean): Promise<MemoryAnswer> {
  if (!globalThis.gc) throw new Error('the probe needs --expose-gc');
  if (touchesYoungGeneration) touchYoungGeneration();
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc();
    // What callbacks release becomes garbage only after they have run.
    await sleep(200);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed + external };
}

process.on('message', async (question: ProbeQuestion) => {
  if (question.kind === 'memory') return process.send?.(await readMemory(question.touchesYoungGeneration));
  const running = services();
  if (!running) throw new Error('the services are not there');
  running.localMember.id = question.id;
  return process.send?.({});
});
