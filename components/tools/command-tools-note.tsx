import { Fragment } from 'react';
import type { Approvals } from '#lib/core/vocabulary/tools/approval.ts';
import { matchesTool } from '#lib/core/vocabulary/tools/tool-pattern.ts';
import { type ToolName, toolProfiles } from '#lib/core/vocabulary/tools/tool-profiles.ts';

/** If some tools that run commands are denied, says which of them still run. */
export function CommandToolsNote(props: { approvals: Approvals; excludedTools: readonly string[] }) {
  const { approvals, excludedTools } = props;
  const isOff = (tool: ToolName) =>
    excludedTools.some((pattern) => matchesTool(pattern, tool)) || approvals[tool] === 'deny';
  const commandTools = toolProfiles.filter(({ runsCommands }) => runsCommands).map(({ name }) => name);
  const denied = commandTools.filter(isOff);
  const allowed = commandTools.filter((tool) => !isOff(tool));
  if (denied.length === 0 || allowed.length === 0) return null;
  return (
    <p className="ledger-note mid">
      The agent can still run commands with <ToolList tools={allowed} />: denying <ToolList tools={denied} />{' '}
      does not change that. To stop all commands, set {allowed.length === 1 ? 'it' : 'them'} to “Never runs”
      too.
    </p>
  );
}

const ToolList = ({ tools }: { tools: readonly ToolName[] }) =>
  tools.map((tool, index) => (
    <Fragment key={tool}>
      {index > 0 && (index === tools.length - 1 ? ' and ' : ', ')}
      <code>{tool}</code>
    </Fragment>
  ));
