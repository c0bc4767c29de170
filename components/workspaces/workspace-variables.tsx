'use client';

import type { FormEvent } from 'react';
import type { Variable } from '#lib/core/vocabulary/environment/variable.ts';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { CodeField, readFields, WorkspaceEntries, WorkspaceSection } from './workspace-section.tsx';

/** Environment variables of all commands of a workspace. */
export function WorkspaceVariables({ name, variables }: { name: string; variables: readonly Variable[] }) {
  const { change, error } = useWorkspaceChange(name);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readFields(form);
    if (await change({ setVariables: [{ name: read('name').trim(), value: read('value') }] })) form.reset();
  };
  const entries = variables.map((variable) => ({
    name: variable.name,
    cell: (
      <span className="clip mono small workspace-value" title={variable.value}>
        {variable.value}
      </span>
    ),
    onRemove: () => void change({ removeVariables: [variable.name] }),
  }));
  return (
    <WorkspaceSection title="Variables" note="All commands here get them. Put no secrets here." error={error}>
      <WorkspaceEntries label="Variables" columns={['Name', 'Value']} entries={entries} />
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <CodeField
          name="name"
          required
          maxLength={100}
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          title="Letters, digits and underscores"
          placeholder="NAME"
          aria-label="Name"
        />
        <CodeField name="value" maxLength={4_000} placeholder="value" aria-label="Value" />
        <button type="submit" className="btn primary">
          Set variable
        </button>
      </form>
    </WorkspaceSection>
  );
}
