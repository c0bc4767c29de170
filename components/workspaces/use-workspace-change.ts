import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WorkspaceSettingsChange } from '#lib/core/api/workspace-settings.ts';
import { sendJson } from '../ui/request-json.ts';

/** Changes what admins decide for a workspace; the page then shows what the server has. */
export function useWorkspaceChange(name: string) {
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  const change = async (wanted: WorkspaceSettingsChange): Promise<boolean> => {
    const result = await sendJson('PATCH', `/api/workspaces/${encodeURIComponent(name)}`, wanted);
    setError(result.ok ? null : result.error);
    if (result.ok) refresh();
    return result.ok;
  };
  return { change, error };
}
