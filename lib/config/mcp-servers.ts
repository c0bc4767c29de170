import { resolve } from 'node:path';
import { z } from 'zod';
import { isWithin } from '../core/algorithms/text/lies-in.ts';
import { mcpServerName } from '../core/vocabulary/tools/mcp-name.ts';
import {
  type McpServerSettings,
  type OAuthSettings,
  workspaceVariable,
} from '../core/vocabulary/tools/mcp-server-settings.ts';
import { ConfigError } from './config-error.ts';

/** `${NAME}`, as other programs write it. */
const filledIn = 'a name after $, in braces, is a variable of this server’s environment';
const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** A value into which nothing is filled, though it looks as if. */
const hasUnfilled = (text: string) => text.replaceAll(variable, '').includes('${');
const filledText = z
  .string()
  .refine((text) => !hasUnfilled(text), 'only a plain name can stand in the braces');
const textByName = z.record(z.string().min(1), filledText);
const plain = (text: string) => !text.includes('${');
const onlyElsewhere = 'variables are filled in in env and headers only';
const hasAuthorization = (headers: Record<string, string> = {}) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
const isArgument = (text: string) => plain(text.replaceAll(workspaceVariable, ''));

/** In the form that other programs use for their MCP servers. */
export const mcpServerSchema = z
  .strictObject({
    type: z
      .enum(['stdio', 'http', 'sse'])
      .optional()
      .describe(
        'Default: stdio where there is a command, else http; sse: http, and what came before it where that fails',
      ),
    command: z
      .string()
      .min(1)
      .refine(plain, onlyElsewhere)
      .optional()
      .describe('A program that speaks MCP over its input and output'),
    args: z
      .array(z.string().refine(isArgument, onlyElsewhere))
      .optional()
      .describe(
        `In the sandbox, ${workspaceVariable} is the folder of the workspace, which is at its own path`,
      ),
    env: textByName.optional().describe(`Its environment, besides PATH and HOME; ${filledIn}`),
    cwd: z
      .string()
      .startsWith('/', 'it is not absolute')
      .optional()
      .describe('Where it runs outside the sandbox, and outside of workspaces; default: /'),
    network: z
      .boolean()
      .optional()
      .describe('true: in the sandbox it has the network of this machine, as npx needs it; default: none'),
    sandbox: z
      .boolean()
      .optional()
      .describe('false: it runs outside the sandbox, with all rights of this server'),
    url: z
      .url({ protocol: /^https?$/ })
      .refine(plain, onlyElsewhere)
      .refine(
        (text) => !/^https?:\/\/[^/]*@/i.test(text),
        'it has a name or a password: give them as a header',
      )
      .optional()
      .describe('A server that speaks MCP over streamable HTTP'),
    headers: textByName.optional().describe(`Sent with each request; ${filledIn}`),
    oauth: z
      .strictObject({
        clientId: z.string().min(1).optional().describe('As this server is registered there'),
        clientSecret: filledText.optional().describe(`Of a client that has one; ${filledIn}`),
        issuer: z
          .url({ protocol: /^https?$/ })
          .optional()
          .describe(
            'The authorization server: where it is at a private address, and the only one that gets the client’s secret',
          ),
      })
      .optional()
      .describe('How members sign in to a server that asks for it, where it cannot be found out'),
  })
  .superRefine(({ type, command, url, sandbox, network, args, env, cwd, headers, oauth }, { addIssue }) => {
    const report = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if ((command === undefined) === (url === undefined)) return report('give either a command or a url');
    if (command === undefined) {
      const ofPrograms = Object.entries({ args, env, cwd, network, sandbox }).find(
        ([, value]) => value !== undefined,
      );
      if (type === 'stdio') report('it has a url, so it is not stdio', 'type');
      if (ofPrograms) report('this is for a command, and it has a url', ofPrograms[0]);
      if (oauth !== undefined && hasAuthorization(headers))
        report('it has the header Authorization, so nobody signs in', 'oauth');
      if (oauth?.clientSecret !== undefined && oauth.clientId === undefined)
        report('a secret belongs to a clientId', 'oauth', 'clientSecret');
      if (oauth?.clientId !== undefined && oauth.issuer === undefined)
        report('name the issuer too: nobody else may get what belongs to it', 'oauth', 'clientId');
      return;
    }
    if (type === 'http' || type === 'sse') report(`it has a command, so it is not ${type}`, 'type');
    if (headers !== undefined) report('this is for a url, and it has a command', 'headers');
    if (oauth !== undefined) report('this is for a url, and it has a command', 'oauth');
    if (sandbox !== false) {
      if (cwd !== undefined) report('this is for a program outside the sandbox ("sandbox": false)', 'cwd');
      return;
    }
    if (network !== undefined) report('this is for a program in the sandbox', 'network');
    const texts = [...(args ?? []), ...Object.values(env ?? {})];
    if (texts.some((text) => text.includes(workspaceVariable)))
      report(
        `${workspaceVariable} is for programs in the sandbox, of which each workspace has its own`,
        'args',
      );
  });

export const mcpServersSchema = z.record(
  z.string().regex(mcpServerName, 'letters, digits, - and single _, at most 30'),
  mcpServerSchema,
);

/**
 * What must not come back of the settings of MCP servers, by name: the variables they name (but paths, which would make
 * every file below unreadable), headers, and values of variables whose names say that they are secrets.
 */
export function secretsOfMcpServers(
  servers: z.infer<typeof mcpServersSchema>,
  environment: Record<string, string | undefined>,
): { named: Record<string, string>; others: Record<string, string> } {
  const named: Record<string, string> = {};
  const others: Record<string, string> = {};
  for (const [server, { env = {}, headers = {}, oauth }] of Object.entries(servers)) {
    const clientSecret = oauth?.clientSecret ?? '';
    if (clientSecret !== '' && plain(clientSecret)) named[`oauth of ${server}`] = clientSecret;
    for (const text of [...Object.values(env), ...Object.values(headers), clientSecret]) {
      for (const [, name = ''] of text.replaceAll(workspaceVariable, '').matchAll(variable)) {
        const value = environment[name] ?? '';
        if (!/^[/~.]/.test(value)) named[name] = value;
      }
    }
    for (const [name, text] of Object.entries(headers)) {
      if (plain(text)) named[name] = text.replace(/^(?:Bearer|Basic) +/i, '');
    }
    for (const [name, text] of Object.entries(env)) if (plain(text)) others[name] = text;
  }
  return { named, others };
}

/**
 * @param workspaces absolute folders. Commands in the sandbox write there, and a program outside it must not start
 * among what they wrote: `npx` runs what it finds in the folder.
 * @throws ConfigError if a variable is not set, or a program would run inside a workspace
 */
export function readMcpServers(
  servers: z.infer<typeof mcpServersSchema>,
  environment: Record<string, string | undefined>,
  workspaces: readonly string[],
): ReadonlyMap<string, McpServerSettings> {
  const fill = (server: string, values: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => [
        name,
        text.replace(variable, (whole, named: string) => {
          if (whole === workspaceVariable) return whole;
          const value = environment[named];
          if (value !== undefined) return value;
          throw new ConfigError(`mcpServers.${server} needs the variable ${named}, which is not set.`);
        }),
      ]),
    );
  return new Map(
    Object.entries(servers).map(([name, settings]): [string, McpServerSettings] => {
      const { type, command, args = [], env, cwd = '/', url = '', headers, network, sandbox } = settings;
      if (command === undefined) {
        const oauth = hasAuthorization(headers)
          ? null
          : readOAuth(settings.oauth, (values) => fill(name, values));
        return [name, { kind: 'http', url, headers: fill(name, headers), allowsSse: type === 'sse', oauth }];
      }
      const { PATH = '', HOME = '' } = environment;
      if (sandbox !== false) {
        const granted = { environment: fill(name, env), hasNetwork: network ?? false };
        return [name, { kind: 'sandboxed', command, args, path: PATH, ...granted }];
      }
      if (workspaces.some((root) => isWithin(resolve(cwd), root))) {
        throw new ConfigError(
          `mcpServers.${name}.cwd is inside a workspace, where commands of the agent write. Choose another folder.`,
        );
      }
      return [name, { kind: 'stdio', command, args, environment: { PATH, HOME, ...fill(name, env) }, cwd }];
    }),
  );
}

function readOAuth(
  { clientId, clientSecret, issuer }: NonNullable<z.infer<typeof mcpServerSchema>['oauth']> = {},
  fill: (values: Record<string, string>) => Record<string, string>,
): OAuthSettings {
  const secret = clientSecret === undefined ? null : (fill({ clientSecret }).clientSecret ?? null);
  return {
    issuer: issuer ?? null,
    registered: clientId === undefined ? null : { clientId, clientSecret: secret },
  };
}
