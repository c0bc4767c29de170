import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';

export interface StreamMessage {
  id: string | null;
  event: string | null;
  data: string;
  retry: string | null;
}

export interface EventReader {
  status: number;
  messages: StreamMessage[];
  events(): ConversationEvent[];
  /** The raw text so far, comments included. */
  text(): string;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** A plain reader of server-sent events, as any client could be one. */
export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  const messages: StreamMessage[] = [];
  let text = '';
  let parsed = 0;
  const take = () => {
    for (let end = text.indexOf('\n\n', parsed); end !== -1; end = text.indexOf('\n\n', parsed)) {
      const block = text.slice(parsed, end).split('\n');
      parsed = end + 2;
      const field = (name: string) =>
        block
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? null;
      if (block.every((line) => line.startsWith(':'))) continue;
      messages.push({
        id: field('id'),
        event: field('event'),
        data: field('data') ?? '',
        retry: field('retry'),
      });
    }
  };
  const reading = async () => {
    const decoder = new TextDecoder();
    if (!response.body) return;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      take();
    }
  };
  return {
    status: response.status,
    messages,
    events: () =>
      messages.filter((message) => message.data !== '').map((message) => JSON.parse(message.data)),
    text: () => text,
    // Ended by us, or cut: both are an end.
    ended: reading().catch(() => {}),
    close: () => stop.abort(),
  };
}
