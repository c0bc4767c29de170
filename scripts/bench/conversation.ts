import { setTimeout as sleep } from 'node:timers/promises';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { VitrineServer } from './servers/vitrine.ts';

const runTimeoutMs = 60_000;

export async function openConversation(server: VitrineServer): Promise<string> {
  const { id } = (await server.call('POST', '/api/conversations', {})) as { id: string };
  return id;
}

/** @returns when the message is queued; the run continues */
export async function postMessage(
  server: VitrineServer,
  conversationId: string,
  text: string,
): Promise<void> {
  await server.call('POST', `/api/conversations/${conversationId}/messages`, { text });
}

/** Sends the first message of a conversation and waits for the end of its run. @returns all events */
export async function askFirst(
  server: VitrineServer,
  conversationId: string,
  text: string,
): Promise<DurableEvent[]> {
  await postMessage(server, conversationId, text);
  const deadlineMs = performance.now() + runTimeoutMs;
  while (performance.now() < deadlineMs) {
    const path = `/api/conversations/${conversationId}/events`;
    const { events } = (await server.call('GET', path)) as { events: DurableEvent[] };
    if (events.some(({ type }) => type === 'run.finished')) return events;
    await sleep(50);
  }
  throw new Error(`"${text}" was not answered in ${runTimeoutMs / 1000} s`);
}

/** An artifact, and the conversation in which it was created. */
export interface ShownFile {
  conversationId: string;
  artifactId: string;
}

/** Creates an artifact the way people do: they ask for a file of the workspace. */
export async function showFile(server: VitrineServer, fileName: string): Promise<ShownFile> {
  const conversationId = await openConversation(server);
  const events = await askFirst(server, conversationId, `show ${fileName}`);
  const completed = events.find((event) => event.type === 'tool.execution_complete');
  const artifactId = completed?.data.toolTelemetry.artifactId;
  if (!artifactId)
    throw new Error(`showing ${fileName} made no artifact: ${JSON.stringify(completed?.data)}`);
  return { conversationId, artifactId };
}

/** The URL of its conversation. */
export const shownIn = (server: VitrineServer, { conversationId }: ShownFile): string =>
  `${server.url}/c/${conversationId}`;
