import type { ExecMode } from '../lib/config.ts';
import {
  findMissingPackages,
  installLine,
  installPackages,
  type Machine,
  mayInstall,
} from './system-packages.ts';

/** The packages that the command sandbox needs. */
const packages = ['bubblewrap', 'util-linux', 'bsdutils'];

/**
 * Installs what commands need if that requires no permission, and says so; otherwise prints the line that
 * does it. This never aborts a start: without a sandbox, everything except commands works.
 */
export function provideSandbox(
  mode: ExecMode,
  say: (sentence: string) => void = console.log,
  machine?: Machine,
  platform: NodeJS.Platform = process.platform,
): void {
  if (mode === 'off' || mode === 'unsafe-host' || platform !== 'linux') return;
  const missing = findMissingPackages(packages, machine);
  if (missing.length === 0) return;
  if (mayInstall(machine)) install(missing, say, machine);
  else say(howToInstall(missing, machine));
}

function install(missing: readonly string[], say: (sentence: string) => void, machine?: Machine): void {
  const names = missing.join(' and ');
  say(
    `Installing ${names} for the sandbox that commands run in. (VITRINE_EXEC=off starts without commands, and installs nothing.)`,
  );
  const fault = installPackages(missing, machine);
  const reason = fault?.split('\n').at(-1);
  const failed = `${names} could not be installed (${reason}). Vitrine starts without commands. To have them, run: ${installLine(missing, machine)}`;
  say(fault === null ? `Installed ${names}.` : failed);
}

function howToInstall(missing: readonly string[], machine?: Machine): string {
  const names = missing.join(' and ');
  const line = installLine(missing, machine);
  const how = line === null ? `Install ${names} and start again` : `To have them, run: ${line}`;
  return `Vitrine starts without commands: their sandbox needs ${names}. ${how}`;
}
