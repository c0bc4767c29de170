import { Fragment } from 'react';
import type { ToolFileView } from '#lib/core/vocabulary/tools/tool-file-view.ts';
import { PolicyTable } from './policy-table.tsx';
import { policyLabel } from './policy-words.ts';

/** The tools of the files that the config file names, and why a file gives none. */
export function ToolFilesTable({ files, isTeam }: { files: readonly ToolFileView[]; isTeam: boolean }) {
  if (files.length === 0) return null;
  return (
    <section>
      <h2 className="tools-title">Tools of your own</h2>
      <PolicyTable label="Tools of your own">
        {files.map(({ path, problem, tools }) => (
          <Fragment key={path}>
            {problem !== null && (
              <tr>
                <th scope="row">
                  <code>{path}</code>
                </th>
                <td className="l bad">{problem}</td>
              </tr>
            )}
            {tools.map((tool) => (
              <tr key={tool.name}>
                <th scope="row">
                  <code>{tool.name}</code>
                  <span className="mid">{tool.description}</span>
                </th>
                <td className="l">
                  {policyLabel(tool.policy, isTeam)}. {tool.isSplit ? 'Split.' : 'Not split.'}
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </PolicyTable>
    </section>
  );
}
