import type { Route } from '#lib/http/routing/define-route.ts';
import { ask, createConversation, ofType, readEvents } from './conversations.ts';
import type { VitrineServer } from './vitrine-server.ts';

/** Well-formed, and of nothing that exists. */
const unknownId = `x_${'a'.repeat(26)}`;

/** The path of a route without anything behind it: 404 for most. */
export const unknownPath = (path: string): string => path.replaceAll(/:\w+/g, unknownId);

/**
 * Makes a conversation with an artifact, and returns the path of a route that is about them where its right depends on that: the
 * frame checks the right before the input.
 * @param server with a file `notes.txt` in its workspace
 * @param audience who may see the conversation, besides its owner
 */
export async function createFilledPaths(
  server: VitrineServer,
  audience: 'team' | string[] = 'team',
): Promise<(route: Route) => string> {
  const conversation = await createConversation(server, { audience });
  await ask(server, conversation, 'show notes.txt');
  const [shown] = ofType(await readEvents(server, conversation), 'tool.execution_complete');
  const artifact = shown?.data.toolTelemetry.artifactId ?? '';
  const ids: Partial<Record<Route['scope'], string>> = { conversation, artifact, content: artifact };
  return ({ path, scope }) => unknownPath(path.replace(/:id\b/, ids[scope] ?? unknownId));
}
