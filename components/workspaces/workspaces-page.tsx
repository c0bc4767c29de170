'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { WorkspaceRules, WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { AddWorkspaceDialog } from './add-workspace-dialog.tsx';
import { RemoveWorkspaceDialog } from './remove-workspace-dialog.tsx';
import { WorkspacesTable } from './workspaces-table.tsx';

const pollMs = 1_500;

/** The workspaces and, for admins, ways to change them. Shows the server's data, reloaded after changes. */
export function WorkspacesPage({
  workspaces,
  rules,
  isTeam,
}: {
  workspaces: WorkspaceView[];
  rules: WorkspaceRules;
  isTeam: boolean;
}) {
  const { refresh } = useRouter();
  const [leaving, setLeaving] = useState<WorkspaceView | null>(null);
  const isCloning = workspaces.some(({ state }) => state === 'cloning');
  useEffect(() => {
    if (!isCloning) return;
    const timer = setInterval(refresh, pollMs);
    return () => clearInterval(timer);
  }, [isCloning, refresh]);
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Workspaces</h1>
        <AddWorkspaceDialog rules={rules} isTeam={isTeam} onAdded={refresh} />
      </header>
      <WorkspacesTable workspaces={workspaces} onRemove={setLeaving} />
      <RemoveWorkspaceDialog workspace={leaving} onRemoved={refresh} onClose={() => setLeaving(null)} />
    </main>
  );
}
