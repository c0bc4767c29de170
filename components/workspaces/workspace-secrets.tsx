'use client';

import type { FormEvent } from 'react';
import type { WorkspaceSecret } from '#lib/core/vocabulary/environment/workspace-secret.ts';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { ByAt } from './workspace-hosts.tsx';
import { CodeField, readFields, WorkspaceEntries, WorkspaceSection } from './workspace-section.tsx';

/** Secrets that commands of a workspace get by name, when people allow it. */
export function WorkspaceSecrets({ name, secrets }: { name: string; secrets: readonly WorkspaceSecret[] }) {
  const { change, error } = useWorkspaceChange(name);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readFields(form);
    if (await change({ setSecrets: [{ name: read('name').trim(), value: read('value') }] })) form.reset();
  };
  const entries = secrets.map((secret) => ({
    name: secret.name,
    cell: <ByAt by={secret.by.name} at={secret.setAt} />,
    onRemove: () => void change({ removeSecrets: [secret.name] }),
  }));
  return (
    <WorkspaceSection
      title="Secrets"
      note="A command gets those that it names, as variables, after somebody allowed that call. What it prints of them is masked, for people too. Nobody can read a value here again."
      error={error}
    >
      <WorkspaceEntries label="Secrets" columns={['Name', 'Set by']} entries={entries} />
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <CodeField
          name="name"
          required
          maxLength={100}
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          title="Letters, digits and underscores"
          placeholder="NPM_TOKEN"
          aria-label="Name of the secret"
        />
        <CodeField
          name="value"
          type="password"
          required
          minLength={8}
          maxLength={8_000}
          placeholder="its value"
          aria-label="Value of the secret"
        />
        <button type="submit" className="btn primary">
          Set secret
        </button>
      </form>
    </WorkspaceSection>
  );
}
