import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** How to find out whether packages are installed, and how to install them. */
export interface Machine {
  hasProgram(path: string): boolean;
  isRoot: boolean;
  /** @returns the program's error message; `null`: it succeeded */
  run(command: string): string | null;
}

/** Programs that show that a package is installed, if their names differ from its own. */
const programs: Record<string, readonly string[]> = {
  bubblewrap: ['bwrap'],
  bsdutils: ['script'],
  'util-linux': ['prlimit', 'setpriv', 'unshare'],
};

export const findMissingPackages = (names: readonly string[], machine: Machine = thisMachine): string[] =>
  names.filter(
    (name) => !(programs[name] ?? [name]).every((program) => machine.hasProgram(`/usr/bin/${program}`)),
  );

const aptGet = 'apt-get install -y --no-install-recommends';

/** How each system installs packages, by the program it uses. */
const installers: readonly [path: string, install: string][] = [
  ['/usr/bin/apt-get', aptGet],
  ['/usr/bin/dnf', 'dnf install -y'],
  ['/usr/bin/zypper', 'zypper install -y'],
  ['/usr/bin/pacman', 'pacman -S --noconfirm'],
  ['/sbin/apk', 'apk add'],
];

/** The command a person runs to install these packages; `null`: this system has no known installer. */
export function installLine(names: readonly string[], machine: Machine = thisMachine): string | null {
  const [, install] = installers.find(([path]) => machine.hasProgram(path)) ?? [];
  if (install === undefined) return null;
  const sudo = machine.isRoot ? '' : 'sudo ';
  const update = install === aptGet ? `${sudo}apt-get update && ` : '';
  return `${update}${sudo}${install} ${names.join(' ')}`;
}

/** On Debian, as root, no permission is needed. */
export const mayInstall = (machine: Machine = thisMachine): boolean =>
  machine.isRoot && machine.hasProgram('/usr/bin/apt-get');

/** @returns the installer's error message; `null`: it succeeded */
export function installPackages(names: readonly string[], machine: Machine = thisMachine): string | null {
  const faults = ['apt-get update', `${aptGet} ${names.join(' ')}`].flatMap(
    (command) => machine.run(command) ?? [],
  );
  return findMissingPackages(names, machine).length === 0 ? null : (faults.at(-1) ?? 'it is still not there');
}

const thisMachine: Machine = {
  hasProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      // Missing, or not executable.
      return false;
    }
  },
  isRoot: process.getuid?.() === 0,
  run(command) {
    const [file = '', ...parameters] = command.split(' ');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr, error } = spawnSync(file, parameters, { env, encoding: 'utf8' });
    if (status === 0) return null;
    return error?.message ?? `${stdout}${stderr}`.trim();
  },
};

/**
 * Ensures that programs the tests drive are installed: installs them if that requires no permission, and
 * otherwise exits with the command to run. No test is skipped because a program is missing.
 */
export function requireSystemPackages(names: readonly string[]): void {
  const missing = findMissingPackages(names);
  if (missing.length === 0) return;
  if (mayInstall()) {
    console.log(`Installing ${missing.join(' and ')}.`);
    const fault = installPackages(missing);
    if (fault === null) return;
    console.error(fault);
  }
  const stillMissing = findMissingPackages(names);
  const line = installLine(stillMissing);
  console.error(`The tests need ${stillMissing.join(' and ')}.${line === null ? '' : ` Run: ${line}`}`);
  process.exit(1);
}
