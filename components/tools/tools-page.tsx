import type { ModelView } from '#lib/core/api/model-view.ts';
import type { AgentView } from '#lib/core/vocabulary/agents/agent-view.ts';
import type { AllowedCallView } from '#lib/core/vocabulary/tools/allowed-call.ts';
import type { McpServerView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import type { McpSignInFailure } from '#lib/core/vocabulary/tools/mcp-sign-in.ts';
import type { ToolFileView } from '#lib/core/vocabulary/tools/tool-file-view.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { AgentsTable } from './agents-table.tsx';
import { AllowedCalls } from './allowed-calls.tsx';
import { CommandToolsNote } from './command-tools-note.tsx';
import { McpServersTable } from './mcp-servers-table.tsx';
import { ToolFilesTable } from './tool-files-table.tsx';
import { ToolsTable, type ToolsTableProps } from './tools-table.tsx';

/** The tools of the agent, and the approval that each needs. */
export function ToolsPage(
  props: ToolsTableProps & {
    allowedCalls: readonly AllowedCallView[];
    agents: readonly AgentView[];
    models: readonly ModelView[];
    servers: readonly McpServerView[];
    /** Names, for a server of one workspace. */
    workspaces: readonly string[];
    /** With which commands an admin may add a server. */
    mcpCommands: readonly string[];
    toolFiles: readonly ToolFileView[];
    /** The address of this site. */
    siteUrl: string;
    /** Why signing in to a server failed, of which the member has just come back. */
    signInFailure: McpSignInFailure | null;
  },
) {
  const { isTeam, isAdmin } = props;
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Tools</h1>
      </header>
      <p className="ledger-note mid">
        When a call asks, the run waits until {isTeam ? 'somebody answers' : 'you answer'} in the
        conversation. {!isAdmin && ' Only admins can change this.'}
      </p>
      <CommandToolsNote approvals={props.approvals} excludedTools={props.excludedTools} />
      <ToolsTable {...props} />
      <ToolFilesTable files={props.toolFiles} isTeam={isTeam} />
      {props.signInFailure !== null && (
        <p className="bad" role="alert">
          {signInFailures[props.signInFailure]}
        </p>
      )}
      <McpServersTable
        servers={props.servers}
        workspaces={props.workspaces}
        mcpCommands={props.mcpCommands}
        siteUrl={props.siteUrl}
        isTeam={isTeam}
        isAdmin={isAdmin}
      />
      <AgentsTable agents={props.agents} models={props.models} isAdmin={isAdmin} />
      <AllowedCalls calls={props.allowedCalls} isAdmin={isAdmin} />
    </main>
  );
}

const signInFailures: Record<McpSignInFailure, string> = {
  expired: 'That sign-in has expired. Begin it again.',
  refused: 'You are not signed in: it was refused there.',
  failed: 'You are not signed in: the servers did not agree. The log of this server says why.',
};
