'use client';

import { Fragment, memo } from 'react';
import type { Compaction, LiveMessage, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { ToolCard } from '../artifacts/tool-card.tsx';
import { AgentAvatar } from '../ui/avatar.tsx';
import { lazyExtra } from '../ui/lazy-component.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { CompactionsAt } from './compactions-at.tsx';
import { Markdown } from './markdown.tsx';
import type { AgentStep } from './message-groups.ts';
import { LazyMessageTools, LazyReactionsRow } from './messages/lazy-message-parts.ts';

const WorkingLine = lazyExtra(async () => (await import('./working-line.tsx')).WorkingLine);
const LiveReasoning = lazyExtra(async () => (await import('./live-reasoning.tsx')).LiveReasoning);

interface AgentMessageProps {
  /** Of a sub-agent, or a client of the gateway; default: the agent of the conversation. */
  name?: string | undefined;
  runId: string | null;
  /** Messages of it that somebody reacted to. */
  reactedIds: readonly string[];
  items: readonly AgentStep[];
  compactions: readonly Compaction[];
  live: LiveMessage | null;
  toolCalls: Readonly<Record<string, ToolCallState>>;
  /** Or for whom a client calls. */
  model: string | null;
  isActive: boolean;
  startedAt: string | null;
}

/** Everything the agent said and did in one run, under one name. */
export const AgentMessage = memo(function AgentMessage(props: AgentMessageProps) {
  const { runId, items, compactions, live, toolCalls, isActive } = props;
  const timestamp = items[0]?.timestamp ?? props.startedAt;
  const text = items
    .map((item) => item.content)
    .filter(Boolean)
    .join('\n\n');
  return (
    <article className="msg" aria-label={`${props.name ?? 'The agent'} wrote`}>
      <div className="who">
        <AgentAvatar />
        <b>{props.name ?? 'Agent'}</b>
        {props.model && <span className="model">{props.model}</span>}
        {timestamp && <TimeText iso={timestamp} />}
        {runId !== null && (
          <LazyMessageTools
            nodeId={runId}
            messageId={items.findLast(({ content }) => content !== '')?.messageId ?? null}
            text={text}
            kind="agent"
            isDeleted={false}
          />
        )}
      </div>
      {withLive(items, live).map((item) => (
        <Fragment key={item.messageId}>
          <CompactionsAt messageId={item.messageId} compactions={compactions} />
          <Step item={item} toolCalls={toolCalls} isActive={isActive} />
        </Fragment>
      ))}
      {live?.reasoning && !live.text && <LiveReasoning text={live.reasoning} />}
      {isActive && !live?.text && (
        <WorkingLine items={items} toolCalls={toolCalls} startedAt={props.startedAt} />
      )}
      {props.reactedIds.map((id) => (
        <LazyReactionsRow key={id} messageId={id} />
      ))}
    </article>
  );
}, isSame);

type StepItem = Omit<AgentStep, 'timestamp'>;

/** Adds the streaming text as the step it will become, so that it stays as it is when its message arrives. */
const withLive = (items: readonly StepItem[], live: LiveMessage | null): readonly StepItem[] =>
  live?.text ? [...items, { messageId: live.messageId, content: live.text, toolRequests: [] }] : items;

function Step(props: {
  item: StepItem;
  toolCalls: Readonly<Record<string, ToolCallState>>;
  isActive: boolean;
}) {
  const { item, toolCalls, isActive } = props;
  return (
    <>
      {item.content !== '' && <Markdown text={item.content} messageId={item.messageId} />}
      {item.toolRequests.map(({ toolCallId }) => {
        const call = toolCalls[toolCallId];
        return call && <ToolCard key={toolCallId} call={call} isRunActive={isActive} />;
      })}
    </>
  );
}

/**
 * The table of calls changes with every call in the conversation: only this message's own calls are compared.
 */
function isSame(before: AgentMessageProps, after: AgentMessageProps): boolean {
  const isSameFrame =
    before.items === after.items &&
    before.compactions === after.compactions &&
    before.live === after.live &&
    before.reactedIds.join() === after.reactedIds.join() &&
    before.isActive === after.isActive &&
    before.model === after.model;
  return (
    isSameFrame &&
    after.items.every((item) =>
      item.toolRequests.every(
        ({ toolCallId }) => before.toolCalls[toolCallId] === after.toolCalls[toolCallId],
      ),
    )
  );
}
