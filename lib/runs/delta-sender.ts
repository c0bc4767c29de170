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
 * Sends streamed text in order, a piece at a time: what comes before the last piece is stored goes along with the next.
 * From time to time the whole text is sent, so that a store of deltas does not keep growing.
 */
export function createDeltaSender(send: SendDeltas): DeltaSender {
  const buffered = new Map<DeltaType, string>();
  const sent = new Map<DeltaType, string>();
  let deltasSinceSnapshot = 0;
  let sending: Promise<void> | null = null;

  const takeBuffered = (): Delta[] => {
    const deltas = [...buffered].map(([type, deltaContent]) => {
      const before = sent.get(type) ?? '';
      sent.set(type, before + deltaContent);
      return { type, deltaContent, offset: before.length };
    });
    buffered.clear();
    return deltas;
  };

  const sendAll = async () => {
    while (buffered.size > 0) {
      const deltas = takeBuffered();
      deltasSinceSnapshot += deltas.length;
      const isSnapshot = deltasSinceSnapshot >= limits.deltasPerSnapshot;
      if (isSnapshot) deltasSinceSnapshot = 0;
      const whole = () => [...sent].map(([type, deltaContent]) => ({ type, deltaContent, offset: 0 }));
      await send(isSnapshot ? whole() : deltas, isSnapshot);
    }
    sending = null;
  };

  return {
    push(type, text) {
      if (text === '') return;
      buffered.set(type, (buffered.get(type) ?? '') + text);
      sending ??= sendAll();
    },
    async flush() {
      await sending;
    },
  };
}
