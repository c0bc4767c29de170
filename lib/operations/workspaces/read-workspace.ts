import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Services } from '#lib/services.ts';

/**
 * What admins decided for a workspace.
 * @throws VitrineError `not_found`
 */
export async function readWorkspace(services: Services, name: string): Promise<WorkspaceSettings> {
  if ((await services.workspaces.find(name)) === null) throw notFound();
  const { hosts } = await services.readNetwork(name);
  return { name, hosts };
}
