'use client';

import { ChevronRight, Network, Square } from 'lucide-react';
import { type ReactNode, useContext, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { SubAgentState, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { subAgentsOf } from '#lib/core/conversation/sub-agent-thread.ts';
import { PermissionCard } from '../approvals/permission-card.tsx';
import { CardActions } from '../cards/card-actions.tsx';
import { CardHead } from '../cards/card-head.tsx';
import { ReadLabel } from '../cards/read-label.tsx';
import { RunningMeta } from '../cards/running-meta.tsx';
import { SeenText } from '../cards/seen-text.tsx';
import { TokenChip } from '../cards/token-chip.tsx';
import { useArtifactPanel } from '../context/panel-context.tsx';
import { ThreadsContext } from '../context/threads-context.ts';
import { useWork } from '../context/work-context.tsx';
import { ActionFault } from '../text/action-fault.tsx';
import { abortSubAgent } from './abort-sub-agent.ts';
import { AgentIcon } from './agent-icon.tsx';
import { type AgentStatus, agentFigures, askedCallsOf, statusOf, statusWord } from './agent-words.ts';

/** A call that delegates; as any other call, while and where it has started no sub-agent. */
export function SubAgentsCard({ call, children }: { call: ToolCallState; children: ReactNode }) {
  const agents = subAgentsOf(useContext(ThreadsContext), call.toolCallId);
  return agents.length === 0 ? children : <StartedAgents call={call} agents={agents} />;
}

/** A row for each sub-agent, in the order of the tasks, and what they ask people. */
function StartedAgents({ call, agents }: { call: ToolCallState; agents: readonly SubAgentState[] }) {
  const threads = useContext(ThreadsContext);
  const { result } = call;
  const panel = useArtifactPanel();
  const [isFlipped, setIsFlipped] = useState(false);
  const { stopAll, error } = useStopAll(agents);
  const statuses = agents.map((agent) => statusOf(agent, threads));
  const title = agents.length === 1 ? '1 sub-agent' : `${agents.length} sub-agents`;
  const artifactId = result?.toolTelemetry.artifactId ?? null;
  const view = result?.result?.content ?? '';
  const flip = () => setIsFlipped(!isFlipped);
  const open = artifactId === null ? null : () => panel.open({ artifactId, lines: null });
  const isOpen = agents.some(({ subagentId }) => panel.openAgentId === subagentId);
  return (
    <>
      <article
        className={isOpen ? 'card open' : 'card'}
        data-card={artifactId ?? ''}
        tabIndex={-1}
        aria-label={title}
      >
        <CardHead icon={Network} title={title} titleKind="words" meta={<Counts statuses={statuses} />}>
          {result ? (
            <CardActions
              isFlipped={isFlipped}
              onFlip={flip}
              readText={() => view}
              onShare={
                artifactId === null
                  ? null
                  : () =>
                      panel.share({
                        artifactId,
                        title,
                        lineCount: result.toolTelemetry.lineCount,
                        lines: null,
                      })
              }
              onRerun={null}
              keeping={null}
              onOpen={open}
              isOpen={artifactId !== null && panel.openArtifactId === artifactId}
            />
          ) : (
            <button type="button" className="btn plain" onClick={stopAll}>
              <Icon of={Square} isSmall />
              {agents.length === 1 ? 'Stop' : 'Stop all'}
            </button>
          )}
        </CardHead>
        {isFlipped ? (
          <div className="card-body reverse">
            <SeenText text={view} />
          </div>
        ) : (
          <ul className="card-body agent-rows">
            {agents.map((agent, index) => (
              <AgentRow key={agent.eventId} agent={agent} status={statuses[index] ?? 'running'} />
            ))}
          </ul>
        )}
        <ActionFault text={error} />
        <footer className="card-label">
          {result ? (
            <>
              <TokenChip telemetry={result.toolTelemetry} isFlipped={isFlipped} onFlip={flip} />
              <ReadLabel source={call} views={null} />
              <CostLine agents={agents} />
            </>
          ) : (
            <>
              <span className="card-remark">The model reads their answers when all have ended</span>
              <span className="grow" />
              <span className="card-meta">
                <RunningMeta startedAt={call.startedAt} />
              </span>
            </>
          )}
        </footer>
      </article>
      {agents.flatMap((agent) =>
        askedCallsOf(agent, threads).map(
          (asked) =>
            asked.permission && (
              <div key={asked.toolCallId} className="agent-asks">
                <p className="small dim">
                  {threads.subAgents[asked.threadId ?? '']?.agentName ?? agent.agentName} asks
                </p>
                <PermissionCard call={asked} permission={asked.permission} />
              </div>
            ),
        ),
      )}
    </>
  );
}

function AgentRow({ agent, status }: { agent: SubAgentState; status: AgentStatus }) {
  const { openAgent, openAgentId } = useArtifactPanel();
  const now = useNow('second');
  return (
    <li>
      {/* A link: it works before the code of this card is there. */}
      <a
        className={openAgentId === agent.subagentId ? 'agent-row on' : 'agent-row'}
        href={`#${agent.subagentId}`}
        onClick={(event) => {
          event.preventDefault();
          openAgent(agent.subagentId);
        }}
      >
        <AgentIcon status={status} />
        <span className="grow clip" title={agent.task}>
          <b>{agent.agentName}</b>
          <span className="mid">{agent.task}</span>
        </span>
        <span className="m">{agentFigures(agent, now)}</span>
        <Icon of={ChevronRight} isSmall />
      </a>
    </li>
  );
}

/** `1 done · 1 failed · 1 stopped`; while any is at work, how many have ended. */
function Counts({ statuses }: { statuses: readonly AgentStatus[] }) {
  const asking = statuses.filter((status) => status === 'asking').length;
  if (asking > 0)
    return (
      <span className="warn strong">
        {asking === 1 ? '1 waits for an answer' : `${asking} wait for an answer`}
      </span>
    );
  const ended = statuses.filter((status) => status !== 'running');
  if (ended.length < statuses.length) return `${ended.length} of ${statuses.length} ended`;
  const kinds = [...new Set(statuses)];
  // On a phone the rows say it: the title needs the room.
  return kinds.map((kind, index) => (
    <span key={kind} className="wide-only">
      {index > 0 && ' · '}
      <span className={tones[kind]}>
        {statuses.filter((status) => status === kind).length} {statusWord[kind]}
      </span>
    </span>
  ));
}

const tones: Partial<Record<AgentStatus, string>> = {
  completed: 'good strong',
  failed: 'bad strong',
  interrupted: 'bad strong',
  step_limit: 'warn strong',
  budget: 'warn strong',
};

function CostLine({ agents }: { agents: readonly SubAgentState[] }) {
  const costs = agents.map(({ end }) => end?.costMicrodollars ?? null);
  const known = costs.filter((cost) => cost !== null);
  if (known.length < costs.length) return null;
  return <span className="clip">{formatMoney(known.reduce((sum, cost) => sum + cost, 0))} in this task</span>;
}

function useStopAll(agents: readonly SubAgentState[]) {
  const { conversationId } = useWork();
  const [error, setError] = useState<string | null>(null);
  const stopAll = async () => {
    const working = agents.filter(({ end }) => end === null);
    const results = await Promise.all(
      working.map(({ subagentId }) => abortSubAgent(conversationId, subagentId)),
    );
    const failed = results.find((result) => !result.ok);
    setError(failed && !failed.ok ? failed.error : null);
  };
  return { stopAll: () => void stopAll(), error };
}
