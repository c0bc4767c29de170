'use client';

import { type FormEvent, useId, useState } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { sendJson } from '../ui/request-json.ts';
import { GitAccount } from './git-account.tsx';
import { readAccount } from './read-account.ts';

/** Where a worktree can be pushed, as the server says. */
export interface PushTarget {
  remote: GitRemote | null;
  branch: string;
  hasCredential: boolean;
  /** Of a commit message. */
  draft: string;
}

interface Pushed {
  branch: string;
  url: string | null;
}

/** The commit, the branch, the request, and what the member signs in with. */
export function PushForm(props: {
  url: string;
  target: PushTarget;
  onForget: () => void;
  onClose: () => void;
}) {
  const { url, target } = props;
  const { remote, hasCredential } = target;
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Pushed | null>(null);
  if (remote === null) {
    return (
      <DialogEnd onClose={props.onClose}>
        <p>Nobody chose where this workspace is pushed. An admin does on the page of the workspace.</p>
      </DialogEnd>
    );
  }
  if (done !== null) {
    return (
      <DialogEnd onClose={props.onClose}>
        <p role="status">
          Pushed <span className="mono">{done.branch}</span>.{' '}
          {done.url !== null && (
            <a className="link" href={done.url} target="_blank" rel="noreferrer">
              Open the request
            </a>
          )}
        </p>
      </DialogEnd>
    );
  }
  const { host } = new URL(remote.url);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const read = (field: string) => String(form.get(field) ?? '').trim();
    setIsBusy(true);
    setError(null);
    const message = read('message');
    const [title = '', ...rest] = message.split('\n');
    const request = form.has('request') ? { title, body: rest.join('\n').trim() } : null;
    const body = { remote: remote.url, branch: read('branch'), message, request, ...readAccount(form) };
    const result = await sendJson<Pushed>('POST', url, body);
    setIsBusy(false);
    if (result.ok) setDone(result.value);
    else setError(result.error);
  };
  return (
    <form className="add-workspace" onSubmit={(event) => void send(event)}>
      <div className="in">
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
          <span className="dim small">You are its author, the agent its co-author.</span>
        </div>
        <div>
          <label className="lab" htmlFor={`${id}branch`}>
            Branch on {host}
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
        <GitAccount host={host} hasCredential={hasCredential} isRequired onForget={props.onForget} />
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">To {remote.url}. Nothing is overwritten.</span>
        <button type="button" className="btn" onClick={props.onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          {isBusy ? 'Pushing …' : 'Push'}
        </button>
      </footer>
    </form>
  );
}

/** What is left to read, and a way out. */
export function DialogEnd({ children, onClose }: { children: React.ReactNode; onClose: () => void }) {
  return (
    <>
      <div className="in">{children}</div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </footer>
    </>
  );
}
