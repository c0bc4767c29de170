'use client';

import Link from 'next/link';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { sendJson } from '../ui/request-json.ts';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { GitAccount } from './git-account.tsx';
import { type PushTarget, usePushTarget } from './use-push-target.ts';

interface RemoteAct<Done> {
  conversationId: string;
  workspace: string;
  /** What is done with the remote: the last part of the route. */
  act: 'push' | 'update';
  /** On the button, before and while it is done. */
  words: { ask: string; busy: string };
  /** It cannot be done without an account there. */
  needsAccount: boolean;
  renderFields: (target: PushTarget, remote: GitRemote) => ReactNode;
  /** Beside the buttons. */
  renderNote?: (remote: GitRemote) => ReactNode;
  /** What is sent besides the remote and the account. */
  readBody?: (form: FormData) => object;
  renderDone: (done: Done, remote: GitRemote) => ReactNode;
  onClose: () => void;
}

/** Does something with the remote of a worktree's workspace, in the member's name: a form, and what came of it. */
export function RemoteDialog<Done>(props: RemoteAct<Done> & { title: string; isOpen: boolean }) {
  const { title, isOpen, ...act } = props;
  const { target, error, forget } = usePushTarget(act.conversationId, isOpen);
  return (
    <TitledDialog title={title} isOpen={isOpen} onClose={act.onClose}>
      {target === null ? (
        <div className="in">
          <p className={error === null ? 'dim' : 'bad'} role={error === null ? 'status' : 'alert'}>
            {error ?? 'Reading …'}
          </p>
        </div>
      ) : target.remote === null ? (
        <DialogEnd onClose={act.onClose}>
          <p>
            {act.workspace} has no remote. An admin chooses one on{' '}
            <Link className="link" href={`/workspaces/${encodeURIComponent(act.workspace)}`}>
              its page
            </Link>
            .
          </p>
        </DialogEnd>
      ) : (
        <RemoteForm {...act} target={target} remote={target.remote} onForget={() => void forget()} />
      )}
    </TitledDialog>
  );
}

function RemoteForm<Done>(
  props: RemoteAct<Done> & { target: PushTarget; remote: GitRemote; onForget: () => void },
) {
  const { target, remote, words, onClose } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  if (done !== null) return <DialogEnd onClose={onClose}>{props.renderDone(done, remote)}</DialogEnd>;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const body = { remote: remote.url, ...props.readBody?.(form), ...readAccount(form) };
    setIsBusy(true);
    setError(null);
    const url = `/api/conversations/${props.conversationId}/worktree/${props.act}`;
    const result = await sendJson<Done>('POST', url, body);
    setIsBusy(false);
    if (result.ok) setDone(result.value);
    else setError(result.error);
  };
  return (
    <form className="add-workspace" onSubmit={(event) => void send(event)}>
      <div className="in">
        {props.renderFields(target, remote)}
        <GitAccount
          host={new URL(remote.url).host}
          hasCredential={target.hasCredential}
          isRequired={props.needsAccount}
          onForget={props.onForget}
        />
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">{props.renderNote?.(remote)}</span>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          {isBusy ? words.busy : words.ask}
        </button>
      </footer>
    </form>
  );
}

/** What was entered to sign in with; nothing without a token. Servers that know by the token who it is take any name. */
function readAccount(form: FormData): { credential?: { user: string; token: string } } {
  const token = readField(form, 'token');
  return token === '' ? {} : { credential: { user: readField(form, 'user') || 'git', token } };
}

export const readField = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** What is left to read, and a way out. */
const DialogEnd = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => (
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
