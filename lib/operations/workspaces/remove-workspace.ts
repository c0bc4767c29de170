import { notFound, VitrineError } from '#lib/core/errors.ts';
import { setUpSettingName } from '#lib/core/vocabulary/environment/set-up.ts';
import { variableSettingName, variablesOf } from '#lib/core/vocabulary/environment/variable.ts';
import { secretSettingName, storedSecretsOf } from '#lib/core/vocabulary/environment/workspace-secret.ts';
import { remoteSettingName } from '#lib/core/vocabulary/git-remote.ts';
import {
  workspaceHostName,
  workspaceHostSettings,
  workspaceHostsOf,
} from '#lib/core/vocabulary/network/host-grant.ts';
import type { ChosenSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Removes a workspace from the list, and deletes its folder if it is a clone of ours; other folders stay as
 * they are. Its conversations can still be read.
 * @throws VitrineError `not_found`; `not_possible` for workspaces from the settings
 */
export async function removeWorkspace({ origin, member, services }: MemberCall, name: string): Promise<void> {
  const { stores, workspaces, environments, cloner, log } = services;
  if (workspaces.configured.some((one) => one.name === name)) {
    throw new VitrineError(
      'not_possible',
      'This workspace is set by the server. To remove it, change VITRINE_WORKSPACES.',
    );
  }
  const record = (await stores.workspaces.list()).find((one) => one.name === name);
  if (!record || !(await stores.workspaces.remove(name))) throw notFound();
  if (record.kind === 'clone') {
    await cloner
      .remove(record.path)
      .catch((error: unknown) => log.warn({ err: error }, 'a clone is not removed whole'));
  }
  // Another one of this name begins with nothing of it.
  await stores.settings.change(withoutWorkspace(await stores.settings.get(), name));
  await environments
    .clear(name)
    .catch((error: unknown) => log.warn({ err: error }, 'caches are not removed'));
  const subject = { id: name, name };
  await audit(services, origin, 'workspace.removed', member, { subject, detail: record.url ?? record.path });
}

/** Removes every setting of a workspace but who may use it: its conversations stay closed to whom they were. */
function withoutWorkspace(chosen: ChosenSettings, workspace: string): ChosenSettings {
  const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
  return {
    ...workspaceHostSettings(workspace, []),
    ...none(workspaceHostsOf(chosen, workspace).map(({ host }) => workspaceHostName(workspace, host))),
    ...none(variablesOf(chosen, workspace).map(({ name }) => variableSettingName(workspace, name))),
    ...none(storedSecretsOf(chosen, workspace).map(({ name }) => secretSettingName(workspace, name))),
    ...none([setUpSettingName(workspace), remoteSettingName(workspace)]),
  };
}
