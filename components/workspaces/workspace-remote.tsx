'use client';

import type { FormEvent } from 'react';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { CodeField, readFields, WorkspaceSection } from './workspace-section.tsx';

const kinds = [
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'gitea', label: 'Gitea, Forgejo' },
  { value: 'git', label: 'git, without requests' },
] as const;

/** Where the branches of worktrees are pushed. */
export function WorkspaceRemote({ name, remote }: { name: string; remote: GitRemote | null }) {
  const { change, error } = useWorkspaceChange(name);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readFields(event.currentTarget);
    const kind = kinds.find(({ value }) => value === read('kind'))?.value ?? 'git';
    void change({ remote: { url: read('url').trim(), kind, target: read('target').trim() } });
  };
  return (
    <WorkspaceSection
      title="Remote"
      note="Members push worktrees there, with tokens of their own. It is never read from the repository."
      error={error}
    >
      <form className="add-host is-wide" onSubmit={save} key={remote?.url}>
        <CodeField
          name="url"
          required
          maxLength={2_000}
          defaultValue={remote?.url ?? ''}
          placeholder="https://git.example.com/team/app.git"
          aria-label="Address of the repository"
        />
        <SelectBox
          name="kind"
          choices={[...kinds]}
          defaultValue={remote?.kind ?? 'git'}
          aria-label="Kind of server"
        />
        <CodeField
          name="target"
          required
          maxLength={200}
          defaultValue={remote?.target ?? 'main'}
          placeholder="main"
          aria-label="Branch that requests go into"
        />
        <button type="submit" className="btn primary">
          Save remote
        </button>
      </form>
    </WorkspaceSection>
  );
}
