import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';

/** Admits reads of whole stored texts while there is memory for them; the others wait in order. */
export interface ReadGate {
  /**
   * Runs the work once there is room for it. A size above the gate's capacity counts as the whole capacity.
   * @param byteLength bytes that are in memory at once
   * @param signal ends the waiting of a caller that has gone
   * @throws VitrineError `busy` when too many wait, or the waiting caller has gone
   */
  run<T>(byteLength: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Bounds {
  bytes: number;
  waiting: number;
}

interface Waiting {
  bytes: number;
  admit(): void;
}

export function createReadGate(
  { bytes, waiting }: Bounds = { bytes: limits.wholeReadBytes, waiting: limits.wholeReadsWaiting },
): ReadGate {
  const queue: Waiting[] = [];
  let free = bytes;

  /** In order, so that small reads do not pass a large one for ever. */
  const admitNext = () => {
    for (let next = queue[0]; next !== undefined && next.bytes <= free; next = queue[0]) {
      queue.shift();
      free -= next.bytes;
      next.admit();
    }
  };

  const enter = (wanted: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted || queue.length >= waiting) throw busy();
      const leave = () => {
        queue.splice(queue.indexOf(entry), 1);
        reject(busy());
        admitNext();
      };
      const entry: Waiting = {
        bytes: wanted,
        admit() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      queue.push(entry);
      signal.addEventListener('abort', leave, { once: true });
      admitNext();
    });

  return {
    async run(byteLength, signal, work) {
      const wanted = Math.min(byteLength, bytes);
      await enter(wanted, signal);
      try {
        return await work();
      } finally {
        free += wanted;
        admitNext();
      }
    },
  };
}

const busy = () => new VitrineError('busy', 'The server is busy: try again in a moment');
