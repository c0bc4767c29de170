import type { AllowedCallView } from '#lib/core/vocabulary/tools/allowed-call.ts';
import type { McpServerView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import type { ToolFileView } from '#lib/core/vocabulary/tools/tool-file-view.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { AllowedCalls } from './allowed-calls.tsx';
import { CommandToolsNote } from './command-tools-note.tsx';
import { McpServersTable } from './mcp-servers-table.tsx';
import { ToolFilesTable } from './tool-files-table.tsx';
import { ToolsTable, type ToolsTableProps } from './tools-table.tsx';

/** The tools of the agent, and the approval that each needs. */
export function ToolsPage(
  props: ToolsTableProps & {
    allowedCalls: readonly AllowedCallView[];
    servers: readonly McpServerView[];
    toolFiles: readonly ToolFileView[];
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
      <McpServersTable servers={props.servers} isTeam={isTeam} isAdmin={isAdmin} />
      <AllowedCalls calls={props.allowedCalls} isAdmin={isAdmin} />
    </main>
  );
}
