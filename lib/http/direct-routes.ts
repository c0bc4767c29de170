import { getArtifact } from './get-artifact.ts';
import { getConversationEvents } from './get-conversation-events.ts';
import { getEvents } from './get-events.ts';
import type { NextHandler } from './route.ts';

/** A request to one of the routes below. */
export interface DirectCall {
  handle: NextHandler;
  params: Record<string, string>;
}

/**
 * What is asked for most and costs Next more than us: results as they are read, and streams, of which each viewer has one open. They are
 * routes of Next too, by the same functions; there they answer whatever else is asked of them (`HEAD`), and under development.
 */
const routes: readonly { path: RegExp; handle: NextHandler }[] = [
  { path: /^\/api\/(?:artifacts|outputs)\/(?<id>[a-z0-9_]+)$/, handle: getArtifact },
  { path: /^\/api\/conversations\/(?<id>[a-z0-9_]+)\/events$/, handle: getConversationEvents },
  { path: /^\/api\/events$/, handle: getEvents },
];

/** @param url path and query; `null`: Next answers */
export function findDirectCall(method: string | undefined, url: string): DirectCall | null {
  if (method !== 'GET') return null;
  const path = url.split('?', 1)[0] ?? '';
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match) return { handle: route.handle, params: { ...match.groups } };
  }
  return null;
}
