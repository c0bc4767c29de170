import type { WorkspaceSettings, WorkspaceSettingsChange } from '#lib/core/api/workspace-settings.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { workspaceHostName, workspaceHostSettings } from '#lib/core/vocabulary/network/host-grant.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';
import { readWorkspace } from './read-workspace.ts';

/**
 * Changes what admins decide for a workspace.
 * @throws VitrineError `not_found`; `too_large` beyond the number of hosts
 */
export async function changeWorkspace(
  { origin, member, services }: MemberCall,
  name: string,
  { allowHosts = [], removeHosts = [] }: WorkspaceSettingsChange,
): Promise<WorkspaceSettings> {
  const { stores, nowMs } = services;
  const before = await readWorkspace(services, name);
  if (before.hosts.length + allowHosts.length > limits.workspaceHosts)
    throw new VitrineError('too_large', 'Too many hosts are allowed here. Remove some first');
  const allowedAt = new Date(nowMs()).toISOString();
  const by = { id: member.id, name: member.name };
  await stores.settings.change({
    ...workspaceHostSettings(
      name,
      allowHosts.map((host) => ({ host, by, allowedAt })),
    ),
    ...Object.fromEntries(removeHosts.map((host) => [workspaceHostName(name, host), null])),
  });
  const detail = [
    ...allowHosts.map((host) => `${host} allowed`),
    ...removeHosts.map((host) => `${host} removed`),
  ].join(', ');
  await audit(services, origin, 'workspace.changed', member, { subject: { id: name, name }, detail });
  return await readWorkspace(services, name);
}
