import type { EphemeralType } from '../core/events.ts';
import { limits } from '../core/limits.ts';

type DeltaType = Extract<EphemeralType, 'assistant.message_delta' | 'assistant.reasoning_delta'>;

export interface Delta {
  type: DeltaType;
  deltaContent: string;
  /** Characters of this kind sent before. */
  offset: number;
}

export interface DeltaSender {
  push(type: DeltaType, text: string): void;
  /** Sends what is held and waits until all of it is out. */
  flush(): Promise<void>;
}

/** Gathers streamed text: the first piece goes out at once, the rest every 30 ms, in order. */
export function createDeltaSender(send: (deltas: Delta[]) => Promise<void>): DeltaSender {
  const held = new Map<DeltaType, string>();
  const sent = new Map<DeltaType, number>();
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();

  const sendHeld = () => {
    const deltas = [...held].map(([type, deltaContent]) => {
      const offset = sent.get(type) ?? 0;
      sent.set(type, offset + deltaContent.length);
      return { type, deltaContent, offset };
    });
    held.clear();
    if (deltas.length > 0) sending = sending.then(() => send(deltas));
  };

  const tick = () => {
    timer = held.size > 0 ? setTimeout(tick, limits.deltaIntervalMs) : null;
    sendHeld();
  };

  return {
    push(type, text) {
      if (text === '') return;
      held.set(type, (held.get(type) ?? '') + text);
      if (timer === null) tick();
    },
    async flush() {
      if (timer) clearTimeout(timer);
      timer = null;
      sendHeld();
      await sending;
    },
  };
}
