import { limits } from '../core/limits.ts';
import type { EphemeralType } from '../core/vocabulary/events.ts';

type DeltaType = Extract<EphemeralType, 'assistant.message_delta' | 'assistant.reasoning_delta'>;

export interface Delta {
  type: DeltaType;
  deltaContent: string;
  /** Number of characters of this kind sent before. */
  offset: number;
}

export interface DeltaSender {
  push(type: DeltaType, text: string): void;
  /** Sends what is buffered and waits until everything is sent. */
  flush(): Promise<void>;
}

/** @param isSnapshot the deltas contain the whole text so far, from its first character */
export type SendDeltas = (deltas: Delta[], isSnapshot: boolean) => Promise<void>;

/**
 * Batches streamed text: the first piece is sent at once, the rest every 30 ms, in order; less often while the process
 * is busy, and never before the last batch is stored. From time to time the whole text is sent, so that a store of
 * deltas does not keep growing.
 */
export function createDeltaSender(send: SendDeltas, paceMs: () => number = () => 0): DeltaSender {
  const buffered = new Map<DeltaType, string>();
  const sent = new Map<DeltaType, string>();
  let deltasSinceSnapshot = 0;
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();
  let isSending = false;

  const takeBuffered = (): Delta[] => {
    const deltas = [...buffered].map(([type, deltaContent]) => {
      const before = sent.get(type) ?? '';
      sent.set(type, before + deltaContent);
      return { type, deltaContent, offset: before.length };
    });
    buffered.clear();
    return deltas;
  };

  const sendBuffered = () => {
    const deltas = takeBuffered();
    if (deltas.length === 0) return;
    deltasSinceSnapshot += deltas.length;
    const isSnapshot = deltasSinceSnapshot >= limits.deltasPerSnapshot;
    if (isSnapshot) deltasSinceSnapshot = 0;
    const whole = () => [...sent].map(([type, deltaContent]) => ({ type, deltaContent, offset: 0 }));
    const next = isSnapshot ? whole() : deltas;
    isSending = true;
    sending = sending
      .then(() => send(next, isSnapshot))
      .finally(() => {
        isSending = false;
      });
  };

  const tick = () => {
    timer = buffered.size > 0 ? setTimeout(tick, limits.deltaIntervalMs + paceMs()) : null;
    if (!isSending) sendBuffered();
  };

  return {
    push(type, text) {
      if (text === '') return;
      buffered.set(type, (buffered.get(type) ?? '') + text);
      if (timer === null) tick();
    },
    async flush() {
      if (timer) clearTimeout(timer);
      timer = null;
      sendBuffered();
      await sending;
    },
  };
}
