import { Fragment } from 'react';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { McpServerView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { policyLabel } from './policy-words.ts';

/** The MCP servers of the config file: how they are, and what their tools cost before any is called. */
export function McpServersTable({ servers, isTeam }: { servers: readonly McpServerView[]; isTeam: boolean }) {
  if (servers.length === 0) return null;
  return (
    <section>
      <h2 className="tools-title">MCP servers</h2>
      <p className="ledger-note mid">
        From the config file. Results of their tools are split only where it says so; nothing above 25,000
        tokens ever passes whole.
      </p>
      <table className="tools" aria-label="MCP servers">
        <thead>
          <tr>
            <th scope="col">Server</th>
            <th scope="col" className="l">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <Fragment key={server.name}>
              <tr>
                <th scope="row">
                  <code>{server.name}</code>
                  <span className="mid">
                    {server.kind === 'stdio' ? 'a program, with all rights of this server' : 'over HTTP'}
                  </span>
                </th>
                <td className="l">
                  <span className={server.status === 'failed' ? 'bad' : ''}>
                    {statusWords[server.status]}
                  </span>
                  {server.message !== null && <p className="mid">{server.message}</p>}
                </td>
              </tr>
              <ServerDetails {...server} isTeam={isTeam} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const statusWords: Record<McpServerView['status'], string> = {
  idle: 'Starts with the next run',
  starting: 'Starting',
  running: 'Running',
  failed: 'Not running',
};

/** The tools of a server that runs, the last lines of one that does not. */
function ServerDetails({ isTeam, ...server }: McpServerView & { isTeam: boolean }) {
  const { name, tools, leftOut, lastLines, definitionTokens } = server;
  if (tools.length + leftOut.length + lastLines.length === 0) return null;
  return (
    <tr className="server-details">
      <td colSpan={2} className="l">
        {lastLines.length > 0 && (
          <>
            <p className="mid">Its last lines:</p>
            <pre>{lastLines.join('\n')}</pre>
          </>
        )}
        {tools.length > 0 && (
          <details>
            <summary>
              {tools.length} {tools.length === 1 ? 'tool' : 'tools'},{' '}
              {definitionTokens.toLocaleString('en-US')} tokens of definitions
            </summary>
            <ul aria-label={`Tools of ${name}`}>
              {tools.map((tool) => (
                <li key={tool.name}>
                  <span className="server-tool">
                    <code>{toolLabel(tool.name)}</code>
                    <span className="mid">
                      {policyLabel(tool.policy, isTeam)}. {tool.isSplit ? 'Split.' : 'Not split.'}
                    </span>
                  </span>
                  <p className="dim">{tool.description}</p>
                </li>
              ))}
            </ul>
          </details>
        )}
        {leftOut.length > 0 && (
          <p className="bad">
            Not given to the model, because they are too large or too many: {leftOut.slice(0, 20).join(', ')}
            {leftOut.length > 20 && ` and ${leftOut.length - 20} more`}
          </p>
        )}
      </td>
    </tr>
  );
}
