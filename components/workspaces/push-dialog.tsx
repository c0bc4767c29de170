'use client';

import { useId } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { RemoteDialog, readField } from './remote-dialog.tsx';
import type { PushTarget } from './use-push-target.ts';

interface Pushed {
  branch: string;
  url: string | null;
}

/** Commits what a conversation has changed, pushes it, and opens a request to merge it. */
export const PushDialog = ({
  isShared,
  ...props
}: {
  isOpen: boolean;
  conversationId: string;
  workspace: string;
  /** What is pushed is in the workspace itself, with the changes of others. */
  isShared: boolean;
  onClose: () => void;
}) => (
  <RemoteDialog<Pushed>
    {...props}
    title="Push these changes"
    act="push"
    words={{ ask: 'Push', busy: 'Pushing …' }}
    needsAccount
    renderFields={(target, remote) => (
      <PushFields target={target} remote={remote} shared={isShared ? props.workspace : null} />
    )}
    renderNote={({ url }) => `To ${url}. Nothing is overwritten.`}
    readBody={readCommit}
    renderDone={({ branch, url }) => (
      <p role="status">
        Pushed <span className="mono">{branch}</span>.{' '}
        {url !== null && (
          <a className="link" href={url} target="_blank" rel="noreferrer">
            Open the request
          </a>
        )}
      </p>
    )}
  />
);

function readCommit(form: FormData) {
  const message = readField(form, 'message');
  const [title = '', ...rest] = message.split('\n');
  const request = form.has('request') ? { title, body: rest.join('\n').trim() } : null;
  return { branch: readField(form, 'branch'), message, request };
}

function PushFields(props: { target: PushTarget; remote: GitRemote; shared: string | null }) {
  const { target, remote, shared } = props;
  const id = useId();
  return (
    <>
      <div>
        <label className="lab" htmlFor={`${id}message`}>
          Commit message
        </label>
        <textarea
          id={`${id}message`}
          name="message"
          className="push-message"
          rows={6}
          required
          maxLength={10_000}
          placeholder="What changed, and why"
          defaultValue={target.draft}
        />
        <span className="dim small">
          You are its author, the agent its co-author.
          {shared !== null &&
            ` It has all changes in ${shared} since its last commit, also those of others, and follows the commits before it that the server may not have.`}
        </span>
      </div>
      <div>
        <label className="lab" htmlFor={`${id}branch`}>
          Branch on {new URL(remote.url).host}
        </label>
        <span className="field">
          <input
            id={`${id}branch`}
            name="branch"
            className="mono"
            required
            maxLength={200}
            defaultValue={target.branch}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </span>
      </div>
      {remote.kind !== 'git' && (
        <label className="choice">
          <input type="checkbox" className="check" name="request" defaultChecked />
          <span>
            Open a {remote.kind === 'gitlab' ? 'merge' : 'pull'} request into{' '}
            <span className="mono">{remote.target}</span>
          </span>
        </label>
      )}
    </>
  );
}
