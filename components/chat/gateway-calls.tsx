'use client';

import { Plug } from 'lucide-react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ClientCallItem } from '#lib/core/conversation/thread-items.ts';
import { ToolCard } from '../artifacts/tool-card.tsx';
import { TimeText } from '../ui/time-text.tsx';

/** What an agent elsewhere did by way of the gateway, as it happens. */
export function GatewayCalls({
  items,
  toolCalls,
}: {
  items: readonly ClientCallItem[];
  toolCalls: Readonly<Record<string, ToolCallState>>;
}) {
  const [first] = items;
  if (!first) return null;
  return (
    <article className="msg" aria-label={`${first.client} called tools`}>
      <div className="who">
        <span className="avatar agent" aria-hidden="true">
          <Plug size={14} />
        </span>
        <b>{first.client}</b>
        <span className="model">for {first.by.name}</span>
        <TimeText iso={first.timestamp} />
      </div>
      {items.map(({ toolCallId }) => {
        const call = toolCalls[toolCallId];
        return call && <ToolCard key={toolCallId} call={call} isRunActive={call.status !== 'complete'} />;
      })}
    </article>
  );
}
