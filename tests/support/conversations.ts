import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import type { DurableEvent, DurableType } from '#lib/core/vocabulary/events.ts';
import type { VitrineServer } from './vitrine-server.ts';

export async function createConversation(server: VitrineServer, settings?: object): Promise<string> {
  const init = settings === undefined ? {} : { body: settings };
  const response = await server.request('/api/conversations', { method: 'POST', ...init });
  return (await response.json()).id;
}

export async function send(
  server: VitrineServer,
  conversationId: string,
  text: string,
  remaining: object = {},
): Promise<{ runId: string; messageId: string }> {
  const response = await server.request(`/api/conversations/${conversationId}/messages`, {
    method: 'POST',
    body: { text, ...remaining },
  });
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  return await response.json();
}

export async function readEvents(server: VitrineServer, conversationId: string): Promise<DurableEvent[]> {
  const path = `/api/conversations/${conversationId}/events`;
  const response = await server.request(path, { headers: { Accept: 'application/json' } });
  if (!response.ok)
    throw new Error(`the events were not answered: ${response.status} ${await response.text()}`);
  return (await response.json()).events;
}

export const ofType = <T extends DurableType>(
  events: DurableEvent[],
  type: T,
): Extract<DurableEvent, { type: T }>[] =>
  events.filter((event): event is Extract<DurableEvent, { type: T }> => event.type === type);

export const stateOf = async (server: VitrineServer, conversationId: string) =>
  reduceEvents(await readEvents(server, conversationId));

/** Polls until it holds; the condition tells what it waited for when it never does. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  // Not the time of day, which may be set meanwhile.
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Sends a message and waits for its run's end. */
export async function ask(
  server: VitrineServer,
  conversationId: string,
  text: string,
  timeoutMs?: number,
): Promise<DurableEvent<'run.finished'>> {
  const { runId } = await send(server, conversationId, text);
  return await untilFinished(server, conversationId, runId, timeoutMs);
}

export const untilFinished = (
  server: VitrineServer,
  conversationId: string,
  runId: string,
  timeoutMs?: number,
) =>
  until(
    `the end of ${runId}`,
    async () =>
      ofType(await readEvents(server, conversationId), 'run.finished').find(
        (event) => event.data.runId === runId,
      ),
    timeoutMs,
  );
