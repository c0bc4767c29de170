'use client';

import { type FormEvent, useId } from 'react';
import type { WorkspaceSecret } from '#lib/core/vocabulary/environment/workspace-secret.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';

/** Secrets that commands of a workspace get by name, when people allow it. */
export function WorkspaceSecrets({ name, secrets }: { name: string; secrets: readonly WorkspaceSecret[] }) {
  const { change, error } = useWorkspaceChange(name);
  const id = useId();
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = (field: string) => String(new FormData(form).get(field) ?? '');
    const secret = { name: read('name').trim(), value: read('value') };
    if (await change({ setSecrets: [secret] })) form.reset();
  };
  return (
    <section aria-labelledby={id}>
      <h2 className="workspace-title" id={id}>
        Secrets
      </h2>
      <p className="ledger-note mid">
        A command gets those that it names, as variables, after somebody allowed that call. What it prints of
        them is masked, for people too. Nobody can read a value here again.
      </p>
      {secrets.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Secrets">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="l">
                  Set by
                </th>
                <th scope="col">
                  <span className="vh">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {secrets.map((secret) => (
                <tr key={secret.name}>
                  <th scope="row" className="mono">
                    {secret.name}
                  </th>
                  <td className="l">
                    {secret.by.name}
                    <span className="dim">
                      , <TimeText iso={secret.setAt} as="day" />
                    </span>
                  </td>
                  <td>
                    <button
                      type="button"
                      className="btn danger is-small"
                      aria-label={`Remove: ${secret.name}`}
                      onClick={() => void change({ removeSecrets: [secret.name] })}
                    >
                      Remove
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <span className="field">
          <input
            name="name"
            className="mono"
            required
            maxLength={100}
            pattern="[A-Za-z_][A-Za-z0-9_]*"
            title="Letters, digits and underscores"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="NPM_TOKEN"
            aria-label="Name of the secret"
          />
        </span>
        <span className="field">
          <input
            name="value"
            type="password"
            className="mono"
            required
            minLength={8}
            maxLength={8_000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="its value"
            aria-label="Value of the secret"
          />
        </span>
        <button type="submit" className="btn primary">
          Set secret
        </button>
      </form>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
