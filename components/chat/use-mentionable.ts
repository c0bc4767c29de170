import { useCallback, useMemo, useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { requestJson } from '../ui/request-json.ts';
import type { Mentionable } from './use-mentions.ts';

/** Other members who may read a conversation. Local mode has one member, so nobody. */
export function useMentionable(
  conversation: Pick<Conversation, 'createdBy' | 'audience'>,
  { isTeam, member }: SessionInfo,
): Mentionable | null {
  const { createdBy, audience } = conversation;
  const [team, setTeam] = useState<MemberView[]>([]);
  const load = useCallback(async () => {
    const result = await requestJson<{ members: MemberView[] }>('/api/members');
    if (result.ok) setTeam(result.value.members.filter(({ removedAt }) => !removedAt));
  }, []);
  return useMemo(() => {
    if (!isTeam) return null;
    const subject = { kind: 'conversation', conversation: { createdBy, audience } } as const;
    const people = team.filter((other) => other.id !== member.id && may(other, 'read', subject));
    return { people, load: () => void load() };
  }, [isTeam, member.id, team, createdBy, audience, load]);
}
