import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The program by which a package is known to be there, where it has another name. */
const programs: Record<string, readonly string[]> = {
  bubblewrap: ['bwrap'],
  bsdutils: ['script'],
  'util-linux': ['prlimit', 'setpriv', 'unshare'],
};
const isInstalled = (name: string) =>
  (programs[name] ?? [name]).every((program) => existsSync(`/usr/bin/${program}`));

/**
 * Makes sure that programs the tests drive are there: installs them where that is possible without asking (Debian, as root), and
 * else ends with the command to run. Nothing is left out because it is missing.
 */
export function requireSystemPackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (mayInstall) {
    console.log(`Installing ${missing.join(' and ')}.`);
    for (const command of ['apt-get update', install]) runQuietly(command);
  }
  const stillMissing = missing.filter((name) => !isInstalled(name));
  if (stillMissing.length === 0) return;
  console.error(`The tests need ${stillMissing.join(' and ')}. Run: sudo apt-get update && sudo ${install}`);
  process.exit(1);
}

function runQuietly(command: string): void {
  const [file = '', ...parameters] = command.split(' ');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync(file, parameters, { env, encoding: 'utf8' });
  if (status !== 0) console.error(`${command} failed:\n${stdout}${stderr}`);
}
