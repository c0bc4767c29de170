import { realpath } from 'node:fs/promises';
import { limits as productLimits } from '../../core/limits.ts';
import type {
  CommandRequest,
  CommandStatus,
  Commands,
  RunningCommand,
  RunningTerminal,
  TerminalRequest,
} from '../commands.ts';
import type { Placeholder } from '../protection/placeholders.ts';
import { protectWorkspace } from '../protection/protect-workspace.ts';
import { isWorkspaceError, WorkspaceError } from '../workspace-error.ts';
import { defaultRules, type WorkspaceRootRules } from '../workspace-root.ts';
import { createBuildingSites } from './building-sites.ts';
import type { CommandLimits } from './command-limits.ts';
import { type Ground, makeGround, renewGround } from './ground.ts';
import type { Pipes } from './pipes.ts';
import { prepareOnHost } from './prepare-on-host.ts';
import { prepareSandboxed } from './prepare-sandboxed.ts';
import type { PreparedProgram, StartedProgram } from './prepared-program.ts';
import { launchProgram, launchTerminal, type ProgramLaunch } from './program-launch.ts';
import { bwrapPath, programPath } from './sandbox-arguments.ts';
import { createSandboxPaths } from './sandbox-paths.ts';
import { runSelfTest } from './self-test.ts';
import { startCommand } from './start-command.ts';
import { startTerminal } from './start-terminal.ts';
import { explainRefusal, findMissing } from './why-refused.ts';
import { readFreeSpace } from './workspace-growth.ts';

export interface CommandOptions {
  /** `auto` and `bwrap`: in the sandbox or not at all. `unsafe-host`: with all rights of the server. */
  mode: 'auto' | 'bwrap' | 'off' | 'unsafe-host';
  limits?: Partial<CommandLimits>;
  rules?: WorkspaceRootRules;
  /** Path of bubblewrap; tests replace it. */
  bwrapPath?: string;
  /** `false`: memory is only watched, as where control groups are not available. */
  usesControlGroups?: boolean;
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
  log = () => {},
}: CommandOptions): Commands {
  const limits: CommandLimits = { ...productLimits, ...changed };
  const sandboxPaths = createSandboxPaths(limits);
  const closing = new AbortController();
  const sites = createBuildingSites();
  const running = new Set<Promise<void>>();
  const conversationsWithTerminal = new Set<string>();
  let ground: Ground | null = null;
  let renewing: Promise<unknown> = Promise.resolve();
  let checking: Promise<void> | null = null;
  let status: CommandStatus = off('Commands have not been checked yet.');

  async function look(): Promise<CommandStatus> {
    if (mode === 'off') return off('Commands are off (VITRINE_EXEC=off).');
    if (mode === 'unsafe-host') {
      if (process.platform === 'win32') return off('Commands are off: they need bash.');
      ground = await makeGround(limits, usesControlGroups);
      return on(mode, ground);
    }
    const missing = await findMissing(outerPath);
    if (missing !== null) return off(missing);
    ground = await makeGround(limits, usesControlGroups);
    if (ground.folder.filter === null) {
      return off(`Commands are off: the sandbox does not support this processor (${process.arch}).`);
    }
    let result = await runSelfTest({ ...ground, outerPath, limits, rules });
    if (!result.isConfined && result.breach === null && ground.groups !== null) {
      // Groups can be created here but not entered: memory is only watched.
      ground = { ...ground, groups: null };
      result = await runSelfTest({ ...ground, outerPath, limits, rules });
    }
    if (result.isConfined) return on('bwrap', ground);
    if (result.breach === null) return off(await explainRefusal(result.complaint));
    return off(
      `Commands are off: the sandbox is not safe on this system. A program inside it ${result.breach}.`,
    );
  }

  /** Adds work that `close` waits for. */
  function waitFor(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function check(): Promise<CommandStatus> {
    checking ??= look()
      .catch((error: unknown) => {
        log('the sandbox could not be tried out', error);
        return off('Commands are off: the check of the sandbox failed.');
      })
      .then((result) => {
        status = result;
      });
    await checking;
    return status;
  }

  /** The resources for starting a command, checked again, since parts may have been removed. */
  async function standOn(): Promise<Ground> {
    await check();
    if (status.reason === null && status.mode === 'bwrap') {
      const missing = await findMissing(outerPath);
      if (missing !== null) status = off(missing);
    }
    if (status.reason !== null || ground === null) {
      throw new WorkspaceError('unavailable', status.reason ?? 'Commands are off.');
    }
    // Serialized: two concurrent renewals would each create resources, and only one set is kept.
    const present = ground;
    const renewed = renewing.catch(() => {}).then(() => renewGround(ground ?? present));
    renewing = renewed;
    ground = await renewed;
    return ground;
  }

  async function prepare(
    { root, timeoutMs, isTrusted = false }: { root: string; timeoutMs: number; isTrusted?: boolean },
    signal: AbortSignal,
    isTerminal: boolean,
    launchAt: (path: string) => ProgramLaunch,
  ): Promise<{ program: PreparedProgram; pipes: Pipes }> {
    const isBare = status.mode === 'unsafe-host';
    const record = (placeholders: readonly Placeholder[]) => sites.record(root, placeholders);
    const needs = { rules, maxMounts: limits.commandMounts, isTrusted, record, signal };
    const [present, mounts] = await Promise.all([
      standOn(),
      checkRoot(root, limits).then(() => (isBare ? null : protectWorkspace(root, needs))),
    ]);
    const { pipes, ...ground } = present;
    if (mounts === null) {
      return { program: await prepareOnHost({ root, ...ground, launchAt, limits }), pipes };
    }
    const launch = launchAt(programPath);
    return {
      program: await prepareSandboxed({
        root,
        ...present,
        outerPath,
        limits,
        mounts,
        launch,
        isTerminal,
        timeoutMs,
      }),
      pipes,
    };
  }

  interface Prepared {
    program: PreparedProgram;
    pipes: Pipes;
  }

  /** Prepares and builds the sandbox while nothing else changes in its workspace; then starts the program. */
  async function launch<Running extends { end: Promise<unknown> }>(
    root: string,
    signal: AbortSignal,
    prepareIt: () => Promise<Prepared>,
    start: (prepared: Prepared) => Promise<StartedProgram<Running>>,
  ): Promise<Running> {
    async function startIt(): Promise<{ program: PreparedProgram; running: Running }> {
      const prepared = await prepareIt();
      const { program } = prepared;
      try {
        const { running } = await start(prepared);
        await Promise.race([program.gate?.built, running.end]);
        return { program, running };
      } catch (error) {
        await program.cleanUp();
        throw error;
      }
    }
    if (status.mode === 'unsafe-host') {
      const { program, running } = await startIt();
      waitFor(running.end.then(program.cleanUp));
      return running;
    }
    try {
      const { program, running } = await sites.buildIn(root, signal, startIt);
      waitFor(running.end.then(program.cleanUp).then(() => sites.leave(root)));
      program.gate?.open();
      return running;
    } catch (error) {
      await sites.leave(root);
      throw error;
    }
  }

  /** Acquires a slot, starts the command, and releases the slot when it has ended. */
  async function occupy<Running extends { end: Promise<unknown> }>(
    { conversationId, signal, onWait }: Pick<CommandRequest, 'conversationId' | 'signal' | 'onWait'>,
    start: (signal: AbortSignal) => Promise<Running>,
  ): Promise<Running> {
    await check();
    if (status.reason !== null) throw new WorkspaceError('unavailable', status.reason);
    const either = AbortSignal.any([signal, closing.signal]);
    const giveBack = await sandboxPaths.take(conversationId, either, onWait);
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
  }

  async function run(request: CommandRequest): Promise<RunningCommand> {
    return await occupy(request, async (signal) => {
      const { root, timeoutMs, program: wanted } = request;
      return await launch(
        root,
        signal,
        () => prepare(request, signal, false, (path) => launchProgram(wanted, path)),
        (prepared) => startCommand({ ...prepared, root, timeoutMs, limits, signal }),
      );
    });
  }

  async function openTerminal(request: TerminalRequest): Promise<RunningTerminal> {
    const { conversationId, root, command, columns, rows, timeoutMs } = request;
    if (conversationsWithTerminal.has(conversationId)) {
      throw new WorkspaceError(
        'unavailable',
        'A terminal is open in this conversation already: there is one at a time',
      );
    }
    conversationsWithTerminal.add(conversationId);
    const release = () => conversationsWithTerminal.delete(conversationId);
    try {
      const terminal = await occupy(request, async (signal) => {
        const longest = { root, timeoutMs: limits.terminalMaxSeconds * 1000 };
        return await launch(
          root,
          signal,
          () => prepare(longest, signal, true, (path) => launchTerminal(command, path)),
          ({ program }) => startTerminal({ program, root, timeoutMs, columns, rows, limits, signal }),
        );
      });
      void terminal.end.then(release);
      return terminal;
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    check,
    status: () => status,
    run,
    openTerminal,
    async close() {
      closing.abort(new WorkspaceError('unavailable', 'The server ends'));
      await checking;
      await Promise.allSettled(running);
      await ground?.folder.remove();
    },
  };
}

const off = (reason: string): CommandStatus => ({ mode: 'off', reason, memory: null, memoryReason: null });

function on(mode: 'bwrap' | 'unsafe-host', { groups }: Ground): CommandStatus {
  if (groups !== null) return { mode, reason: null, memory: 'control group', memoryReason: null };
  return process.platform === 'linux'
    ? { mode, reason: null, memory: 'watched', memoryReason: noGroups }
    : {
        mode,
        reason: null,
        memory: null,
        memoryReason: 'Nothing bounds the memory of commands on this system.',
      };
}

const noGroups =
  'The kernel does not bound the memory of commands here, since this server may not make control groups: Vitrine measures it instead. To change that, run the server as root, or give its user a control group with the memory and pids controllers.';

async function checkRoot(root: string, limits: CommandLimits): Promise<void> {
  const [path, free] = await Promise.all([realpath(root), readFreeSpace(root)]).catch((error: unknown) => {
    throw new WorkspaceError('unavailable', 'The workspace folder cannot be opened', { cause: error });
  });
  if (path !== root) throw new WorkspaceError('unavailable', 'The workspace folder is behind a link');
  if (free.bytes >= limits.workspaceFreeBytes) return;
  throw new WorkspaceError('unavailable', 'Commands do not run: the disk of the workspace is full');
}
