'use client';

import type { FormEvent } from 'react';
import type { HostGrant } from '#lib/core/vocabulary/network/host-grant.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { CodeField, readFields, WorkspaceEntries, WorkspaceSection } from './workspace-section.tsx';

/** Hosts that the commands of a workspace may reach without asking. */
export function WorkspaceHosts({ name, hosts }: { name: string; hosts: readonly HostGrant[] }) {
  const { change, error } = useWorkspaceChange(name);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (await change({ allowHosts: [readFields(form)('host').trim()] })) form.reset();
  };
  const entries = hosts.map(({ host, by, allowedAt }) => ({
    name: host,
    cell: by === null ? <span className="dim">the config file</span> : <ByAt by={by.name} at={allowedAt} />,
    onRemove: by === null ? null : () => void change({ removeHosts: [host] }),
  }));
  return (
    <WorkspaceSection
      title="Network"
      note="Commands reach no other host but these. For any other, the agent has to ask."
      error={error}
    >
      <WorkspaceEntries label="Allowed hosts" columns={['Host', 'Allowed by']} entries={entries} />
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <CodeField name="host" required maxLength={260} placeholder="registry.npmjs.org" aria-label="Host" />
        <button type="submit" className="btn primary">
          Allow
        </button>
      </form>
      <p className="ledger-note dim small">
        A name includes ports 80 and 443. <span className="mono">git.example.org:8443</span> is one port,{' '}
        <span className="mono">*.example.org</span> every name below it.
      </p>
    </WorkspaceSection>
  );
}

/** Who decided it, and when. */
export const ByAt = ({ by, at }: { by: string; at: string | null }) => (
  <>
    {by}
    {at !== null && (
      <span className="dim">
        , <TimeText iso={at} as="day" />
      </span>
    )}
  </>
);
