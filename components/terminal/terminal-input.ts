import { limits } from '#lib/core/limits.ts';
import type { RequestFailure, RequestResult } from '../ui/request-json.ts';

const batchMs = 20;

export interface TerminalInput {
  type: (data: string) => void;
  /** Resolves when everything typed so far was sent or dropped. */
  sent: () => Promise<void>;
  close: () => void;
}

/**
 * Sends typed input: what was typed within 20 ms together, in order, one request at a time. If a request is
 * refused, the remaining input is dropped: it was meant for a state that was not reached.
 */
export function createTerminalInput(
  send: (data: string) => Promise<RequestResult<unknown>>,
  onRefused: (failure: RequestFailure) => void,
): TerminalInput {
  let waiting = '';
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }
  async function sendAll(): Promise<void> {
    while (waiting !== '') {
      const data = firstPart(waiting);
      waiting = waiting.slice(data.length);
      const result = await send(data);
      if (result.ok) continue;
      waiting = '';
      onRefused(result);
    }
  }
  return {
    type(data) {
      waiting += data;
      timer ??= setTimeout(() => void flush(), batchMs);
    },
    sent: flush,
    close() {
      waiting = '';
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** As much as one request may carry, without splitting a character. */
function firstPart(text: string): string {
  const max = limits.terminalInputCharacters;
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
