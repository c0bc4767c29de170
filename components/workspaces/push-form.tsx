'use client';

import { type FormEvent, useId, useState } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { sendJson } from '../ui/request-json.ts';

/** Where a worktree can be pushed, as the server says. */
export interface PushTarget {
  remote: GitRemote | null;
  branch: string;
  hasCredential: boolean;
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
      <Ended onClose={props.onClose}>
        <p>Nobody chose where this workspace is pushed. An admin does on the page of the workspace.</p>
      </Ended>
    );
  }
  if (done !== null) {
    return (
      <Ended onClose={props.onClose}>
        <p role="status">
          Pushed <span className="mono">{done.branch}</span>.{' '}
          {done.url !== null && (
            <a className="link" href={done.url} target="_blank" rel="noreferrer">
              Open the request
            </a>
          )}
        </p>
      </Ended>
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
    const credential = hasCredential
      ? {}
      : { credential: { user: read('user') || 'git', token: read('token') } };
    const request = form.has('request') ? { title, body: rest.join('\n').trim() } : null;
    const body = { remote: remote.url, branch: read('branch'), message, request, ...credential };
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
            rows={4}
            required
            maxLength={10_000}
            placeholder="What changed, and why"
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
        {hasCredential ? (
          <p className="dim small">
            With your token for {host}.{' '}
            <button type="button" className="link" onClick={props.onForget}>
              Use another
            </button>
          </p>
        ) : (
          <Credential host={host} id={id} />
        )}
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

function Credential({ host, id }: { host: string; id: string }) {
  return (
    <fieldset className="push-credential">
      <legend className="lab">Your account on {host}</legend>
      <span className="field">
        <input
          name="user"
          className="mono"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="user name"
          aria-label="User name"
        />
      </span>
      <span className="field">
        <input
          name="token"
          type="password"
          className="mono"
          required
          maxLength={4_000}
          autoComplete="off"
          placeholder="token"
          aria-label="Token"
          aria-describedby={`${id}token`}
        />
      </span>
      <span className="dim small" id={`${id}token`}>
        Stored encrypted, for you alone. Commands never get it.
      </span>
    </fieldset>
  );
}

function Ended({ children, onClose }: { children: React.ReactNode; onClose: () => void }) {
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
