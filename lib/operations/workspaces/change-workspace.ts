import type { WorkspaceSettings, WorkspaceSettingsChange } from '#lib/core/api/workspace-settings.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { chosenSetUpOf, setUpSettings } from '#lib/core/vocabulary/environment/set-up.ts';
import {
  maxVariables,
  variableSettingName,
  variableSettings,
} from '#lib/core/vocabulary/environment/variable.ts';
import {
  maxSecrets,
  secretSettingName,
  secretSubject,
} from '#lib/core/vocabulary/environment/workspace-secret.ts';
import { remoteSettings } from '#lib/core/vocabulary/git-remote.ts';
import { workspaceHostName, workspaceHostSettings } from '#lib/core/vocabulary/network/host-grant.ts';
import {
  type AccessPeople,
  accessOf,
  accessSetting,
  accessSettingName,
  changeAccess,
  type WorkspaceAccessChange,
  workspaceAccessSchema,
} from '#lib/core/vocabulary/team/workspace-access.ts';
import type { Services } from '#lib/services.ts';
import { setUpStates } from '#lib/workspace/set-up-states.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { readWorkspace } from './read-workspace.ts';

/**
 * Changes what admins decide for a workspace.
 * @throws VitrineError `not_found`; `too_large` beyond the number of hosts or variables
 */
export async function changeWorkspace(
  { origin, member, services }: MemberCall,
  name: string,
  change: WorkspaceSettingsChange,
): Promise<WorkspaceSettings> {
  const { stores, environments, sealer, nowMs } = services;
  const { allowHosts = [], removeHosts = [], setVariables = [], removeVariables = [] } = change;
  const { setSecrets = [], removeSecrets = [] } = change;
  const before = await readWorkspace(services, name);
  await checkMembers(services, change.access ?? {});
  if (before.hosts.length + allowHosts.length > limits.workspaceHosts) throw tooMany('hosts');
  if (before.variables.length + setVariables.length > maxVariables) throw tooMany('variables');
  if (before.secrets.length + setSecrets.length > maxSecrets) throw tooMany('secrets');
  if (change.access !== undefined) {
    await changeStoredAccess(services, name, change.access);
    // Conversations come into lists, or go.
    await stores.listChanges.announce(null);
  }
  const allowedAt = new Date(nowMs()).toISOString();
  const by = { id: member.id, name: member.name };
  const grants = allowHosts.map((host) => ({ host, by, allowedAt }));
  await stores.settings.change({
    ...workspaceHostSettings(name, grants),
    ...Object.fromEntries(removeHosts.map((host) => [workspaceHostName(name, host), null])),
    ...variableSettings(name, setVariables),
    ...Object.fromEntries(
      setSecrets.map((secret) => {
        const sealed = sealer().seal(secret.value, secretSubject(name, secret.name));
        return [secretSettingName(name, secret.name), { sealed, by, setAt: allowedAt }];
      }),
    ),
    ...Object.fromEntries(removeSecrets.map((secret) => [secretSettingName(name, secret), null])),
    ...Object.fromEntries(removeVariables.map((variable) => [variableSettingName(name, variable), null])),
  });
  if (change.setUpScript !== undefined || change.allowSetUp !== undefined) {
    const { script, allowed } = chosenSetUpOf(await stores.settings.get(), name);
    const next = {
      script: change.setUpScript === undefined ? script : change.setUpScript,
      allowed: change.allowSetUp ?? allowed,
    };
    await stores.settings.change(setUpSettings(name, next));
  }
  if (change.remote !== undefined) await stores.settings.change(remoteSettings(name, change.remote));
  if (change.clearKept) await environments.clear(name);
  if (change.runSetUpAgain) await forgetSetUp(services, name);
  const subject = { id: name, name };
  await audit(services, origin, 'workspace.changed', member, { subject, detail: describe(change) });
  return await readWorkspace(services, name);
}

/** @throws VitrineError `too_large` */
async function changeStoredAccess({ stores }: Services, workspace: string, change: WorkspaceAccessChange) {
  const setting = accessSettingName(workspace);
  await stores.settings.update(setting, (stored) => {
    const access = changeAccess(accessOf({ [setting]: stored }, workspace), change);
    // What cannot be read back would spoil the settings of the whole team.
    if (!workspaceAccessSchema.safeParse(access).success) throw tooMany('people and groups');
    return accessSetting(workspace, access)[setting];
  });
}

/** @throws VitrineError `invalid_request` */
async function checkMembers(
  { stores }: Services,
  { use, run, admit = [] }: WorkspaceAccessChange,
): Promise<void> {
  const known = new Set((await stores.members.list()).map(({ id }) => id));
  const named = [
    ...[use, run].flatMap((people) => people?.members ?? []),
    ...admit.flatMap((one) => ('member' in one ? [one.member] : [])),
  ];
  const unknown = named.find((id) => !known.has(id));
  if (unknown !== undefined) throw new VitrineError('invalid_request', `There is no member ${unknown}`);
}

const tooMany = (what: string) =>
  new VitrineError('too_large', `There are too many ${what} here. Remove some first`);

async function forgetSetUp({ environments, workspaces }: Services, name: string): Promise<void> {
  const workspace = await workspaces.find(name);
  if (workspace) await setUpStates.write(await environments.open(name), workspace.root, null);
}

/** Values are not in the audit log. */
const describe = (change: WorkspaceSettingsChange): string =>
  [
    ...(change.allowHosts ?? []).map((host) => `${host} allowed`),
    ...(change.removeHosts ?? []).map((host) => `${host} removed`),
    ...(change.setVariables ?? []).map((variable) => `${variable.name} set`),
    ...(change.removeVariables ?? []).map((name) => `${name} removed`),
    ...(change.setSecrets ?? []).map((secret) => `secret ${secret.name} set`),
    ...(change.removeSecrets ?? []).map((name) => `secret ${name} removed`),
    ...(change.remote === undefined
      ? []
      : [`pushed to ${change.remote?.url ?? 'where its clone came from'}`]),
    ...(change.access === undefined
      ? []
      : [
          ...(change.access.use === undefined ? [] : [`used by ${describePeople(change.access.use)}`]),
          ...(change.access.run === undefined
            ? []
            : [`commands run by ${describePeople(change.access.run)}`]),
          ...(change.access.admit ?? []).map((one) => `${describeAdmission(one)} admitted`),
          ...(change.access.dismiss ?? []).map((one) => `${describeAdmission(one)} dismissed`),
        ]),
    ...(change.setUpScript === undefined ? [] : ['set-up script changed']),
    ...(change.allowSetUp === undefined ? [] : [`set-up script allowed: ${change.allowSetUp.slice(0, 12)}`]),
    ...(change.clearKept ? ['caches deleted'] : []),
  ].join(', ');

const describePeople = (people: AccessPeople | null): string =>
  people === null
    ? 'everybody'
    : `${people.members.length} named${people.groups.length === 0 ? '' : `, groups ${people.groups.join(' ')}`}`;

const describeAdmission = (one: NonNullable<WorkspaceAccessChange['admit']>[number]): string =>
  `${'member' in one ? `member ${one.member}` : `group ${one.group}`}, to ${one.right} it`;
