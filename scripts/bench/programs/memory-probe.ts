import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../../lib/services.ts';

/**
 * Loaded into a server before it starts (`--import`, with `--expose-gc`), to answer over the process's channel. It changes
 * nothing of what the server does for a viewer.
 */
export type ProbeQuestion =
  /** How much it holds once its garbage is collected. */
  | { kind: 'memory'; touchesYoungGeneration: boolean }
  /** From now on the one member of local mode has this ID: a team of viewers, since a member has 20 streams at most. */
  | { kind: 'member'; id: string };

export interface MemoryAnswer {
  /** All that the process holds. */
  rssBytes: number;
  /** What of it JavaScript keeps, buffers included: steadier, since no allocator comes between. */
  heapBytes: number;
}

/** Where `lib/services.ts` keeps the services of the running server. */
const services = () =>
  (globalThis as { [key: symbol]: Services | undefined })[Symbol.for('vitrine.services')];

/**
 * Short-lived objects use all of the memory V8 keeps for them, which it holds on to once used, however few viewers there
 * are: tens of megabytes, that would else count as viewers in whichever reading comes after the first rush.
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
    // What is released in callbacks is garbage only after them.
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
