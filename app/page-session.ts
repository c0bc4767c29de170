import { cookies } from 'next/headers';
import type { SessionInfo } from '../components/layout/session-info.ts';
import type { Conversation } from '../lib/core/conversation.ts';
import { getServices, type Services } from '../lib/services.ts';

/** What every page of the app begins with. */
export async function loadPage(): Promise<{
  services: Services;
  session: SessionInfo;
  conversations: Conversation[];
}> {
  const services = getServices();
  const theme = (await cookies()).get('vt_theme')?.value;
  const session: SessionInfo = {
    member: services.localMember,
    model: { id: services.model.id, isOffline: services.model.isOffline },
    workspaces: services.workspaces.map((workspace) => workspace.name),
    commands: services.commands.status(),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  };
  return { services, session, conversations: await services.stores.conversations.list() };
}
