import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { notFound } from '#lib/core/errors.ts';
import { variablesOf } from '#lib/core/vocabulary/environment/variable.ts';
import { storedSecretsOf } from '#lib/core/vocabulary/environment/workspace-secret.ts';
import type { Services } from '#lib/services.ts';

/**
 * What admins decided for a workspace.
 * @throws VitrineError `not_found`
 */
export async function readWorkspace(services: Services, name: string): Promise<WorkspaceSettings> {
  if ((await services.workspaces.find(name)) === null) throw notFound();
  const { stores, environments, config } = services;
  const [{ hosts }, chosen, keptBytes] = await Promise.all([
    services.readNetwork(name),
    stores.settings.get(),
    environments.bytesOf(name),
  ]);
  const variables = variablesOf(chosen, name);
  const secrets = storedSecretsOf(chosen, name).map(({ sealed: _, ...secret }) => secret);
  return { name, hosts, variables, secrets, keptBytes, toolchains: config.toolchains };
}
