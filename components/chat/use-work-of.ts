import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Work } from '../artifacts/context/work-context.tsx';
import type { SessionInfo } from '../layout/session-info.ts';

/** Keeps the same object until something in it changes, since every card depends on it. */
export function useWorkOf(
  conversationId: string,
  { activeRunId, runs, queued, workspace }: ConversationState,
  { member, isTeam, splitServers, commands: { mode: commands } }: SessionInfo,
  acts: Pick<Work, 'stop' | 'suggest'>,
): Work {
  'use memo';
  const run = activeRunId === null ? null : runs[activeRunId];
  const toolCallId = run?.rerunOf ?? null;
  const startedAt = run?.startedAt ?? null;
  return {
    conversationId,
    memberId: member.id,
    isAdmin: may(member, 'manage', { kind: 'team' }),
    isTeam,
    workspace: workspace ?? '',
    splitServers,
    commands,
    rerun: toolCallId === null ? null : { toolCallId, startedAt },
    queuedReruns: new Set(queued.flatMap((item) => (item.kind === 'rerun' ? [item.toolCallId] : []))),
    ...acts,
  };
}
