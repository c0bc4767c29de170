'use client';

import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { type AdmittablePeople, WorkspaceAccessSettings } from './workspace-access.tsx';
import { WorkspaceHosts } from './workspace-hosts.tsx';
import { WorkspaceRemote } from './workspace-remote.tsx';
import { WorkspaceSecrets } from './workspace-secrets.tsx';
import { WorkspaceSetUp } from './workspace-set-up.tsx';
import { WorkspaceStorage } from './workspace-storage.tsx';
import { WorkspaceVariables } from './workspace-variables.tsx';

/** What admins decide for one workspace. */
export function WorkspacePage({
  settings,
  people,
}: {
  settings: WorkspaceSettings;
  /** `null`: nobody else is here. */
  people: AdmittablePeople | null;
}) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>{settings.name}</h1>
        <PageLink className="btn" href="/workspaces">
          All workspaces
        </PageLink>
      </header>
      {people && <WorkspaceAccessSettings name={settings.name} access={settings.access} people={people} />}
      <WorkspaceHosts name={settings.name} hosts={settings.hosts} />
      <WorkspaceSetUp settings={settings} />
      <WorkspaceVariables name={settings.name} variables={settings.variables} />
      <WorkspaceSecrets name={settings.name} secrets={settings.secrets} />
      <WorkspaceRemote name={settings.name} remote={settings.remote} />
      <WorkspaceStorage settings={settings} />
    </main>
  );
}
