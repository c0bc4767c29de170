import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits as productLimits } from '#lib/core/limits.ts';
import type { CommandRequest, Commands } from '../commands.ts';
import type { PrivateHosts } from '../network/dial.ts';
import { createNetworks } from '../network/networks.ts';
import { isWorkspaceError, WorkspaceError } from '../workspace-error.ts';
import { defaultRules, type WorkspaceRootRules } from '../workspace-root.ts';
import type { CommandLimits } from './command-limits.ts';
import { type CommandReadiness, createCommandReadiness } from './command-readiness.ts';
import { createCommandSlots } from './command-slots.ts';
import { findProgram } from './find-program.ts';
import { findNodeFolder } from './node-binding.ts';
import { launchProgram, launchTerminal, type ProgramLaunch } from './program-launch.ts';
import { createProgramStarter } from './program-starter.ts';
import { bwrapPath } from './sandbox-arguments.ts';
import { startCommand } from './start-command.ts';
import { startLines } from './start-lines.ts';
import { startTerminal } from './start-terminal.ts';
import { withNetwork } from './with-network.ts';

export interface CommandOptions {
  /** `auto` and `bwrap`: in the sandbox or not at all. `unsafe-host`: with all rights of the server. */
  mode: 'auto' | 'bwrap' | 'off' | 'unsafe-host';
  limits?: Partial<CommandLimits>;
  rules?: WorkspaceRootRules;
  /** Path of bubblewrap; tests replace it. */
  bwrapPath?: string;
  /** `false`: memory is only watched, as where control groups are not available. */
  usesControlGroups?: boolean;
  /** Hosts that may be at private addresses. */
  privateHosts?: PrivateHosts;
  /** Receives errors that no caller can be told. */
  log?: (message: string, error: unknown) => void;
}

/** Does nothing until the first call. */
export function createCommands({
  mode,
  limits: changed = {},
  rules = defaultRules,
  bwrapPath: outerPath = bwrapPath,
  usesControlGroups = true,
  privateHosts = {},
  log = () => {},
}: CommandOptions): Commands {
  const limits: CommandLimits = { ...productLimits, ...changed };
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const waitFor = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const readiness = createCommandReadiness({ mode, limits, rules, outerPath, usesControlGroups, log });
  const startProgram = createProgramStarter({ readiness, limits, rules, outerPath, waitFor });
  const networks = createNetworks({ bwrapPath: outerPath, privateHosts });
  /** Without a sandbox it has all of the network. */
  const reachable = (hosts: readonly string[] = []) =>
    readiness.status().mode === 'unsafe-host' ? [] : hosts;
  const inSlot = createSlots({ readiness, limits, closing: closing.signal, waitFor });
  const conversationsWithTerminal = new Set<string>();

  return {
    check: readiness.check,
    status: readiness.status,

    run: (request) =>
      inSlot(request, (signal) => {
        const { root, timeoutMs, program: wanted, hosts } = request;
        const launchAt = (path: string) => launchProgram(wanted, path);
        return withNetwork(networks, reachable(hosts), (networkPid) =>
          startProgram({ ...request, isTerminal: false, networkPid, launchAt }, signal, (prepared) =>
            startCommand({ ...prepared, root, cacheFolder: cacheOf(request), timeoutMs, limits, signal }),
          ),
        );
      }),

    async openTerminal(request) {
      const { conversationId, root, command, columns, rows, timeoutMs } = request;
      if (conversationsWithTerminal.has(conversationId)) throw terminalIsOpen();
      conversationsWithTerminal.add(conversationId);
      const release = () => conversationsWithTerminal.delete(conversationId);
      const cacheFolder = cacheOf(request);
      const { environment } = request;
      const longest = { root, environment, timeoutMs: limits.terminalMaxSeconds * 1000, isTerminal: true };
      try {
        const terminal = await inSlot(request, (signal) =>
          withNetwork(networks, reachable(request.hosts), (networkPid) =>
            startProgram(
              { ...longest, networkPid, launchAt: (path) => launchTerminal(command, path) },
              signal,
              ({ program }) =>
                startTerminal({ program, root, cacheFolder, timeoutMs, columns, rows, limits, signal }),
            ),
          ),
        );
        void terminal.end.then(release);
        return terminal;
      } catch (error) {
        release();
        throw error;
      }
    },

    async startLines(request) {
      const { mode, reason } = await readiness.check();
      if (reason !== null) throw new WorkspaceError('unavailable', reason);
      if (mode !== 'bwrap') throw new WorkspaceError('unavailable', 'There is no sandbox on this server');
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const { root, environment, hasNetwork, cacheFolder, takeOutput } = request;
      await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
      const { command, args, readable } = await findProgram(request.command, {
        ...request,
        nodeFolder: await findNodeFolder(),
      });
      const launch: ProgramLaunch = {
        argv: [command, ...args],
        environment: {
          npm_config_cache: join(cacheFolder, 'npm'),
          XDG_CACHE_HOME: cacheFolder,
          ...environment,
        },
        input: null,
        file: null,
        grants: { readable, cacheFolder, hasNetwork },
      };
      return await startProgram(
        {
          root,
          timeoutMs: limits.commandLinesSeconds * 1_000,
          isTerminal: false,
          networkPid: null,
          launchAt: () => launch,
        },
        signal,
        ({ program, mounts }) => startLines({ program, mounts, root, limits, signal, takeOutput }),
      );
    },

    async close() {
      closing.abort(new WorkspaceError('unavailable', 'The server ends'));
      await readiness.close(() => Promise.allSettled(running));
      networks.close();
    },
  };
}

/** A second folder that it may fill. */
const cacheOf = ({ environment }: Pick<CommandRequest, 'environment'>): string | null =>
  environment?.folder ?? null;

interface SlotOptions {
  readiness: CommandReadiness;
  limits: CommandLimits;
  closing: AbortSignal;
  waitFor(work: Promise<void>): void;
}

type InSlot = <Running extends { end: Promise<unknown> }>(
  request: Pick<CommandRequest, 'conversationId' | 'signal' | 'onWait'>,
  start: (signal: AbortSignal) => Promise<Running>,
) => Promise<Running>;

/** Acquires a slot, starts the command, and releases the slot when it has ended. */
function createSlots({ readiness, limits, closing, waitFor }: SlotOptions): InSlot {
  const commandSlots = createCommandSlots(limits);
  return async ({ conversationId, signal, onWait }, start) => {
    const { reason } = await readiness.check();
    if (reason !== null) throw new WorkspaceError('unavailable', reason);
    const either = AbortSignal.any([signal, closing]);
    const giveBack = await commandSlots.take(conversationId, either, onWait);
    try {
      either.throwIfAborted();
      const started = await start(either);
      waitFor(started.end.then(giveBack));
      return started;
    } catch (error) {
      giveBack();
      if (either.aborted || isWorkspaceError(error)) throw error;
      throw new WorkspaceError('unavailable', 'The command could not be started', { cause: error });
    }
  };
}

const terminalIsOpen = () =>
  new WorkspaceError(
    'unavailable',
    'A terminal is open in this conversation already: there is one at a time',
  );
