import { join } from 'node:path';
import { type McpServerSettings, workspaceVariable } from '../core/vocabulary/tools/mcp-server-settings.ts';
import type { Commands } from '../workspace/commands.ts';
import { type LineHandling, type LineProgram, startLineProgram } from '../workspace/line-program.ts';
import { hashOf } from './hash-of.ts';
import type { McpServerAddress } from './mcp-connection.ts';
import type { McpServerEntry } from './mcp-server-entry.ts';
import type { HttpEntry } from './mcp-sign-ins.ts';

/** Who uses a server, and in which workspace. */
export interface McpUser {
  memberId: string;
  /** The workspace's name, and its folder. */
  workspace: string;
  root: string;
}

/** How a server is reached. */
export interface McpServerSource {
  kind: 'stdio' | 'http';
  /** The only workspace in which it is used; `null`: it is used in all. */
  workspace: string | null;
  /** The same for those who share a connection to it. */
  keyOf(user: McpUser): string;
  addressFor(user: McpUser): McpServerAddress;
}

interface Surroundings {
  httpAddress(server: string, entry: HttpEntry, memberId: string): McpServerAddress;
  commands: Pick<Commands, 'check' | 'startLines'>;
  /** What programs in the sandbox keep, each in a folder of its own. */
  cachesFolder: string;
  /** Where values of results go that are too long for memory. */
  spillFolder: string;
  /** Absolute paths of which no program in the sandbox reads anything but its own workspace. */
  listClosedPaths(): Promise<readonly string[]>;
}

export function mcpServerSource(
  name: string,
  { settings, added }: McpServerEntry,
  surroundings: Surroundings,
): McpServerSource {
  const { spillFolder } = surroundings;
  switch (settings.kind) {
    case 'http':
      return {
        kind: 'http',
        workspace: added?.workspace ?? null,
        // Where members sign in, each is somebody else to the server.
        // One that is added anew under the same name is another server.
        keyOf: ({ memberId }) => `${settings.oauth === null ? '' : memberId} ${added?.addedAt ?? ''}`,
        addressFor: ({ memberId }) => surroundings.httpAddress(name, { settings, added }, memberId),
      };
    case 'stdio': {
      const { command, args, cwd, environment } = settings;
      const startProgram = (takeOutput: LineHandling['takeOutput']) =>
        startLineProgram({ command, args, cwd, environment, takeOutput });
      const address = { kind: 'stdio' as const, startProgram, spillFolder };
      return { kind: 'stdio', workspace: null, keyOf: () => '', addressFor: () => address };
    }
    case 'sandboxed':
      return {
        kind: 'stdio',
        workspace: added?.workspace ?? null,
        keyOf: ({ root }) => `${root} ${added?.addedAt ?? ''}`,
        addressFor: ({ root }) => ({
          kind: 'stdio',
          startProgram: (takeOutput, signal) =>
            startSandboxed(name, settings, root, surroundings, { takeOutput, signal }),
          spillFolder,
        }),
      };
  }
}

async function startSandboxed(
  name: string,
  {
    command,
    args,
    path,
    environment,
    hasNetwork,
    isForbidden,
  }: Extract<McpServerSettings, { kind: 'sandboxed' }>,
  root: string,
  { commands, cachesFolder, listClosedPaths }: Surroundings,
  { takeOutput, signal }: LineHandling & { signal: AbortSignal },
): Promise<LineProgram> {
  if (isForbidden) throw new Error('The config file does not allow its command any more (mcpCommands).');
  const { mode, reason } = await commands.check();
  if (mode !== 'bwrap' || reason !== null) {
    const why = reason ?? 'This server has none.';
    throw new Error(`Its program runs in the sandbox. ${why} ${otherwise}`);
  }
  const fill = (text: string) => text.replaceAll(workspaceVariable, () => root);
  return await commands.startLines({
    root,
    command,
    args: args.map(fill),
    path,
    environment: Object.fromEntries(Object.entries(environment).map(([key, text]) => [key, fill(text)])),
    hasNetwork,
    // Not shared: what one workspace keeps there runs in that one only.
    cacheFolder: join(/* turbopackIgnore: true */ cachesFolder, name, hashOf(root, 12)),
    closedPaths: await listClosedPaths(),
    takeOutput,
    signal,
  });
}

const otherwise = 'With "sandbox": false in its entry it runs with all rights of this server.';
