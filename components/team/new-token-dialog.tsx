'use client';

import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { TokenScope } from '#lib/core/vocabulary/team/api-token.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';

/** A token as it is shown once. */
export interface NewToken {
  id: string;
  name: string;
  token: string;
}

const day = 86_400;
const lifetimes = [
  { value: 7 * day, label: '7 days' },
  { value: 30 * day, label: '30 days' },
  { value: 90 * day, label: '90 days' },
  { value: 365 * day, label: '1 year' },
];

const scopes: readonly { scope: TokenScope; title: string; text: string }[] = [
  { scope: 'show', title: 'Show', text: 'Upload results and show them in a conversation.' },
  { scope: 'read', title: 'Read', text: 'Read conversations, results and savings that you can read.' },
  { scope: 'write', title: 'Write', text: 'Change conversations and files, keep and share results.' },
  { scope: 'run', title: 'Run', text: 'Ask the agent, answer approvals, run calls. Spends your budgets.' },
  { scope: 'admin', title: 'Admin', text: 'Manage members, tools, workspaces and settings.' },
];

/** The button on the page of tokens, and the form it opens. */
export function NewTokenDialog(props: { isAdmin: boolean; onCreated: (token: NewToken) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const created = (token: NewToken) => {
    setIsOpen(false);
    props.onCreated(token);
  };
  return (
    <>
      <button type="button" className="btn primary" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} isSmall />
        New token
      </button>
      <TitledDialog title="New API token" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <TokenForm isAdmin={props.isAdmin} onCreated={created} />
      </TitledDialog>
    </>
  );
}

function TokenForm({ isAdmin, onCreated }: { isAdmin: boolean; onCreated: (token: NewToken) => void }) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const chosen = form.getAll('scope');
    if (chosen.length === 0) return setError('Choose what the token may do.');
    const name = String(form.get('name'));
    setIsBusy(true);
    const result = await sendJson<{ id: string; token: string }>('POST', '/api/tokens', {
      name,
      scopes: chosen,
      expiresInSeconds: Number(form.get('lifetime')),
    });
    setIsBusy(false);
    if (result.ok) onCreated({ ...result.value, name });
    else setError(result.error);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="in">
        <div>
          <label className="lab" htmlFor={`${id}name`}>
            Name
          </label>
          <span className="field">
            <input
              id={`${id}name`}
              name="name"
              required
              maxLength={120}
              placeholder="The machine or agent that gets it"
              autoComplete="off"
            />
          </span>
        </div>
        <fieldset>
          <legend>May</legend>
          {scopes.map(({ scope, title, text }) =>
            scope === 'admin' && !isAdmin ? null : (
              <label key={scope} className="choice">
                <input
                  type="checkbox"
                  className="check"
                  name="scope"
                  value={scope}
                  defaultChecked={scope === 'show' || scope === 'read'}
                />
                <span>
                  {title}
                  <br />
                  <span className="dim small">{text}</span>
                </span>
              </label>
            ),
          )}
        </fieldset>
        <div>
          <label className="lab" htmlFor={`${id}lifetime`}>
            Expires after
          </label>
          <SelectBox id={`${id}lifetime`} name="lifetime" choices={lifetimes} defaultValue={90 * day} />
        </div>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">The token is shown once.</span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Create
        </button>
      </footer>
    </form>
  );
}
