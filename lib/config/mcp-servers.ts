import { z } from 'zod';
import { mcpServerName } from '../core/vocabulary/tools/mcp-name.ts';
import { ConfigError } from './config-error.ts';

/** `${NAME}`, as other programs write it. */
const filledIn = 'a name after $, in braces, is a variable of this server’s environment';
const textByName = z.record(z.string().min(1), z.string());

/** In the form that other programs use for their MCP servers. */
export const mcpServerSchema = z
  .strictObject({
    type: z.enum(['stdio', 'http']).optional().describe('Default: stdio where there is a command, else http'),
    command: z.string().min(1).optional().describe('A program that speaks MCP over its input and output'),
    args: z.array(z.string()).optional(),
    env: textByName.optional().describe(`Its environment, besides PATH and HOME; ${filledIn}`),
    cwd: z
      .string()
      .startsWith('/', 'it is not absolute')
      .optional()
      .describe('Where it runs; default: the first workspace'),
    sandbox: z
      .literal(false, { error: 'programs of MCP servers do not run in the sandbox yet: say false' })
      .optional()
      .describe('false: it runs with all rights of this server'),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('A server that speaks MCP over streamable HTTP'),
    headers: textByName.optional().describe(`Sent with each request; ${filledIn}`),
  })
  .superRefine(({ type, command, url, sandbox, args, env, cwd, headers }, { addIssue }) => {
    const report = (message: string, ...path: string[]) => addIssue({ code: 'custom', message, path });
    if ((command === undefined) === (url === undefined)) return report('give either a command or a url');
    if (command === undefined) {
      const ofPrograms = Object.entries({ args, env, cwd, sandbox }).find(([, value]) => value !== undefined);
      if (type === 'stdio') report('it has a url, so it is not stdio', 'type');
      if (ofPrograms) report('this is for a command, and it has a url', ofPrograms[0]);
      return;
    }
    if (type === 'http') report('it has a command, so it is not http', 'type');
    if (headers !== undefined) report('this is for a url, and it has a command', 'headers');
    if (sandbox === undefined) {
      report('say "sandbox": false, or it does not start: its program runs with all rights of this server');
    }
  });

export const mcpServersSchema = z.record(
  z.string().regex(mcpServerName, 'letters, digits, - and single _, at most 31'),
  mcpServerSchema,
);

/** An MCP server, with all variables filled in. */
export type McpServerSettings =
  | {
      kind: 'stdio';
      command: string;
      args: string[];
      environment: Record<string, string>;
      cwd: string | null;
    }
  | { kind: 'http'; url: string; headers: Record<string, string> };

/** Variables of the environment that the settings of MCP servers name; their values are secrets. */
export const namedVariables = (servers: z.infer<typeof mcpServersSchema>): string[] =>
  Object.values(servers).flatMap(({ env = {}, headers = {} }) =>
    [...Object.values(env), ...Object.values(headers)].flatMap((text) =>
      [...text.matchAll(variable)].map(([, name = '']) => name),
    ),
  );

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** @throws ConfigError if a variable is not set */
export function readMcpServers(
  servers: z.infer<typeof mcpServersSchema>,
  environment: Record<string, string | undefined>,
): ReadonlyMap<string, McpServerSettings> {
  const fill = (server: string, values: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, text]) => [
        name,
        text.replace(variable, (_, named: string) => {
          const value = environment[named];
          if (value !== undefined) return value;
          throw new ConfigError(`mcpServers.${server} needs the variable ${named}, which is not set.`);
        }),
      ]),
    );
  return new Map(
    Object.entries(servers).map(([name, settings]): [string, McpServerSettings] => {
      const { command, args = [], env, cwd = null, url = '', headers } = settings;
      if (command === undefined) return [name, { kind: 'http', url, headers: fill(name, headers) }];
      const { PATH = '', HOME = '' } = environment;
      return [name, { kind: 'stdio', command, args, environment: { PATH, HOME, ...fill(name, env) }, cwd }];
    }),
  );
}
