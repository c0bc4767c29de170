import { pageLimits } from '@vitrine/lib/core/page-limits.ts';
import type { ListedConversation } from '@vitrine/lib/core/vocabulary/conversation.ts';
import {
  type Preferences,
  parsePreferences,
  standardNotifications,
} from '@vitrine/lib/core/vocabulary/profile/preferences.ts';
import type { Member } from '@vitrine/lib/core/vocabulary/team/member.ts';
import { readSignedIn } from '@vitrine/lib/http/signed-in.ts';
import { listConversations } from '@vitrine/lib/operations/access.ts';
import { listModels } from '@vitrine/lib/operations/list-models.ts';
import { listSplitServers } from '@vitrine/lib/operations/team/list-split-servers.ts';
import { readLinkShares } from '@vitrine/lib/operations/team/read-team-settings.ts';
import { listUsableNames } from '@vitrine/lib/operations/workspaces/usable-workspaces.ts';
import { getServices, type Services } from '@vitrine/lib/services.ts';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SessionInfo } from '../components/layout/session-info.ts';

/** The signed-in member, read once per request. `null`: nobody is signed in. */
export const readPageMember = cache(async (): Promise<Member | null> => {
  const signedIn = await readSignedIn(getServices(), (await headers()).get('cookie'));
  return signedIn?.member ?? null;
});

/** What the member of this page chose for themselves; `null`: a visitor, or the store does not answer. */
export const readPagePreferences = cache(async (): Promise<Preferences | null> => {
  try {
    const member = await readPageMember();
    return member && parsePreferences(await getServices().stores.preferences.get(member.id));
  } catch {
    return null;
  }
});

/** For the page's frame: while the store does not answer, nobody is. */
export const readIsSignedIn = async (): Promise<boolean> =>
  (await readPageMember().catch(() => null)) !== null;

/** Redirects visitors who are not signed in to the sign-in page, and back to `path` afterwards. */
export async function requirePageMember(path: string): Promise<Member> {
  const member = await readPageMember();
  if (member === null) redirect(`/sign-in?${new URLSearchParams({ next: path })}`);
  return member;
}

/** The address of this site, as the reader reached it. */
export const readSiteUrl = async (): Promise<string> =>
  getServices().config.baseUrl ?? `http://${(await headers()).get('host')}`;

/** Loads what every page of the app needs first. */
export async function loadPage(path: string): Promise<{
  services: Services;
  /** With what is closed to them: for everything that is asked of the services. */
  member: Member;
  session: SessionInfo;
  conversations: ListedConversation[];
}> {
  const services = getServices();
  const member = await requirePageMember(path);
  const jar = await cookies();
  const session: SessionInfo = {
    renderedAt: new Date().toISOString(),
    // What is closed to them is not for their page.
    member: { id: member.id, name: member.name, role: member.role },
    pictures: await services.stores.pictures.versions(),
    sounds: ((await readPagePreferences())?.notifications ?? standardNotifications).kinds,
    isTeam: services.config.signIn !== null,
    linkShares: await readLinkShares(services),
    models: await listModels(services),
    workspaces: await listUsableNames(services, member),
    commands: await services.runners.readCommands(),
    splitServers: await listSplitServers(services, member),
    renewsWhileOpen: services.config.renewWhileOpen,
    isOfflineNoteClosed: jar.get('vt_offline_note')?.value === 'closed',
    closedHints: Number(jar.get('vt_example_hints')?.value ?? 0) || 0,
  };
  return {
    services,
    member,
    session,
    conversations: await listConversations(services, member, pageLimits.listedConversations),
  };
}
