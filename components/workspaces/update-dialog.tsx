'use client';

import { RemoteDialog } from './remote-dialog.tsx';

interface Updated {
  isNew: boolean;
  conflicts: string[];
  kept: string[];
}

/** Moves a worktree to what is new in the branch that requests go into. */
export const UpdateDialog = (props: {
  isOpen: boolean;
  conversationId: string;
  workspace: string;
  onClose: () => void;
}) => (
  <RemoteDialog<Updated>
    {...props}
    title="Update this worktree"
    act="update"
    words={{ ask: 'Update', busy: 'Updating …' }}
    needsAccount={false}
    renderFields={(_, { target, url }) => (
      <p>
        Gets what is new in <span className="mono">{target}</span> on {new URL(url).host}. Your changes stay,
        on top of it. Where both sides changed the same lines, you see both.
      </p>
    )}
    renderDone={(updated, { target }) => <UpdateResult updated={updated} branch={target} />}
  />
);

function UpdateResult({ updated, branch }: { updated: Updated; branch: string }) {
  const { isNew, conflicts, kept } = updated;
  if (!isNew)
    return (
      <p role="status">
        It has everything of <span className="mono">{branch}</span> already.
      </p>
    );
  return (
    <div role="status">
      <p>
        Updated to <span className="mono">{branch}</span>.
      </p>
      {conflicts.length > 0 && <Files title="Both versions are in these files:" paths={conflicts} />}
      {kept.length > 0 && <Files title="These were not merged, and stay as they were here:" paths={kept} />}
    </div>
  );
}

const Files = ({ title, paths }: { title: string; paths: readonly string[] }) => (
  <>
    <p>{title}</p>
    <ul className="conflict-list mono" aria-label={title}>
      {paths.map((path) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  </>
);
