import type { MountKind, WorkspaceMount } from '../protection/mount-plan.ts';
import type { CommandLimits } from './command-limits.ts';
import { gateArguments } from './gate.ts';
import { deviceNames } from './own-devices.ts';
import type { ProgramLaunch } from './program-launch.ts';
import type { SandboxFolder } from './sandbox-folder.ts';

export const bwrapPath = '/usr/bin/bwrap';
export const prlimitPath = '/usr/bin/prlimit';
/** Where the launcher opens what the sandbox reads while it is built. */
export const filterDescriptor = 3;
export const fileDescriptor = 4;
/** Of a program that is no argument, inside. */
export const programPath = '/tmp/program';

/**
 * Below /proc, what sets the kernel up. Its files go by the user's number: to a server that runs as root they would be open (one
 * of them names a program that the kernel runs, outside of any sandbox). bubblewrap covers only what it may write a new file to.
 */
const kernelFolders = [
  'sys',
  'sysrq-trigger',
  'irq',
  'bus',
  'fs',
  'acpi',
  'scsi',
  'asound',
  'driver',
  'mtrr',
  'pressure',
];
/** Where the workspace lies inside. */
export const workspacePath = '/workspace';
/** Empty, and read-only. */
const emptyPath = '/etc/hidden';

export interface SandboxPlan {
  /** The program of the outer one. */
  outerPath: string;
  /** The workspace on this machine. */
  root: string;
  folder: SandboxFolder;
  /** The server's own Node: what is bound where, and where its programs are then. */
  node: NodeBinding;
  mounts: readonly WorkspaceMount[];
  launch: ProgramLaunch;
  isTerminal: boolean;
  timeoutMs: number;
  cores: number;
  limits: CommandLimits;
}

export interface NodeBinding {
  /** `null`: it lies in /usr, which every sandbox has. */
  bind: { from: string; to: string } | null;
  binFolder: string;
}

/**
 * The arguments of two sandboxes, one in the other. The outer one leaves nothing of this machine but /usr and the
 * workspace. The inner one hides secrets and protects repositories: it looks names up inside the outer one, so no link that a
 * command exchanges meanwhile can lead it outside. (Looked up from here, a `.git` exchanged for a link would be bound as it
 * pleases.) It also takes the last rights away: what runs in it cannot make namespaces.
 */
export function sandboxArguments(plan: SandboxPlan): string[] {
  return [
    ...outerArguments(plan),
    ...innerArguments(plan),
    ...gateArguments,
    ...limitArguments(plan),
    ...plan.launch.argv,
  ];
}

function outerArguments({
  outerPath,
  root,
  folder,
  node,
  launch,
  isTerminal,
  limits,
}: SandboxPlan): string[] {
  const environment: Record<string, string> = {
    PATH: [...new Set([node.binFolder, '/usr/local/bin', '/usr/bin', '/bin'])].join(':'),
    HOME: '/tmp',
    USER: 'agent',
    LOGNAME: 'agent',
    LANG: 'C.UTF-8',
    npm_config_cache: '/tmp/.npm',
    npm_config_update_notifier: 'false',
    // There is no network: what asks for one is told so at once.
    npm_config_fetch_retries: '0',
    PIP_RETRIES: '0',
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    ...launch.environment,
  };
  return [
    outerPath,
    ...['--unshare-all', '--unshare-user', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    '--die-with-parent',
    // A terminal stays the controlling one: else it could not tell its size or send Ctrl-C.
    ...(isTerminal ? [] : ['--new-session']),
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/sbin', '/sbin'],
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--ro-bind', folder.etc, '/etc'],
    ...folder.sharedEtc.flatMap((name) => ['--ro-bind', `/etc/${name}`, `/etc/${name}`]),
    ...(node.bind === null ? [] : ['--ro-bind', node.bind.from, node.bind.to]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...(folder.devices === null ? [] : bindDevices(folder.devices)),
    ...['--size', String(limits.commandTmpBytes), '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--size', String(limits.commandSharedMemoryBytes), '--perms', '1777', '--tmpfs', '/dev/shm'],
    // A folder in memory too, and without a bound of its own.
    ...['--remount-ro', '/dev'],
    ...(launch.file === null ? [] : ['--file', String(fileDescriptor), programPath]),
    ...['--bind', root, workspacePath, '--chdir', workspacePath, '--remount-ro', '/', '--'],
  ];
}

const bindDevices = (from: string): string[] =>
  deviceNames.flatMap((name) => ['--dev-bind', `${from}/${name}`, `/dev/${name}`]);

function innerArguments({ mounts, isTerminal }: SandboxPlan): string[] {
  return [
    bwrapPath,
    ...['--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--die-with-parent'],
    ...(isTerminal ? [] : ['--new-session']),
    ...['--cap-drop', 'ALL', '--dev-bind', '/', '/'],
    ...kernelFolders.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...mounts.flatMap(mountArguments),
    ...['--chdir', workspacePath, '--seccomp', String(filterDescriptor), '--'],
  ];
}

const argumentsOf: Record<MountKind, (path: string) => string[]> = {
  keep: (path) => ['--bind', path, path],
  fix: (path) => ['--ro-bind', path, path],
  close: (path) => ['--ro-bind', path, path],
  hideFile: (path) => ['--ro-bind', emptyPath, path],
  hideSocket: (path) => ['--ro-bind', '/dev/null', path],
  hideFolder: (path) => ['--size', '4096', '--tmpfs', path, '--remount-ro', path],
};

const mountArguments = ({ kind, path }: WorkspaceMount): string[] =>
  argumentsOf[kind]([workspacePath, ...path].join('/'));

/** Bounds of each process, set inside: processes are then counted from none, not with those of the server. */
function limitArguments({ timeoutMs, cores, limits }: SandboxPlan): string[] {
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * cores + 5;
  return [
    prlimitPath,
    `--nproc=${limits.commandProcesses}`,
    `--fsize=${limits.commandFileBytes}`,
    `--nofile=${limits.commandOpenFiles}`,
    `--cpu=${cpuSeconds}`,
    '--core=0',
    `--data=${limits.commandProcessBytes}`,
    '--',
  ];
}
