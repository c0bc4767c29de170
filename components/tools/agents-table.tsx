import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { ModelView } from '#lib/core/api/model-view.ts';
import type { AgentView } from '#lib/core/vocabulary/agents/agent-view.ts';
import { AgentDialog } from './agent-dialog.tsx';
import { RemoveButton } from './remove-button.tsx';

/** The sub-agents that the model can delegate tasks to. */
export function AgentsTable(props: {
  agents: readonly AgentView[];
  models: readonly ModelView[];
  isAdmin: boolean;
}) {
  const { agents, models, isAdmin } = props;
  if (agents.length === 0 && !isAdmin) return null;
  return (
    <section>
      <header className="tools-head">
        <h2 className="tools-title">Sub-agents</h2>
        {isAdmin && <AgentDialog agent={null} models={models} />}
      </header>
      <p className="ledger-note mid">
        The agent delegates tasks to them, up to four at the same time, and reads their answers. People see
        all that they do.
      </p>
      {agents.length > 0 && (
        <div className="table-scroll">
          <table className="tools agents" aria-label="Sub-agents">
            <thead>
              <tr>
                <th scope="col">Sub-agent</th>
                <th scope="col" className="l">
                  Model and tools
                </th>
                <th scope="col" className="l">
                  For one task
                </th>
              </tr>
            </thead>
            <tbody>
              {agents.map((agent) => (
                <tr key={agent.name}>
                  <th scope="row">
                    <code>{agent.name}</code>
                    <span className="mid">{agent.description}</span>
                    <p className="dim small">{agent.by ? `by ${agent.by.name}` : 'in the config file'}</p>
                    {isAdmin && agent.by !== null && (
                      <span className="agent-acts">
                        <AgentDialog agent={agent} models={models} />
                        <RemoveButton
                          name={agent.name}
                          path={`/api/tools/agents/${agent.name}`}
                          text="The agent can no longer delegate to it. What it did stays."
                        />
                      </span>
                    )}
                  </th>
                  <td className="l">
                    {agent.model ?? 'Same model as the agent'}
                    <p className="mid">{agent.tools?.join(', ') ?? 'All tools'}</p>
                  </td>
                  <td className="l">{boundsOf(agent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const microdollars = 1_000_000;

const boundsOf = ({ steps, dollars }: AgentView): string =>
  [
    steps === undefined ? 'the usual number of steps' : `at most ${steps} steps`,
    ...(dollars === undefined ? [] : [formatMoney(dollars * microdollars)]),
  ].join(' and ');
