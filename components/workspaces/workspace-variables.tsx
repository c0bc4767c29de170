'use client';

import { type FormEvent, useId } from 'react';
import type { Variable } from '#lib/core/vocabulary/environment/variable.ts';
import { useWorkspaceChange } from './use-workspace-change.ts';

/** Environment variables of all commands of a workspace. */
export function WorkspaceVariables({ name, variables }: { name: string; variables: readonly Variable[] }) {
  const { change, error } = useWorkspaceChange(name);
  const id = useId();
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = (field: string) => String(new FormData(form).get(field) ?? '');
    const variable = { name: read('name').trim(), value: read('value') };
    if (await change({ setVariables: [variable] })) form.reset();
  };
  return (
    <section aria-labelledby={id}>
      <h2 className="workspace-title" id={id}>
        Variables
      </h2>
      <p className="ledger-note mid">All commands here get them. They are no place for secrets.</p>
      {variables.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Variables">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="l">
                  Value
                </th>
                <th scope="col">
                  <span className="vh">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {variables.map((variable) => (
                <tr key={variable.name}>
                  <th scope="row" className="mono">
                    {variable.name}
                  </th>
                  <td className="l clip mono small workspace-source" title={variable.value}>
                    {variable.value}
                  </td>
                  <td>
                    <button
                      type="button"
                      className="btn danger is-small"
                      aria-label={`Remove: ${variable.name}`}
                      onClick={() => void change({ removeVariables: [variable.name] })}
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
            placeholder="NAME"
            aria-label="Name"
          />
        </span>
        <span className="field">
          <input
            name="value"
            className="mono"
            maxLength={4_000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="value"
            aria-label="Value"
          />
        </span>
        <button type="submit" className="btn primary">
          Set variable
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
