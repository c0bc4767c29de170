import { ThreadTreeContext } from '#components/artifacts/context/thread-tree-context.ts';
import { AgentAvatar } from '#components/ui/avatar.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { ConversationState, SubAgentState } from '#lib/core/conversation/conversation-state.ts';
import type { AssistantItem } from '#lib/core/conversation/thread-items.ts';
import type { AgentMessage } from '../agent-message.tsx';
import type { Markdown } from '../markdown.tsx';

const noIds: readonly string[] = [];

/** What any thread is made of. The page has their code: it would be in the bundle of this one again. */
export interface ThreadParts {
  AgentMessage: typeof AgentMessage;
  Markdown: typeof Markdown;
}

/** What a sub-agent was asked, and all that it did. */
export function AgentThread({
  agent,
  state,
  parts: { AgentMessage, Markdown },
}: {
  agent: SubAgentState;
  state: ConversationState;
  parts: ThreadParts;
}) {
  const isActive = agent.end === null && state.activeRunId !== null;
  const { items, compactions, tree } = agent.thread;
  const steps = items.filter((item): item is AssistantItem => item.kind === 'assistant');
  return (
    <ThreadTreeContext value={tree}>
      <article className="msg" aria-label="The task">
        <div className="who">
          <AgentAvatar />
          <b>{parentName(agent, state)}</b>
          <span>asks {agent.agentName}</span>
          <TimeText iso={agent.startedAt} />
        </div>
        <Markdown text={agent.task} messageId={agent.subagentId} />
      </article>
      {(steps.length > 0 || isActive) && (
        <AgentMessage
          name={agent.agentName}
          runId={null}
          reactedIds={noIds}
          items={steps}
          compactions={compactions}
          live={null}
          toolCalls={state.toolCalls}
          model={agent.model}
          isActive={isActive}
          startedAt={agent.startedAt}
        />
      )}
      {agent.end?.error && (
        <p className="agent-end mid" role="note">
          {agent.end.error}
        </p>
      )}
    </ThreadTreeContext>
  );
}

const parentName = ({ parentId }: SubAgentState, { subAgents }: ConversationState): string =>
  (parentId === null ? null : subAgents[parentId]?.agentName) ?? 'Agent';
