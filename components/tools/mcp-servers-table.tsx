import { Fragment } from 'react';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import {
  type McpServerView,
  type ServerToolView,
  serverDays,
} from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { AddServerDialog } from './add-server-dialog.tsx';
import { PolicySelect } from './policy-select.tsx';
import { policyLabel } from './policy-words.ts';
import { RemoveButton } from './remove-button.tsx';
import { ServerSignIn } from './server-sign-in.tsx';
import { ServerSwitch } from './server-switch.tsx';
import { ToolChangesButton } from './tool-changes-button.tsx';

/** The MCP servers: how they are, and what their tools cost, before any is called and since. */
export function McpServersTable(props: {
  servers: readonly McpServerView[];
  /** Names, for a server of one workspace. */
  workspaces: readonly string[];
  /** With which commands an admin may add one. */
  mcpCommands: readonly string[];
  /** The address of this site. */
  siteUrl: string;
  isTeam: boolean;
  isAdmin: boolean;
}) {
  const { servers, isTeam, isAdmin } = props;
  if (servers.length === 0 && !isAdmin) return null;
  return (
    <section>
      <header className="tools-head">
        <h2 className="tools-title">MCP servers</h2>
        {isAdmin && <AddServerDialog workspaces={props.workspaces} mcpCommands={props.mcpCommands} />}
      </header>
      <p className="ledger-note mid">
        Results of their tools are split only where it is switched on; nothing above 25,000 tokens ever passes
        whole. Agents elsewhere call the tools of servers that are open to the gateway, at{' '}
        <span className="mono">{props.siteUrl}/mcp/gateway</span>.
      </p>
      {servers.length > 0 && (
        <div className="table-scroll">
          <table className="tools servers" aria-label="MCP servers">
            <thead>
              <tr>
                <th scope="col">Server</th>
                <th scope="col" className="l">
                  State
                </th>
                <th scope="col" className="wide-only">
                  Definitions
                </th>
                <th scope="col" className="wide-only">
                  Calls, {serverDays} days
                </th>
                <th scope="col" className="wide-only">
                  Not sent to the model
                </th>
                <th scope="col">Split</th>
                <th scope="col">Gateway</th>
              </tr>
            </thead>
            <tbody>
              {servers.map((server) => (
                <Fragment key={server.name}>
                  <tr>
                    <th scope="row">
                      <code>{server.name}</code>
                      <span className="mid">{wordsOf(server)}</span>
                      {isAdmin && server.added !== null && (
                        <RemoveButton
                          name={server.name}
                          path={`/api/tools/servers/${server.name}`}
                          text="The agent can no longer call its tools, and everybody is signed out of it. Results stay."
                        />
                      )}
                    </th>
                    <td className="l">
                      <span className={server.status === 'failed' ? 'bad' : ''}>
                        {statusWords[server.status]}
                      </span>
                      {server.message !== null && server.status !== 'signed out' && (
                        <p className="mid">{server.message}</p>
                      )}
                      {(server.status === 'signed out' || server.isSignedIn) && (
                        <ServerSignIn
                          server={server.name}
                          isSignedIn={server.isSignedIn}
                          isEnough={server.status !== 'signed out'}
                        />
                      )}
                      {server.changes.length > 0 && <BlockedTools {...server} isAdmin={isAdmin} />}
                    </td>
                    <td className="wide-only">
                      {server.definitionTokens.toLocaleString('en-US')}
                      {server.isDeferred && <span className="mid">, by search</span>}
                    </td>
                    <td className="wide-only">{server.calls.toLocaleString('en-US')}</td>
                    <td className="wide-only">{server.withheldTokens.toLocaleString('en-US')}</td>
                    <td>
                      <Switch
                        isAdmin={isAdmin}
                        server={server.name}
                        setting="serverSplits"
                        label={`Split results of ${server.name}`}
                        isOn={server.isSplit}
                      />
                    </td>
                    <td>
                      <Switch
                        isAdmin={isAdmin}
                        server={server.name}
                        setting="gatewayServers"
                        label={`Open ${server.name} to the gateway`}
                        isOn={server.isInGateway}
                      />
                    </td>
                  </tr>
                  <ServerDetails {...server} isTeam={isTeam} isAdmin={isAdmin} />
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const Switch = ({ isAdmin, ...setting }: Parameters<typeof ServerSwitch>[0] & { isAdmin: boolean }) => {
  if (isAdmin) return <ServerSwitch {...setting} />;
  return setting.isOn ? 'On' : 'Off';
};

function BlockedTools({ name, tools, changes, isAdmin }: McpServerView & { isAdmin: boolean }) {
  const count = new Set(changes.map(({ tool }) => tool)).size;
  return (
    <p className="blocked-tools">
      {count} {count === 1 ? 'tool' : 'tools'} blocked: changed by the server
      {isAdmin && <ToolChangesButton server={name} toolCount={tools.length + count} changes={changes} />}
    </p>
  );
}

const confinementWords: Record<McpServerView['confinement'], string> = {
  sandbox: 'in the sandbox, no network',
  'sandbox with network': 'in the sandbox, network on',
  none: 'a program, with all rights of this server',
  remote: 'over HTTP',
};

function wordsOf({ confinement, added }: McpServerView): string {
  const confined = confinementWords[confinement];
  if (added === null) return confined;
  const { url, command, workspace, by } = added;
  const what = url === null ? `${command}, ${confined}` : new URL(url).host;
  return `${what}${workspace === null ? '' : `, in ${workspace}`}, added by ${by.name}`;
}

const statusWords: Record<McpServerView['status'], string> = {
  idle: 'Starts with the next run',
  starting: 'Starting',
  running: 'Running',
  failed: 'Not running',
  'signed out': 'You have to sign in',
};

/** The tools of a server that runs, the last lines of one that does not. */
function ServerDetails({
  isTeam,
  isAdmin,
  ...server
}: McpServerView & { isTeam: boolean; isAdmin: boolean }) {
  const { name, tools, pageTools, leftOut, lastLines, definitionTokens, isDeferred } = server;
  if (tools.length + leftOut.length + lastLines.length === 0) return null;
  return (
    <tr className="server-details">
      <td colSpan={7} className="l">
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
              {isDeferred && ', found by search'}
            </summary>
            <ul aria-label={`Tools of ${name}`}>
              {tools.map((tool) => (
                <ServerTool key={tool.name} {...tool} isTeam={isTeam} isAdmin={isAdmin}>
                  {tool.isSplit ? 'Split.' : 'Not split.'}
                </ServerTool>
              ))}
              {pageTools.map((tool) => (
                <ServerTool key={tool.name} {...tool} isTeam={isTeam} isAdmin={isAdmin}>
                  For its pages only.
                </ServerTool>
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

function ServerTool(props: ServerToolView & { isTeam: boolean; isAdmin: boolean; children: string }) {
  const { name, policy, isTeam } = props;
  return (
    <li>
      <span className="server-tool">
        <code>{toolLabel(name)}</code>
        {props.isAdmin ? (
          <PolicySelect tool={name} policy={policy} isTeam={isTeam} />
        ) : (
          <span className="mid">{policyLabel(policy, isTeam)}.</span>
        )}
        <span className="mid">{props.children}</span>
      </span>
      <p className="dim">{props.description}</p>
    </li>
  );
}
