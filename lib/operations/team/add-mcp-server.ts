import { z } from 'zod';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { addedServerSetting, addedServersOf } from '#lib/core/vocabulary/tools/added-server.ts';
import { mcpServerName } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

export const newMcpServerSchema = z.strictObject({
  name: z.string().regex(mcpServerName, 'letters, digits, - and single _, at most 30'),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  workspace: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe('The only one in which it is used; `null`: all'),
});

/**
 * Adds an MCP server for the team, or for one workspace. Whether it can be reached shows when a run connects to it.
 * @throws VitrineError `invalid_request`, `unknown_workspace`, `not_possible`: why not, in a sentence
 */
export async function addMcpServer(
  { services, origin, member }: MemberCall,
  { name, url, workspace }: z.infer<typeof newMcpServerSchema>,
): Promise<void> {
  const { username, password, protocol } = new URL(url);
  if (username !== '' || password !== '') {
    throw new VitrineError(
      'invalid_request',
      'The address has a name or a password. Members sign in for themselves.',
    );
  }
  if (services.config.signIn !== null && protocol !== 'https:') {
    throw new VitrineError('invalid_request', 'Only the config file can name a server without HTTPS.');
  }
  if (workspace !== null && !(await services.workspaces.list()).some((one) => one.name === workspace)) {
    throw new VitrineError('unknown_workspace', `There is no workspace ${workspace} here`);
  }
  const entries = await services.listMcpServers();
  if (entries.has(name))
    throw new VitrineError('not_possible', `There is an MCP server called ${name} already.`);
  if (entries.size >= limits.mcpServers) {
    throw new VitrineError('not_possible', `There are ${entries.size} MCP servers. Remove one first.`);
  }
  const by = { id: member.id, name: member.name };
  const addedAt = new Date(services.nowMs()).toISOString();
  await services.stores.settings.change(addedServerSetting(name, { url, workspace, by, addedAt }));
  const detail = workspace === null ? new URL(url).origin : `${new URL(url).origin}, in ${workspace}`;
  await audit(services, origin, 'server.added', member, { subject: { id: name, name }, detail });
}

/**
 * Removes a server that was added on the page, with what members have to sign in to it.
 * @throws VitrineError `not_found`, `not_possible` for a server of the config file
 */
export async function removeMcpServer({ services, origin, member }: MemberCall, name: string): Promise<void> {
  const { stores, config, mcpServers } = services;
  if (config.mcpServers.has(name)) {
    throw new VitrineError('not_possible', `${name} is in the config file. Remove it there.`);
  }
  if (!addedServersOf(await stores.settings.get()).has(name)) throw notFound();
  await stores.settings.change(addedServerSetting(name, null));
  const members = [services.localMember, ...(await stores.members.list())];
  await Promise.all(members.map(({ id }) => stores.credentials.delete(id, name)));
  await mcpServers.forgetAll(name);
  await audit(services, origin, 'server.removed', member, { subject: { id: name, name } });
}
