'use client';

import { Fragment, type RefObject, useMemo, useRef } from 'react';
import { lazyPart } from '#components/ui/lazy-component.tsx';
import { hasView } from '#lib/core/conversation/attached-view.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { UserItem } from '#lib/core/conversation/thread-items.ts';
import { AttachedCards } from '../artifacts/cards/attached-cards.tsx';
import { AgentMessage } from './agent-message.tsx';
import { type ChatMessageGroup, groupMessages, isIn } from './message-groups.ts';
import { RunNotice } from './run-notice.tsx';
import type { Draft } from './send-message.ts';
import { useMarkedMessage } from './use-marked-message.ts';
import { useMessageTarget } from './use-message-target.ts';
import type { PendingMessage } from './use-outbox.ts';
import { useThreadStart } from './use-thread-start.ts';
import { UserMessage } from './user-message.tsx';

const BudgetRaise = lazyPart(async () => (await import('./budget-raise.tsx')).BudgetRaise);

/** The conversation so far, the streaming text, and messages being sent. */
export function Thread(props: {
  state: ConversationState;
  pending: readonly PendingMessage[];
  member: { id: string; name: string };
  /** The first message or run that is unread. */
  unreadFrom: string | null;
  onRetry: (draft: Draft) => void;
  /** The element that scrolls the thread. */
  scroller: RefObject<HTMLElement | null>;
}) {
  const { state, pending } = props;
  const groups = useGroups(state.items);
  const target = useMessageTarget();
  const wanted = target ? groups.findIndex((group) => isIn(group, target.messageId)) : -1;
  const start = useThreadStart(groups.length, props.scroller, wanted === -1 ? null : wanted);
  useMarkedMessage(target, props.scroller, start);
  const activeRun = state.activeRunId === null ? null : state.runs[state.activeRunId];
  const last = groups.at(-1);
  const isActiveShown = last?.kind === 'agent' && last.runId === state.activeRunId;
  const agent = (runId: string | null, items: Parameters<typeof AgentMessage>[0]['items'], key: string) => {
    const isActive = runId !== null && runId === state.activeRunId;
    const run = runId === null ? null : state.runs[runId];
    return (
      <AgentMessage
        key={key}
        items={items}
        live={isActive ? state.live : null}
        toolCalls={state.toolCalls}
        model={run?.model ?? state.model}
        isActive={isActive}
        startedAt={run?.startedAt ?? null}
      />
    );
  };
  const draw = (group: ChatMessageGroup) => {
    if (group.kind === 'agent') return agent(group.runId, group.items, group.key);
    if (group.kind === 'user') {
      const { author, content, attachments, mentions, timestamp } = group.item;
      return (
        <UserMessage
          messageId={group.item.messageId}
          name={author.name}
          text={content}
          attachments={attachments.filter((one) => !hasView(one))}
          cards={<AttachedCards message={group.item} />}
          mentions={mentions}
          memberId={props.member.id}
          timestamp={timestamp}
        />
      );
    }
    const asked = messageOfRun(state, group.item.runId);
    const retry = asked ? () => props.onRetry({ text: asked.content, attachments: asked.attachments }) : null;
    return (
      <RunNotice notice={group.item} onRetry={retry}>
        {group.item.outcome === 'budget' && asked && group === last && (
          <BudgetRaise memberId={asked.author.id} onRetry={retry} />
        )}
      </RunNotice>
    );
  };
  return (
    <>
      {groups.slice(start).map((group) => (
        <Fragment key={group.key}>
          {props.unreadFrom !== null && isIn(group, props.unreadFrom) && <NewLine />}
          {draw(group)}
        </Fragment>
      ))}
      {activeRun?.rerunOf === null &&
        !isActiveShown &&
        agent(activeRun.runId, noItems, `run:${activeRun.runId}`)}
      {pending.map(({ clientMessageId, text, attachments }) => (
        <UserMessage key={clientMessageId} name={props.member.name} text={text} attachments={attachments} />
      ))}
    </>
  );
}

/** The line above the first unread message. */
const NewLine = () => (
  <p className="new-line">
    <span>New</span>
  </p>
);

const noItems: [] = [];

function useGroups(items: ConversationState['items']): ChatMessageGroup[] {
  const previous = useRef<ChatMessageGroup[]>([]);
  return useMemo(() => {
    previous.current = groupMessages(items, previous.current);
    return previous.current;
  }, [items]);
}

const messageOfRun = (state: ConversationState, runId: string): UserItem | undefined =>
  state.items.find((item): item is UserItem => item.kind === 'user' && item.runId === runId);
