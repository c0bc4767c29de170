'use client';

import { ChevronDown, ChevronUp, Network, Square, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { abortSubAgent } from '#components/artifacts/agents/abort-sub-agent.ts';
import { AgentIcon } from '#components/artifacts/agents/agent-icon.tsx';
import { agentFigures, statusOf, statusWord } from '#components/artifacts/agents/agent-words.ts';
import type { PanelTarget } from '#components/artifacts/context/panel-hash.ts';
import { WorkProvider } from '#components/artifacts/context/work-context.tsx';
import { useFocusWhereCovering } from '#components/artifacts/panel/use-focus-where-covering.ts';
import { usePanelWidth } from '#components/artifacts/panel/use-panel-width.ts';
import { ActionFault } from '#components/artifacts/text/action-fault.tsx';
import type { SessionInfo } from '#components/layout/session-info.ts';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useKeys } from '#components/ui/use-keys.ts';
import { useNow } from '#components/ui/use-now.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { ConversationState, SubAgentState } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import { AgentMeter } from '../context-meter.tsx';
import { useWorkOf } from '../use-work-of.ts';
import { AgentThread, type ThreadParts } from './agent-thread.tsx';

interface AgentPanelProps {
  subagentId: string;
  conversationId: string;
  state: ConversationState;
  session: SessionInfo;
  onAgent: (subagentId: string | null) => void;
  onArtifact: (target: PanelTarget) => void;
  parts: ThreadParts;
}

/** The thread of a sub-agent, beside the conversation; nothing for an address that names none of its own. */
export function AgentPanel(props: AgentPanelProps) {
  const agent = Object.values(props.state.subAgents).find((one) => one.subagentId === props.subagentId);
  return agent ? <OpenAgent {...props} agent={agent} /> : null;
}

function OpenAgent(props: AgentPanelProps & { agent: SubAgentState }) {
  'use memo';
  const { agent, conversationId, state, session, onAgent } = props;
  const { width, gripProps } = usePanelWidth();
  const [fault, setFault] = useState<{ subagentId: string; text: string } | null>(null);
  const panel = useRef<HTMLElement>(null);
  useFocusWhereCovering(panel);
  const stop = async () => {
    const result = await abortSubAgent(conversationId, agent.subagentId);
    setFault(result.ok ? null : { subagentId: agent.subagentId, text: result.error });
  };
  const work = useWorkOf(conversationId, state, session, { stop: () => void stop(), suggest: null });
  const siblings = Object.values(state.subAgents).filter(({ toolCallId }) => toolCallId === agent.toolCallId);
  const step = (by: 1 | -1) => {
    const next = siblings[siblings.indexOf(agent) + by];
    if (next) onAgent(next.subagentId);
  };
  useKeys({ Escape: () => onAgent(null), '[': () => step(-1), ']': () => step(1) });
  const isActive = agent.end === null && state.activeRunId !== null;
  const delegation = state.toolCalls[agent.toolCallId];
  const readId = delegation?.result?.toolTelemetry.artifactId ?? null;
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className="panel"
      data-open={agent.subagentId}
      style={{ '--panel-width': `${width}px` } as React.CSSProperties}
      aria-label={`Sub-agent ${agent.agentName}`}
    >
      <div className="grip" {...gripProps} />
      <header className="panel-head">
        <Icon of={Network} />
        <span className="clip grow" title={agent.task}>
          <b>{agent.agentName}</b> <span className="mid">{agent.task}</span>
        </span>
        <StatusWord agent={agent} state={state} />
        {siblings.length > 1 && (
          <>
            <IconButton
              icon={ChevronUp}
              label="Previous sub-agent"
              shortcut="["
              aria-disabled={siblings[0] === agent}
              onClick={() => step(-1)}
            />
            <IconButton
              icon={ChevronDown}
              label="Next sub-agent"
              shortcut="]"
              aria-disabled={siblings.at(-1) === agent}
              onClick={() => step(1)}
            />
          </>
        )}
        <IconButton icon={X} label="Close" shortcut="Esc" onClick={() => onAgent(null)} />
      </header>
      <div className="panel-bar">
        <Figures agent={agent} state={state} />
        {agent.thread.usageInfo && <AgentMeter usageInfo={agent.thread.usageInfo} />}
        {isActive && (
          <button type="button" className="btn plain" onClick={() => void stop()}>
            <Icon of={Square} isSmall />
            Stop
          </button>
        )}
      </div>
      <ActionFault text={fault?.subagentId === agent.subagentId ? fault.text : null} />
      <section className="agent-thread" aria-label={`Thread of ${agent.agentName}`}>
        <WorkProvider value={work}>
          <AgentThread key={agent.eventId} agent={agent} state={state} parts={props.parts} />
        </WorkProvider>
      </section>
      <footer className="panel-foot">
        <span className="small dim grow clip">
          {agent.end === null
            ? 'The agent reads the last message, when all sub-agents have ended'
            : 'The agent read the last message and the IDs of the results'}
        </span>
        {readId !== null && (
          <button
            type="button"
            className="link"
            onClick={() => props.onArtifact({ artifactId: readId, lines: null, isBoth: true })}
          >
            What it read
          </button>
        )}
      </footer>
    </aside>
  );
}

function StatusWord({ agent, state }: { agent: SubAgentState; state: ConversationState }) {
  const status = statusOf(agent, state);
  return (
    <span className="agent-status small">
      <AgentIcon status={status} />
      <span aria-hidden="true">{statusWord[status]}</span>
    </span>
  );
}

/** `gpt-5-mini · 9 steps · $0.041 · 1:12 · of 30 steps, $0.50 · depth 1 of 2`. */
function Figures({ agent, state }: { agent: SubAgentState; state: ConversationState }) {
  const now = useNow('second');
  const { maxSteps, maxMicrodollars } = agent;
  const bounds = [
    `at most ${maxSteps} steps`,
    ...(maxMicrodollars === null ? [] : [formatMoney(maxMicrodollars)]),
  ].join(' and ');
  const depth = `depth ${depthOf(agent, state)} of ${limits.agentDepth}`;
  return (
    <span className="small dim clip grow">
      {[agent.model, agentFigures(agent, now), bounds, depth].join(' · ')}
    </span>
  );
}

const depthOf = ({ parentId }: SubAgentState, state: ConversationState): number => {
  const parent = parentId === null ? undefined : state.subAgents[parentId];
  return parent ? 1 + depthOf(parent, state) : 1;
};
