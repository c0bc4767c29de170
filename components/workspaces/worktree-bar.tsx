'use client';

import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import type { WorktreeAct } from '#lib/core/conversation/conversation-state.ts';
import type { Worktree } from '#lib/core/vocabulary/conversation.ts';
import { useArtifactPanel } from '../artifacts/context/panel-context.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyPopup, preloadOnApproach } from '../ui/lazy-component.tsx';
import { sendJson } from '../ui/request-json.ts';
import { useChangedFiles } from './use-changed-files.ts';
import { WorktreeConflicts } from './worktree-conflicts.tsx';
import { WorktreeStatus } from './worktree-status.tsx';

/** Loaded when somebody is about to push or update. */
const PushDialog = lazyPopup(async () => (await import('./push-dialog.tsx')).PushDialog);
const UpdateDialog = lazyPopup(async () => (await import('./update-dialog.tsx')).UpdateDialog);

type Act = 'diff' | 'merge' | 'discard';

/**
 * What a conversation has changed, in its own worktree or in the workspace that it shares, and what people can do with it.
 */
export function WorktreeBar(props: {
  conversationId: string;
  workspace: string;
  /** `null`: it works in the workspace itself. */
  worktree: Worktree | null;
  isRunning: boolean;
  /** The last action somebody took on it. */
  act: WorktreeAct | null;
}) {
  const { conversationId, worktree, isRunning, act } = props;
  const { open } = useArtifactPanel();
  const changed = useChangedFiles(conversationId, isRunning, act);
  const [opened, setOpened] = useState<'push' | 'update' | null>(null);
  const [busy, setBusy] = useState<Act | null>(null);
  const [asked, setAsked] = useState<'merge' | 'discard' | null>(null);
  const [error, setError] = useState<string | null>(null);

  const send = async (wanted: Act) => {
    if (busy !== null) return;
    setBusy(wanted);
    setError(null);
    const url = `/api/conversations/${conversationId}/worktree/${wanted}`;
    const result = await sendJson<{ artifactId?: string } | null>('POST', url);
    setBusy(null);
    if (!result.ok) return setError(result.error);
    setAsked(null);
    if (result.value?.artifactId) open({ artifactId: result.value.artifactId, lines: null });
  };
  const ask = (wanted: 'merge' | 'discard' | null) => {
    setError(null);
    setAsked(wanted);
  };
  const close = () => setOpened(null);
  const { conflicts } = changed;
  const hasChanges = changed.count !== null && changed.count > 0;
  // Of a workspace that is as it was, there is nothing to say.
  if (worktree === null && !hasChanges && error === null && opened === null) return null;
  const commit = changed.commit ?? worktree?.commit;
  const branch = worktree?.branch ?? changed.branch ?? 'No branch';
  return (
    <section
      className="worktree-bar"
      aria-label={worktree ? 'Own worktree' : `Changes in ${props.workspace}`}
    >
      <Icon of={GitBranch} isSmall />
      <span className="clip" title={`${branch}, from ${commit}`}>
        <span className="mono">{branch}</span>
        <span className="dim"> {worktree ? `from ${commit?.slice(0, 7)}` : `in ${props.workspace}`}</span>
      </span>
      <span className="grow mid" role="status">
        {changed.failure ?? (
          <WorktreeStatus
            changedFiles={changed.count}
            isRunning={isRunning}
            act={act}
            workspace={props.workspace}
            isShared={worktree === null}
          />
        )}
      </span>
      <span className="acts">
        {worktree && (
          <button
            type="button"
            className="btn is-small"
            disabled={isRunning}
            {...preloadOnApproach(UpdateDialog)}
            onClick={() => setOpened('update')}
          >
            Update
          </button>
        )}
        {hasChanges && (
          <>
            <button type="button" className="btn is-small" onClick={() => void send('diff')}>
              {busy === 'diff' ? 'Reading…' : 'Review changes'}
            </button>
            <a className="btn is-small" href={`/api/conversations/${conversationId}/worktree/patch`} download>
              Patch
            </a>
            <button
              type="button"
              className="btn is-small"
              disabled={isRunning}
              {...preloadOnApproach(PushDialog)}
              onClick={() => setOpened('push')}
            >
              Push
            </button>
            {worktree && (
              <>
                <button
                  type="button"
                  className="btn is-small"
                  disabled={isRunning}
                  onClick={() => ask('merge')}
                >
                  Merge
                </button>
                <button
                  type="button"
                  className="btn danger is-small"
                  disabled={isRunning}
                  onClick={() => ask('discard')}
                >
                  Discard
                </button>
              </>
            )}
          </>
        )}
      </span>
      {conflicts.length > 0 && !isRunning && (
        <WorktreeConflicts conversationId={conversationId} paths={conflicts} />
      )}
      {error && asked === null && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <PushDialog
        isOpen={opened === 'push'}
        conversationId={conversationId}
        workspace={props.workspace}
        isShared={worktree === null}
        onClose={close}
      />
      <UpdateDialog
        isOpen={opened === 'update'}
        conversationId={conversationId}
        workspace={props.workspace}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'merge'}
        title={`Merge into ${props.workspace}?`}
        text={`The workspace gets all of these changes, or none if one does not fit. They are not committed there.`}
        action={busy === 'merge' ? 'Merging…' : 'Merge'}
        isDanger={false}
        error={error}
        onConfirm={() => void send('merge')}
        onClose={() => ask(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'discard'}
        title="Discard all changes?"
        text="Every file of this worktree goes back to its state at the start, or at the last merge. This cannot be undone."
        action={busy === 'discard' ? 'Discarding…' : 'Discard'}
        error={error}
        onConfirm={() => void send('discard')}
        onClose={() => ask(null)}
      />
    </section>
  );
}
