import { z } from 'zod';
import { notFound, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import {
  type AddedServer,
  addedServerSetting,
  addedServersOf,
} from '#lib/core/vocabulary/tools/added-server.ts';
import { allowingCommand, commandLine } from '#lib/core/vocabulary/tools/allowed-command.ts';
import { mcpServerName } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { withoutServerApprovals } from '#lib/core/vocabulary/tools/server-approvals.ts';
import type { Services } from '#lib/services.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

export const newMcpServerSchema = z.strictObject({
  name: z.string().regex(mcpServerName, 'letters, digits, - and single _, at most 30'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  command: z
    .string()
    .max(2_000)
    .overwrite(commandLine)
    .optional()
    .describe('Instead of an address: a program with its arguments, as the config file allows it'),
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
  { name, url, command, workspace }: z.infer<typeof newMcpServerSchema>,
): Promise<void> {
  const address = readAddress(services.config, url, command);
  if (workspace !== null && !(await services.runners.listWorkspaces()).includes(workspace)) {
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
  await services.stores.settings.change(addedServerSetting(name, { ...address, workspace, by, addedAt }));
  const where = address.url === null ? (address.command ?? '') : new URL(address.url).origin;
  const detail = workspace === null ? where : `${where}, in ${workspace}`;
  await audit(services, origin, 'server.added', member, { subject: { id: name, name }, detail });
}

/** @throws VitrineError `invalid_request`, `not_possible`: why it cannot be added */
function readAddress(
  { signIn, mcpCommands }: Services['config'],
  url: string | undefined,
  command: string | undefined,
): Pick<AddedServer, 'url' | 'command'> {
  if ((url === undefined) === (command === undefined)) {
    throw new VitrineError('invalid_request', 'Give either an address or a command.');
  }
  if (command !== undefined) {
    if (allowingCommand(mcpCommands.allowed, command) === null) {
      const patterns = mcpCommands.allowed.map(({ pattern }) => pattern).join(', ');
      throw new VitrineError(
        'not_possible',
        `The config file ${patterns === '' ? 'allows no commands' : `allows only ${patterns}`} (mcpCommands).`,
      );
    }
    return { url: null, command };
  }
  const { username, password, protocol } = new URL(url ?? '');
  if (username !== '' || password !== '') {
    throw new VitrineError(
      'invalid_request',
      'The address has a name or a password. Members sign in for themselves.',
    );
  }
  if (signIn !== null && protocol !== 'https:') {
    throw new VitrineError('invalid_request', 'Only the config file can name a server without HTTPS.');
  }
  return { url: url ?? null, command: null };
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
  const chosen = await stores.settings.get();
  if (!addedServersOf(chosen).has(name)) throw notFound();
  // Another server may come under its name.
  await stores.settings.change({
    ...withoutServerApprovals(chosen, name),
    ...addedServerSetting(name, null),
  });
  const members = [services.localMember, ...(await stores.members.list())];
  await Promise.all(members.map(({ id }) => stores.credentials.delete(id, name)));
  await mcpServers.forgetAll(name);
  await audit(services, origin, 'server.removed', member, { subject: { id: name, name } });
}
