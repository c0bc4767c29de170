import { useState } from 'react';
import type { SessionInfo } from '#components/layout/session-info.ts';
import { useResource } from '#components/ui/use-resource.ts';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Mentionable } from './mentionable.ts';

/** Other members who may read a conversation. Local mode has one member, so nobody. */
export function useMentionable(
  conversation: Pick<Conversation, 'createdBy' | 'audience'>,
  { isTeam, member }: SessionInfo,
): Mentionable | null {
  'use memo';
  const { createdBy, audience } = conversation;
  const [isWanted, setIsWanted] = useState(false);
  const { value, reload } = useResource<{ members: MemberView[] }>(isWanted ? '/api/members' : null);
  if (!isTeam) return null;
  // What is closed to others only the server knows: it mentions nobody who may not read.
  const subject = { kind: 'conversation', conversation: { createdBy, audience, workspace: '' } } as const;
  const people = (value?.members ?? []).filter(
    (other) => !other.removedAt && other.id !== member.id && may(other, 'read', subject),
  );
  return { people, load: isWanted ? reload : () => setIsWanted(true) };
}
