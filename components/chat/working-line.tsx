'use client';

import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { formatElapsed } from '../ui/format-time.ts';
import { useNow } from '../ui/use-now.ts';
import type { AgentStep } from './message-groups.ts';

/** Shows that the model is working while neither text nor a running tool does. */
export function WorkingLine(props: {
  items: readonly AgentStep[];
  toolCalls: Readonly<Record<string, ToolCallState>>;
  startedAt: string | null;
}) {
  const now = useNow('second');
  const isToolRunning = props.items.some((item) =>
    item.toolRequests.some(({ toolCallId }) => props.toolCalls[toolCallId]?.status !== 'complete'),
  );
  if (isToolRunning) return null;
  return (
    <p className="working">
      <span className="accent strong">working</span>
      {now !== null && props.startedAt && ` · ${formatElapsed(now - Date.parse(props.startedAt))}`}
    </p>
  );
}
