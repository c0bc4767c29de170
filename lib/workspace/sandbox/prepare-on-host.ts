import { rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import type { CommandEnvironment } from '../environments.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroups } from './control-group.ts';
import { launcherArguments, launcherPath } from './launcher.ts';
import type { PreparedProgram } from './prepared-program.ts';
import type { ProgramLaunch } from './program-launch.ts';
import type { SandboxFolder } from './sandbox-folder.ts';

export interface HostProgram {
  root: string;
  folder: SandboxFolder;
  groups: ControlGroups | null;
  /** @param programPath where the program's file will be, if it has one */
  launchAt(programPath: string): ProgramLaunch;
  environment: CommandEnvironment | null;
  limits: CommandLimits;
}

/**
 * Prepares a program that runs with all rights of the server, but without its environment, which contains its
 * secrets.
 */
export async function prepareOnHost({
  root,
  folder,
  groups,
  launchAt,
  environment,
  limits,
}: HostProgram): Promise<PreparedProgram> {
  const file = folder.newPath();
  const launch = launchAt(file);
  if (launch.file !== null) await writeFile(file, launch.file, { mode: 0o600 });
  const inputFile = launch.input === null ? null : await folder.add(launch.input);
  const group = groups === null ? null : await groups(limits);
  const { homedir, username } = userInfo();
  const groupFiles = group?.entryFiles ?? [];
  return {
    file: launcherPath,
    arguments: launcherArguments({
      filter: null,
      file: null,
      variables: null,
      gate: null,
      groupFiles,
      argv: launch.argv,
    }),
    cwd: root,
    environment: {
      PATH: [
        ...new Set([
          ...(environment?.toolchains ?? []).map((path) => `${path}/bin`),
          ...[dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'],
        ]),
      ].join(':'),
      HOME: homedir,
      USER: username,
      LANG: 'C.UTF-8',
      ...launch.environment,
      ...environment?.variables,
    },
    inputFile,
    group,
    isConfined: false,
    gate: null,
    async cleanUp() {
      for (const path of [file, inputFile])
        if (path !== null) await rm(path, { force: true }).catch(() => {});
      await group?.remove();
    },
  };
}
