'use client';

import { Fragment, type RefObject, useMemo, useRef } from 'react';
import { lazyContent, lazyPart } from '#components/ui/lazy-component.tsx';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { ThreadItem, UserItem } from '#lib/core/conversation/thread-items.ts';
import { saidItem } from '#lib/core/conversation/thread-tree.ts';
import { AgentMessage } from './agent-message.tsx';
import { CompactionsAt } from './compactions-at.tsx';
import { type ChatMessageGroup, groupMessages, isIn } from './message-groups.ts';
import { LazyMessageTools, LazySeenBy } from './messages/lazy-message-parts.ts';
import { UserTurn } from './messages/user-turn.tsx';
import type { Draft } from './send-message.ts';
import { useMarkedMessage } from './use-marked-message.ts';
import type { MessageTarget } from './use-message-target.ts';
import type { PendingMessage } from './use-outbox.ts';
import { useThreadStart } from './use-thread-start.ts';
import { UserMessage } from './user-message.tsx';

/** Most runs end well. */
const RunNotice = lazyContent(
  'run-end',
  async () => (await import('./run-notice.tsx')).RunNotice,
  () => null,
);
const BudgetRaise = lazyPart(async () => (await import('./budget-raise.tsx')).BudgetRaise);

/** Loads before it is needed: a run that fails may take the server along. */
export const preloadRunNotice = RunNotice.preload;

/** The conversation so far, the streaming text, and messages being sent. */
export function Thread(props: {
  state: ConversationState;
  /** The path that the member sees. */
  items: readonly ThreadItem[];
  /** The message that the page's address links to. */
  target: MessageTarget | null;
  /** The message being edited; `null`: none. */
  editedId: string | null;
  pending: readonly PendingMessage[];
  member: { id: string; name: string };
  isTeam: boolean;
  /** The first message or run that is unread. */
  unreadFrom: string | null;
  onRetry: (draft: Draft) => void;
  /** The element that scrolls the thread. */
  scroller: RefObject<HTMLElement | null>;
  /** A linked message is being shown, which may be anywhere. */
  onLeaveEnd: () => void;
}) {
  const { state, pending, target } = props;
  const groups = useGroups(props.items);
  const readAt = readTimes(props.items);
  const wanted = target ? groups.findIndex((group) => isIn(group, target.messageId)) : -1;
  const start = useThreadStart(groups.length, props.scroller, wanted === -1 ? null : wanted);
  useMarkedMessage(target, { scroller: props.scroller, start, onLeaveEnd: props.onLeaveEnd });
  const activeRun = state.activeRunId === null ? null : state.runs[state.activeRunId];
  const last = groups.at(-1);
  const isActiveShown = groups.some((group) => group.kind === 'agent' && group.runId === state.activeRunId);
  const isActiveOnPath = props.items.some(
    (item) => item.kind === 'user' && item.messageId === activeRun?.messageId,
  );
  const isReacted = (messageId: string): boolean =>
    state.reactions[messageId]?.some(({ isOn }) => isOn) === true;
  const agent = ({ runId, client, items, key }: Omit<AgentGroup, 'kind'>) => {
    const isActive = runId !== null && runId === state.activeRunId;
    const run = runId === null ? null : state.runs[runId];
    return (
      <AgentMessage
        key={key}
        name={client?.client}
        runId={runId}
        reactedIds={items.flatMap(({ messageId }) => (isReacted(messageId) ? [messageId] : []))}
        items={items}
        compactions={state.compactions}
        live={isActive ? state.live : null}
        toolCalls={state.toolCalls}
        model={client ? `for ${client.by.name}` : (run?.model ?? state.model)}
        isActive={isActive}
        startedAt={run?.startedAt ?? null}
      />
    );
  };
  const draw = (group: ChatMessageGroup) => {
    if (group.kind === 'agent') return agent(group);
    if (group.kind === 'user') {
      const { messageId } = group.item;
      return (
        <UserTurn
          item={group.item}
          tree={state.tree}
          memberId={props.member.id}
          isEditing={props.editedId === messageId}
          hasReactions={isReacted(messageId)}
          readAt={readAt.get(messageId) ?? null}
        />
      );
    }
    const asked = messageOfRun(state, group.item.runId);
    const retry = asked ? () => props.onRetry({ text: asked.content, attachments: asked.attachments }) : null;
    return (
      <RunNotice
        notice={group.item}
        onRetry={retry}
        state={state}
        tools={
          !groups.some((other) => other.kind === 'agent' && other.runId === group.item.runId) && asked ? (
            <LazyMessageTools
              nodeId={group.item.runId}
              messageId={null}
              text=""
              kind="agent"
              isDeleted={false}
            />
          ) : null
        }
      >
        {group.item.outcome === 'budget' && asked && group === last && (
          <BudgetRaise
            memberId={state.runs[group.item.runId]?.askedBy.id ?? asked.author.id}
            onRetry={retry}
          />
        )}
      </RunNotice>
    );
  };
  return (
    <>
      {groups.slice(start).map((group) => (
        <Fragment key={group.key}>
          {group.kind === 'user' && (
            <CompactionsAt messageId={group.item.messageId} compactions={state.compactions} />
          )}
          {props.unreadFrom !== null && isIn(group, props.unreadFrom) && <NewLine />}
          {draw(group)}
        </Fragment>
      ))}
      {activeRun?.rerunOf === null &&
        !isActiveShown &&
        isActiveOnPath &&
        agent({ runId: activeRun.runId, items: noItems, client: null, key: `run:${activeRun.runId}` })}
      {props.isTeam && pending.length === 0 && (
        <LazySeenBy reads={state.reads} messageCursor={state.messageCursor} memberId={props.member.id} />
      )}
      {pending.map(({ clientMessageId, text, attachments }) => (
        <UserMessage
          key={clientMessageId}
          authorId={props.member.id}
          name={props.member.name}
          text={text}
          attachments={attachments}
        />
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

type AgentGroup = Extract<ChatMessageGroup, { kind: 'agent' }>;

function useGroups(items: ConversationState['items']): ChatMessageGroup[] {
  const previous = useRef<ChatMessageGroup[]>([]);
  return useMemo(() => {
    previous.current = groupMessages(items, previous.current);
    return previous.current;
  }, [items]);
}

function messageOfRun({ tree, runs }: ConversationState, runId: string): UserItem | null {
  const item = saidItem(tree, runs[runId]?.messageId ?? '');
  return item?.kind === 'user' && !item.isDeleted ? item : null;
}

/** When the agent read each message to the team: with the next message to it. */
function readTimes(items: readonly ThreadItem[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  let waiting: string[] = [];
  for (const item of items) {
    if (item.kind !== 'user') continue;
    if (item.runId === null) waiting.push(item.messageId);
    else {
      for (const messageId of waiting) times.set(messageId, item.timestamp);
      waiting = [];
    }
  }
  return times;
}
