'use client';

import { type FormEvent, useState } from 'react';
import { sendJson } from '../ui/request-json.ts';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { GitAccount } from './git-account.tsx';
import { ReadingTarget } from './push-dialog.tsx';
import { DialogEnd, type PushTarget } from './push-form.tsx';
import { readAccount } from './read-account.ts';
import { usePushTarget } from './use-push-target.ts';

interface Updated {
  isNew: boolean;
  conflicts: string[];
  kept: string[];
}

/** Moves a worktree to what is new in the branch that requests go into. */
export function UpdateDialog(props: { isOpen: boolean; conversationId: string; onClose: () => void }) {
  const { isOpen, conversationId, onClose } = props;
  const { target, error, forget } = usePushTarget(conversationId, isOpen);
  return (
    <TitledDialog title="Update this worktree" isOpen={isOpen} onClose={onClose}>
      {target === null ? (
        <ReadingTarget error={error} />
      ) : (
        <UpdateForm
          conversationId={conversationId}
          target={target}
          onForget={() => void forget()}
          onClose={onClose}
        />
      )}
    </TitledDialog>
  );
}

function UpdateForm(props: {
  conversationId: string;
  target: PushTarget;
  onForget: () => void;
  onClose: () => void;
}) {
  const { remote, hasCredential } = props.target;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Updated | null>(null);
  if (remote === null) {
    return (
      <DialogEnd onClose={props.onClose}>
        <p>Nobody chose the remote of this workspace. An admin does on the page of the workspace.</p>
      </DialogEnd>
    );
  }
  if (done !== null) {
    return (
      <DialogEnd onClose={props.onClose}>
        <UpdateResult updated={done} branch={remote.target} />
      </DialogEnd>
    );
  }
  const { host } = new URL(remote.url);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const body = { remote: remote.url, ...readAccount(new FormData(event.currentTarget)) };
    setIsBusy(true);
    setError(null);
    const url = `/api/conversations/${props.conversationId}/worktree/update`;
    const result = await sendJson<Updated>('POST', url, body);
    setIsBusy(false);
    if (result.ok) setDone(result.value);
    else setError(result.error);
  };
  return (
    <form className="add-workspace" onSubmit={(event) => void send(event)}>
      <div className="in">
        <p>
          Gets what is new in <span className="mono">{remote.target}</span> on {host}. Your changes stay, on
          top of it. Where both sides changed the same lines, you see both.
        </p>
        <GitAccount host={host} hasCredential={hasCredential} isRequired={false} onForget={props.onForget} />
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn" onClick={props.onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          {isBusy ? 'Updating …' : 'Update'}
        </button>
      </footer>
    </form>
  );
}

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
      {kept.length > 0 && <Files title="These cannot be merged, and stay as they were here:" paths={kept} />}
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
