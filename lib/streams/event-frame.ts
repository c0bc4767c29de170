import type { ConversationEvent } from '../core/events.ts';

/** An event as bytes on the wire, in the two forms a stream may have; each is made at most once. */
export interface EventFrame {
  /** Of one conversation's stream: `id:` the durable cursor (none for live feedback), `data:` the envelope. */
  single(): Uint8Array;
  /** Of the stream of a whole browser: `data:` the envelope with the conversation it belongs to. */
  shared(): Uint8Array;
}

const encoder = new TextEncoder();
const encode = (text: string) => encoder.encode(text);

export function createEventFrame(conversationId: string, event: ConversationEvent): EventFrame {
  const envelope = JSON.stringify(event);
  let single: Uint8Array | undefined;
  let shared: Uint8Array | undefined;
  return {
    single() {
      single ??= encode(`${event.id === null ? '' : `id: ${event.id}\n`}data: ${envelope}\n\n`);
      return single;
    },
    shared() {
      shared ??= encode(`data: {"conversationId":${JSON.stringify(conversationId)},"event":${envelope}}\n\n`);
      return shared;
    },
  };
}

export const pingFrame = encode(': ping\n\n');
/** Browsers do not show comments to a page: this ping it can hear. */
export const audiblePingFrame = encode('event: ping\ndata:\n\n');
export const readyFrame = encode('event: ready\ndata:\n\n');
export const retryFrame = encode('retry: 1000\n\n');
