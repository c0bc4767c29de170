import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { notFound } from '#lib/core/errors.ts';
import { chosenSetUpOf } from '#lib/core/vocabulary/environment/set-up.ts';
import { variablesOf } from '#lib/core/vocabulary/environment/variable.ts';
import { storedSecretsOf } from '#lib/core/vocabulary/environment/workspace-secret.ts';
import { accessOf } from '#lib/core/vocabulary/team/workspace-access.ts';
import { approvalFor } from '#lib/core/vocabulary/tools/approval.ts';
import { runAndDisplayProfile } from '#lib/core/vocabulary/tools/run-and-display.ts';
import { readSetUpScript } from '#lib/runs/set-up-workspace.ts';
import type { Services } from '#lib/services.ts';
import { setUpStates } from '#lib/workspace/set-up-states.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';
import { readRemote } from './git-access.ts';

/**
 * What admins decided for a workspace.
 * @throws VitrineError `not_found`
 */
export async function readWorkspace(services: Services, name: string): Promise<WorkspaceSettings> {
  const { stores, environments, config, workspaces } = services;
  const workspace = await workspaces.find(name);
  if (workspace === null) throw notFound();
  const [{ hosts }, chosen, keptBytes] = await Promise.all([
    services.readNetwork(name),
    stores.settings.get(),
    environments.bytesOf(name),
  ]);
  return {
    name,
    hosts,
    variables: variablesOf(chosen, name),
    secrets: storedSecretsOf(chosen, name).map(({ sealed: _, ...secret }) => secret),
    remote: await readRemote(services, name),
    access: accessOf(chosen, name),
    setUp: await readSetUp(services, workspace, chosen),
    keptBytes,
    toolchains: config.toolchains,
  };
}

async function readSetUp(
  { environments, readApprovals }: Services,
  workspace: Workspace,
  chosen: Readonly<Record<string, unknown>>,
): Promise<WorkspaceSettings['setUp']> {
  const { script, allowed } = chosenSetUpOf(chosen, workspace.name);
  const file = await readSetUpScript(workspace, { script: null });
  const current = script === null ? file : await readSetUpScript(workspace, { script });
  const state = await setUpStates.read(environments.pathOf(workspace.name), workspace.root);
  const isAuto = approvalFor(await readApprovals(), runAndDisplayProfile.name) === 'auto';
  return {
    script,
    file: file && { text: file.text, sha256: file.sha256 },
    mayRun: script !== null || isAuto || file === null || file.sha256 === allowed,
    // A script that has changed runs again.
    state: state?.sha256 === current?.sha256 ? state : null,
  };
}
