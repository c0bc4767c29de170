import { emptyConversation } from '@vitrine/lib/core/conversation/conversation-state.ts';
import { firstUnread } from '@vitrine/lib/core/conversation/first-unread.ts';
import { reduceEvents } from '@vitrine/lib/core/conversation/reduce-events.ts';
import { isVitrineError } from '@vitrine/lib/core/errors.ts';
import type { Conversation } from '@vitrine/lib/core/vocabulary/conversation.ts';
import type { Member } from '@vitrine/lib/core/vocabulary/team/member.ts';
import { requireConversation } from '@vitrine/lib/operations/access.ts';
import { readEventsOf } from '@vitrine/lib/operations/conversations/read-events.ts';
import { listAwayNames } from '@vitrine/lib/operations/workspaces/usable-workspaces.ts';
import { readLog } from '@vitrine/lib/runs/conversation-log.ts';
import { getServices, type Services } from '@vitrine/lib/services.ts';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadPage, requirePageMember } from '#app/page-session.ts';
import { ConversationPage } from '#components/chat/conversation-page.tsx';
import { AppShell } from '#components/layout/app-shell.tsx';
import type { SessionInfo } from '#components/layout/session-info.ts';

interface Props {
  params: Promise<{ id: string }>;
}

const findConversation = cache(async (id: string) => {
  const member = await requirePageMember(`/c/${id}`);
  try {
    return await requireConversation(getServices(), member, id);
  } catch (error) {
    if (isVitrineError(error) && error.code === 'not_found') return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props) {
  return { title: (await findConversation((await params).id))?.title ?? 'Not found' };
}

/** Renders the first paint from the same events and the same reducer that the browser continues with. */
export default async function Page({ params }: Props) {
  const conversation = await findConversation((await params).id);
  if (!conversation) notFound();
  const { services, member, session, conversations } = await loadPage(`/c/${conversation.id}`);
  const { events, unread } = services.stores;
  const { id: memberId } = session.member;
  const readTo = session.isTeam ? await unread.readTo(memberId, conversation.id) : null;
  const log = await readLog(events, conversation.id);
  const reads = session.isTeam ? await readEventsOf(services, conversation.id) : [];
  // The page reads instructions when somebody looks at them.
  const { instructions } = emptyConversation;
  const initialState = { ...reduceEvents([...log, ...reads]), instructions };
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={conversation.id}>
      <ConversationPage
        key={conversation.id}
        conversation={conversation}
        initialState={initialState}
        firstUnread={firstUnread(log, readTo, memberId)}
        session={{ ...session, isWorkspaceGone: await isGone(services, member, session, conversation) }}
      />
    </AppShell>
  );
}

/** What is away is not gone; the recorded example works in a folder of its own. */
async function isGone(
  services: Services,
  member: Member,
  { workspaces }: Pick<SessionInfo, 'workspaces'>,
  { workspace, recordedAt }: Conversation,
): Promise<boolean> {
  if (recordedAt !== undefined || workspaces.includes(workspace)) return false;
  return !(await listAwayNames(services, member)).includes(workspace);
}
