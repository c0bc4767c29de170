import type { ConversationEvent } from '../core/vocabulary/events.ts';

/** An event encoded for the two forms of a stream; each form is encoded at most once. */
export interface EventFrame {
  /**
   * For a stream of one conversation: `id:` the durable cursor (none for live feedback), `data:` the
   * envelope.
   */
  single(): Uint8Array;
  /** For a browser's shared stream: `data:` the envelope with its conversation. */
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
/** A ping that a page can observe: browsers do not report SSE comments to pages. */
export const audiblePingFrame = encode('event: ping\ndata:\n\n');
/** @param build of the server: a page of another one is out of date */
export const readyFrame = (build: string | null) => encode(`event: ready\ndata:${build ?? ''}\n\n`);
/** The list of conversations has changed. */
export const listFrame = encode('event: list\ndata:\n\n');
export const retryFrame = encode('retry: 1000\n\n');
