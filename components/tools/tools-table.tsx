import type { Approvals } from '#lib/core/vocabulary/tools/approval.ts';
import { matchesTool } from '#lib/core/vocabulary/tools/tool-pattern.ts';
import { type ToolName, toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { PolicySelect } from './policy-select.tsx';
import { PolicyTable } from './policy-table.tsx';
import { policyWords } from './policy-words.ts';
import { toolSentences } from './tool-sentences.ts';

export interface ToolsTableProps {
  approvals: Approvals;
  /** Tools not offered to the model, whatever their policy. */
  excludedTools: readonly string[];
  isTeam: boolean;
  isAdmin: boolean;
}

export function ToolsTable(props: ToolsTableProps) {
  return (
    <PolicyTable label="Tools">
      {toolNames.map((name) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
            <span className="mid">{toolSentences[name]}</span>
          </th>
          <td className="l">
            <Policy {...props} tool={name} />
          </td>
        </tr>
      ))}
    </PolicyTable>
  );
}

function Policy(props: ToolsTableProps & { tool: ToolName }) {
  const { tool, approvals, isTeam } = props;
  if (props.excludedTools.some((pattern) => matchesTool(pattern, tool)))
    return <span className="dim">Disabled in the config file</span>;
  if (props.isAdmin) return <PolicySelect tool={tool} policy={approvals[tool]} isTeam={isTeam} />;
  return policyWords[approvals[tool]];
}
