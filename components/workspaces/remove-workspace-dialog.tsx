import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';

const kept = 'You can still read its conversations, but the agent can no longer work in them.';

export function RemoveWorkspaceDialog(props: {
  workspace: WorkspaceView | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { workspace } = props;
  const what =
    workspace?.source === 'clone'
      ? 'This deletes the clone and every change in it.'
      : 'The folder on the server is not changed.';
  return (
    <DeleteDialog
      path={workspace && `/api/workspaces/${encodeURIComponent(workspace.name)}`}
      title={`Remove ${workspace?.name ?? ''}?`}
      text={`${what} ${kept}`}
      action="Remove"
      onDeleted={props.onRemoved}
      onClose={props.onClose}
    />
  );
}
