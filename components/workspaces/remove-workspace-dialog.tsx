'use client';

import { useState } from 'react';
import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';

const kept = 'You can still read its conversations, but the agent can no longer work in them.';

export function RemoveWorkspaceDialog(props: {
  workspace: WorkspaceView | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { workspace } = props;
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    props.onClose();
  };
  const remove = async () => {
    if (workspace === null) return;
    const result = await sendJson<null>('DELETE', `/api/workspaces/${encodeURIComponent(workspace.name)}`);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    close();
    props.onRemoved();
  };
  const what =
    workspace?.source === 'clone'
      ? 'This deletes the clone and every change in it.'
      : 'The folder on the server is not changed.';
  return (
    <ConfirmDialog
      isOpen={workspace !== null}
      title={`Remove ${workspace?.name ?? ''}?`}
      text={`${what} ${kept}`}
      action="Remove"
      error={error}
      onConfirm={() => void remove()}
      onClose={close}
    />
  );
}
