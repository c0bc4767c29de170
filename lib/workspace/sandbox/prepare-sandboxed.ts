import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { CommandEnvironment } from '../environments.ts';
import type { WorkspaceMount } from '../protection/mount-plan.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroups } from './control-group.ts';
import { createGate, variablesText } from './gate.ts';
import { launcherArguments, launcherPath } from './launcher.ts';
import { openToAll } from './own-devices.ts';
import type { Pipes } from './pipes.ts';
import type { PreparedProgram } from './prepared-program.ts';
import type { ProgramLaunch } from './program-launch.ts';
import { type NodeBinding, sandboxArguments } from './sandbox-arguments.ts';
import type { SandboxFolder } from './sandbox-folder.ts';

export interface SandboxedProgram {
  root: string;
  folder: SandboxFolder;
  node: NodeBinding;
  mounts: readonly WorkspaceMount[];
  outerPath: string;
  groups: ControlGroups | null;
  pipes: Pipes;
  launch: ProgramLaunch;
  networkPid: number | null;
  /** What it finds besides its workspace; `null`: nothing. */
  environment: CommandEnvironment | null;
  isTerminal: boolean;
  timeoutMs: number;
  limits: CommandLimits;
  /** Variables of the process that builds the sandbox; nothing of them gets inside. */
  outerVariables?: Record<string, string>;
}

/** Prepares a program that runs in the sandbox. */
export async function prepareSandboxed(program: SandboxedProgram): Promise<PreparedProgram> {
  const { folder, launch, groups, pipes, limits, outerVariables = {} } = program;
  const file = launch.file === null ? null : await folder.add(launch.file);
  const inputFile = launch.input === null ? null : await folder.add(launch.input);
  if (folder.devices !== null) await openToAll(folder.devices);
  const variables = variablesText(program.environment);
  const variablesFile = variables === '' ? null : await folder.add(variables);
  const group = groups === null ? null : await groups(limits);
  const argv = sandboxArguments({ ...program, cores: availableParallelism() });
  const gate = await createGate(pipes);
  // The launcher has opened it by then: nothing of it stays on disk while the program runs.
  if (variablesFile !== null) void gate.built.then(() => rm(variablesFile, { force: true })).catch(() => {});
  const groupFiles = group?.entryFiles ?? [];
  return {
    file: launcherPath,
    arguments: launcherArguments({
      filter: folder.filter,
      file,
      variables: variablesFile,
      gate,
      groupFiles,
      argv,
    }),
    cwd: '/',
    environment: outerVariables,
    inputFile,
    group,
    isConfined: true,
    gate,
    async cleanUp() {
      gate.close();
      for (const path of [file, inputFile, variablesFile])
        if (path !== null) await rm(path, { force: true }).catch(() => {});
      await group?.remove();
    },
  };
}
