import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { scrollRegion } from '../ui/scroll-region.ts';
import { TimeText } from '../ui/time-text.tsx';

export function WorkspacesTable(props: {
  workspaces: WorkspaceView[];
  onRemove: (workspace: WorkspaceView) => void;
}) {
  return (
    <div className="table-scroll" {...scrollRegion('Workspaces')}>
      <table aria-label="Workspaces">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="l wide-only">
              Source
            </th>
            <th scope="col" className="l wide-only">
              Added by
            </th>
            <th scope="col" className="wide-only">
              Added
            </th>
            <th scope="col">Conversations</th>
            <th scope="col">
              <span className="vh">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.name}
              workspace={workspace}
              onRemove={() => props.onRemove(workspace)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WorkspaceRow({ workspace, onRemove }: { workspace: WorkspaceView; onRemove: () => void }) {
  const { name, source, url, path, runner, addedBy, addedAt, state, failure } = workspace;
  const from = (url ?? path) + (runner === null ? '' : ` on ${new URL(runner).host}`);
  return (
    <tr>
      <th scope="row" className="clip name workspace-name" title={name}>
        {state === 'ready' && !workspace.isAway ? (
          <PageLink className="link" href={`/workspaces/${encodeURIComponent(name)}`}>
            {name}
          </PageLink>
        ) : (
          name
        )}
        <StateBadge workspace={workspace} />
        <span className="workspace-from small dim narrow-only">{from}</span>
        {state === 'failed' && <p className="bad">{failure}</p>}
      </th>
      <td className="l clip mono small workspace-source wide-only" title={from}>
        {from}
      </td>
      <td className="l wide-only">
        {addedBy?.name ?? (
          <span className="dim" title="Set by the server (VITRINE_WORKSPACES)">
            the server
          </span>
        )}
      </td>
      <td className="dim wide-only">{addedAt === null ? '' : <TimeText iso={addedAt} as="day-clock" />}</td>
      <td>{formatNumber(workspace.conversationCount)}</td>
      <td>
        {source !== 'operator' && (
          <button
            type="button"
            className="btn danger is-small"
            aria-label={`Remove: ${name}`}
            onClick={onRemove}
          >
            Remove
          </button>
        )}
      </td>
    </tr>
  );
}

function StateBadge({ workspace: { state, isGone, isAway } }: { workspace: WorkspaceView }) {
  if (state === 'cloning') {
    return (
      <span className="badge" role="status">
        Cloning…
      </span>
    );
  }
  if (state === 'failed') return <span className="badge">Clone failed</span>;
  if (isAway)
    return (
      <span className="badge" title="The runner that has its files does not respond">
        Away
      </span>
    );
  return isGone ? <span className="badge">Folder missing</span> : null;
}
