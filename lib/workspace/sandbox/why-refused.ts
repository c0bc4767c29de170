import { access, constants, readFile } from 'node:fs/promises';
import { bwrapPath, prlimitPath } from './sandbox-arguments.ts';

/** What prevents even trying a sandbox; `null`: nothing. */
export async function findMissing(outerPath: string): Promise<string | null> {
  if (process.platform !== 'linux') return 'Commands are off: the sandbox needs Linux.';
  const installs = [
    { path: outerPath, name: 'bubblewrap', package: 'bubblewrap' },
    { path: bwrapPath, name: 'bubblewrap', package: 'bubblewrap' },
    { path: prlimitPath, name: 'prlimit', package: 'util-linux' },
    { path: '/usr/bin/script', name: 'script', package: 'bsdutils' },
    { path: '/bin/bash', name: 'bash', package: 'bash' },
  ];
  for (const { path, name, package: packageName } of installs) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    return `Commands are off: ${name} is not installed. Install it (Debian: apt install ${packageName}) and start again.`;
  }
  return null;
}

/** What bubblewrap's complaint means, and what to do about it. */
export async function explainRefusal(complaint: string): Promise<string> {
  if (/unknown option/i.test(complaint)) {
    return 'Commands are off: this bubblewrap is too old. Install version 0.8 or later and start again.';
  }
  const isRefused = /namespace|uid map|gid map|Operation not permitted|Permission denied/i.test(complaint);
  if (!isRefused) {
    const words =
      complaint === '' ? 'no error message' : complaint.split('\n').slice(-1).join('').slice(0, 300);
    return `Commands are off: the sandbox could not be started (${words}).`;
  }
  const refusal = 'Commands are off: this system does not allow the namespaces that the sandbox needs.';
  const read = (file: string) =>
    readFile(`/proc/sys/${file}`, 'utf8').then(
      (text) => text.trim(),
      () => null,
    );
  if ((await read('kernel/apparmor_restrict_unprivileged_userns')) === '1') {
    return `${refusal} Allow them (Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0) and start again.`;
  }
  if ((await read('kernel/unprivileged_userns_clone')) === '0') {
    return `${refusal} Allow them (sysctl kernel.unprivileged_userns_clone=1) and start again.`;
  }
  if ((await read('user/max_user_namespaces')) === '0') {
    return `${refusal} Allow them (sysctl user.max_user_namespaces=10000) and start again.`;
  }
  const options = ['seccomp', 'apparmor', 'systempaths'].map((name) => `--security-opt ${name}=unconfined`);
  return `${refusal} In Docker, start the container with ${options.join(' ')}.`;
}
