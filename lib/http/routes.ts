import { artifactRoutes } from './routes/artifacts.ts';
import { attachmentRoutes } from './routes/attachments.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { contentRoutes } from './routes/content.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { inviteRoutes } from './routes/invites.ts';
import { memberRoutes } from './routes/members.ts';
import { messageRoutes } from './routes/messages.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { profileRoutes } from './routes/profile.ts';
import { promptRoutes } from './routes/prompts.ts';
import { replayRoutes } from './routes/replays.ts';
import { savingsRoutes } from './routes/savings.ts';
import { searchRoutes } from './routes/search.ts';
import { settingsRoutes } from './routes/settings.ts';
import { shareRoutes } from './routes/shares.ts';
import { terminalRoutes } from './routes/terminals.ts';
import { threadRoutes } from './routes/threads.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { toolRoutes } from './routes/tools.ts';
import { webhookRoutes } from './routes/webhook.ts';
import { workspaceRoutes } from './routes/workspaces.ts';
import { worktreeRoutes } from './routes/worktrees.ts';
import type { Method, Route } from './routing/define-route.ts';
import type { NextHandler } from './routing/handle-request.ts';

/** Every route of the API, grouped by the resource that documents it. */
export const routesByResource: Readonly<Record<string, readonly Route[]>> = {
  Conversations: conversationRoutes,
  Search: searchRoutes,
  Messages: [...messageRoutes, ...threadRoutes],
  Attachments: attachmentRoutes,
  Events: eventRoutes,
  Terminals: terminalRoutes,
  'Files and worktrees': worktreeRoutes,
  Artifacts: artifactRoutes,
  Shares: shareRoutes,
  Content: contentRoutes,
  Savings: savingsRoutes,
  Replays: replayRoutes,
  Workspaces: workspaceRoutes,
  Settings: settingsRoutes,
  Tools: toolRoutes,
  Prompts: promptRoutes,
  Webhook: webhookRoutes,
  Members: memberRoutes,
  Profile: profileRoutes,
  Invites: inviteRoutes,
  'API tokens': tokenRoutes,
  'Signing in': authRoutes,
  'Audit log': auditRoutes,
  Health: healthRoutes,
  Metrics: metricsRoutes,
};

export const routes: readonly Route[] = Object.values(routesByResource).flat();

/**
 * The handlers that a Next route file exports, by method. Reading a method that the table does not have is an
 * error.
 * @param path as in the table: `/api/artifacts/:id`
 */
export const handlersOf = (path: string): Readonly<Record<Method, NextHandler>> => ({
  get GET() {
    return handlerOf('GET', path);
  },
  get POST() {
    return handlerOf('POST', path);
  },
  get PUT() {
    return handlerOf('PUT', path);
  },
  get PATCH() {
    return handlerOf('PATCH', path);
  },
  get DELETE() {
    return handlerOf('DELETE', path);
  },
});

function handlerOf(method: Method, path: string): NextHandler {
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw new Error(`The route table has no ${method} ${path}`);
  return route.handle;
}
