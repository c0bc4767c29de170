import type { ListedConversation } from '@vitrine/lib/core/conversation.ts';
import type { Member } from '@vitrine/lib/core/member.ts';
import { readSignedIn } from '@vitrine/lib/http/signed-in.ts';
import { listConversations } from '@vitrine/lib/operations/access.ts';
import { readLinkShares } from '@vitrine/lib/operations/team/read-team-settings.ts';
import { getServices, type Services } from '@vitrine/lib/services.ts';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SessionInfo } from '../components/layout/session-info.ts';

/** Who looks at a page; once a request. `null`: nobody is signed in. */
export const readPageMember = cache(async (): Promise<Member | null> => {
  const signedIn = await readSignedIn(getServices(), (await headers()).get('cookie'));
  return signedIn?.member ?? null;
});

/** Sends who is not signed in to where they can, and back to `path` after it. */
export async function requirePageMember(path: string): Promise<Member> {
  const member = await readPageMember();
  if (member === null) redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
  return member;
}

/** What every page of the app begins with. */
export async function loadPage(path: string): Promise<{
  services: Services;
  session: SessionInfo;
  conversations: ListedConversation[];
}> {
  const services = getServices();
  const member = await requirePageMember(path);
  const jar = await cookies();
  const theme = jar.get('vt_theme')?.value;
  const session: SessionInfo = {
    member,
    isTeam: services.config.signIn !== null,
    linkShares: await readLinkShares(services),
    model: { id: services.model.id, isOffline: services.model.isOffline },
    workspaces: (await services.workspaces.list()).map((workspace) => workspace.name),
    commands: services.commands.status(),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    isOfflineNoteClosed: jar.get('vt_offline_note')?.value === 'closed',
    closedHints: Number(jar.get('vt_example_hints')?.value ?? 0) || 0,
  };
  return { services, session, conversations: await listConversations(services, member) };
}
