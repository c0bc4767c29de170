import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** What of a machine tells whether packages are there, and how they get there. */
export interface Machine {
  hasProgram(path: string): boolean;
  isRoot: boolean;
  /** @returns what went wrong, as the program said it; `null`: nothing did */
  run(command: string): string | null;
}

/** The programs by which a package is known to be there, where they have another name. */
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

/** How each system installs packages, by the program that does it. */
const installers: readonly [path: string, install: string][] = [
  ['/usr/bin/apt-get', aptGet],
  ['/usr/bin/dnf', 'dnf install -y'],
  ['/usr/bin/zypper', 'zypper install -y'],
  ['/usr/bin/pacman', 'pacman -S --noconfirm'],
  ['/sbin/apk', 'apk add'],
];

/** The line a person runs to have these packages; `null`: this system has none of the installers known here. */
export function installLine(names: readonly string[], machine: Machine = thisMachine): string | null {
  const [, install] = installers.find(([path]) => machine.hasProgram(path)) ?? [];
  if (install === undefined) return null;
  const sudo = machine.isRoot ? '' : 'sudo ';
  const update = install === aptGet ? `${sudo}apt-get update && ` : '';
  return `${update}${sudo}${install} ${names.join(' ')}`;
}

/** On Debian, as root, nobody has to be asked. */
export const mayInstall = (machine: Machine = thisMachine): boolean =>
  machine.isRoot && machine.hasProgram('/usr/bin/apt-get');

/** @returns what went wrong, as the installer said it; `null`: nothing did */
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
      // Not there, or nothing that runs.
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
 * Makes sure that programs the tests drive are there: installs them where that is possible without asking, and else ends with the
 * command to run. Nothing is left out because it is missing.
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
