'use client';

import { type FormEvent, useId } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';

const kinds = [
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'gitea', label: 'Gitea, Forgejo' },
  { value: 'git', label: 'git, without requests' },
] as const;

/** Where the branches of worktrees are pushed. */
export function WorkspaceRemote({ name, remote }: { name: string; remote: GitRemote | null }) {
  const { change, error } = useWorkspaceChange(name);
  const id = useId();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (field: string) => String(form.get(field) ?? '').trim();
    const kind = kinds.find(({ value }) => value === read('kind'))?.value ?? 'git';
    void change({ remote: { url: read('url'), kind, target: read('target') } });
  };
  return (
    <section aria-labelledby={id}>
      <h2 className="workspace-title" id={id}>
        Remote
      </h2>
      <p className="ledger-note mid">
        Members push worktrees there, with tokens of their own. It is never read from the repository.
      </p>
      <form className="add-host is-wide" onSubmit={save} key={remote?.url}>
        <span className="field">
          <input
            name="url"
            className="mono"
            required
            maxLength={2_000}
            defaultValue={remote?.url ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://git.example.com/team/app.git"
            aria-label="Address of the repository"
          />
        </span>
        <SelectBox
          name="kind"
          choices={[...kinds]}
          defaultValue={remote?.kind ?? 'git'}
          aria-label="Kind of server"
        />
        <span className="field">
          <input
            name="target"
            className="mono"
            required
            maxLength={200}
            defaultValue={remote?.target ?? 'main'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="main"
            aria-label="Branch that requests go into"
          />
        </span>
        <button type="submit" className="btn primary">
          Save remote
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
