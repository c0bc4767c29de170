import { realpath } from 'node:fs/promises';
import type { CommandEnvironment } from '../environments.ts';
import type { WorkspaceMount } from '../protection/mount-plan.ts';
import type { Placeholder } from '../protection/placeholders.ts';
import { protectWorkspace } from '../protection/protect-workspace.ts';
import { WorkspaceError } from '../workspace-error.ts';
import type { WorkspaceRootRules } from '../workspace-root.ts';
import { type BuildingSites, createBuildingSites } from './building-sites.ts';
import type { CommandLimits } from './command-limits.ts';
import type { CommandReadiness } from './command-readiness.ts';
import type { Pipes } from './pipes.ts';
import { prepareOnHost } from './prepare-on-host.ts';
import { prepareSandboxed } from './prepare-sandboxed.ts';
import type { PreparedProgram, StartedProgram } from './prepared-program.ts';
import type { ProgramLaunch } from './program-launch.ts';
import { programPath } from './sandbox-arguments.ts';
import { readFreeSpace } from './workspace-growth.ts';

export interface ProgramRequest {
  root: string;
  timeoutMs: number;
  /** A script of the server itself. */
  isTrusted?: boolean;
  isTerminal: boolean;
  /** A process whose network it joins; `null`: none. */
  networkPid: number | null;
  environment?: CommandEnvironment | undefined;
  /** How the program is started, once it is known where the launcher is. */
  launchAt(path: string): ProgramLaunch;
}

export interface Prepared {
  program: PreparedProgram;
  pipes: Pipes;
  /** What is hidden and protected in the workspace; none outside the sandbox. */
  mounts: readonly WorkspaceMount[];
}

/** Prepares and builds the sandbox while nothing else changes in its workspace; then starts the program. */
export type StartProgram = <Running extends { end: Promise<unknown> }>(
  request: ProgramRequest,
  signal: AbortSignal,
  start: (prepared: Prepared) => Promise<StartedProgram<Running>>,
) => Promise<Running>;

interface StarterOptions {
  readiness: CommandReadiness;
  limits: CommandLimits;
  rules: WorkspaceRootRules;
  outerPath: string;
  /** Adds work that the end of the server waits for. */
  waitFor(work: Promise<void>): void;
}

export function createProgramStarter(options: StarterOptions): StartProgram {
  const { readiness, waitFor } = options;
  const sites = createBuildingSites();
  return async (request, signal, start) => {
    const { root } = request;
    const startIt = () => startPrepared(() => prepare(options, sites, request, signal), start);
    if (readiness.status().mode === 'unsafe-host') {
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
  };
}

async function startPrepared<Running extends { end: Promise<unknown> }>(
  prepareIt: () => Promise<Prepared>,
  start: (prepared: Prepared) => Promise<StartedProgram<Running>>,
): Promise<{ program: PreparedProgram; running: Running }> {
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

async function prepare(
  { readiness, limits, rules, outerPath }: StarterOptions,
  sites: BuildingSites,
  { root, timeoutMs, isTrusted = false, isTerminal, networkPid, environment, launchAt }: ProgramRequest,
  signal: AbortSignal,
): Promise<Prepared> {
  const isBare = readiness.status().mode === 'unsafe-host';
  const record = (placeholders: readonly Placeholder[]) => sites.record(root, placeholders);
  const needs = { rules, maxMounts: limits.commandMounts, isTrusted, record, signal };
  const [present, mounts] = await Promise.all([
    readiness.ready(),
    checkRoot(root, limits).then(() => (isBare ? null : protectWorkspace(root, needs))),
  ]);
  const { pipes, ...ground } = present;
  const program =
    mounts === null
      ? await prepareOnHost({ root, ...ground, launchAt, environment: environment ?? null, limits })
      : await prepareSandboxed({
          root,
          ...present,
          outerPath,
          limits,
          mounts,
          launch: launchAt(programPath),
          networkPid,
          environment: environment ?? null,
          isTerminal,
          timeoutMs,
        });
  return { program, pipes, mounts: mounts ?? [] };
}

async function checkRoot(root: string, limits: CommandLimits): Promise<void> {
  const [path, free] = await Promise.all([realpath(root), readFreeSpace(root)]).catch((error: unknown) => {
    throw new WorkspaceError('unavailable', 'The workspace folder cannot be opened', { cause: error });
  });
  if (path !== root) throw new WorkspaceError('unavailable', 'The workspace folder is behind a link');
  if (free.bytes >= limits.workspaceFreeBytes) return;
  throw new WorkspaceError('unavailable', 'Commands do not run: the disk of the workspace is full');
}
