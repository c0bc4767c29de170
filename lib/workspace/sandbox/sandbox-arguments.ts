import type { CommandEnvironment } from '../environments.ts';
import { proxyUrl } from '../network/network-namespace.ts';
import type { MountKind, WorkspaceMount } from '../protection/mount-plan.ts';
import type { CommandLimits } from './command-limits.ts';
import { gateArguments } from './gate.ts';
import { deviceNames } from './own-devices.ts';
import type { ProgramLaunch, SandboxGrants } from './program-launch.ts';
import type { SandboxFolder } from './sandbox-folder.ts';

export const bwrapPath = '/usr/bin/bwrap';
const nsenterPath = '/usr/bin/nsenter';
export const prlimitPath = '/usr/bin/prlimit';
/** Descriptors in the launcher of files the sandbox reads while it is built. */
export const filterDescriptor = 3;
export const fileDescriptor = 4;
/** Path inside the sandbox of a program that is not passed as an argument. */
export const programPath = '/tmp/program';

/**
 * Kernel settings below /proc. Access to these files depends on the user ID: to a server that runs as root
 * they would be open (one of them names a program that the kernel runs, outside any sandbox). bubblewrap only
 * covers those it could create a new file in.
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
/** Path of the workspace inside the sandbox. */
export const workspacePath = '/workspace';
/** Empty, and read-only. */
const emptyPath = '/etc/hidden';

export interface SandboxPlan {
  /** Path of bubblewrap for the outer sandbox. */
  outerPath: string;
  /** Path of the workspace on this machine. */
  root: string;
  folder: SandboxFolder;
  /** The server's own Node: what is bound where, and where its programs are inside. */
  node: NodeBinding;
  mounts: readonly WorkspaceMount[];
  launch: ProgramLaunch;
  /** A process whose network it joins; `null`: it has none, or what `launch` gives it. */
  networkPid: number | null;
  environment: CommandEnvironment | null;
  isTerminal: boolean;
  timeoutMs: number;
  cores: number;
  limits: CommandLimits;
}

export interface NodeBinding {
  /** `null`: it is in /usr, which every sandbox has. */
  bind: { from: string; to: string } | null;
  binFolder: string;
}

/**
 * The arguments of two nested sandboxes. The outer one leaves nothing of this machine but /usr and the
 * workspace. The inner one hides secrets and protects repositories: it resolves names inside the outer one,
 * so a link that a command swaps in meanwhile cannot lead it outside. (Resolved from here, a `.git` replaced
 * by a link would bind whatever it points to.) It also drops the last capabilities: a program in it cannot
 * create namespaces.
 */
export function sandboxArguments(plan: SandboxPlan): string[] {
  return [
    ...(plan.networkPid === null ? [] : joinArguments(plan.networkPid)),
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
  networkPid,
  environment: own,
  isTerminal,
  limits,
}: SandboxPlan): string[] {
  const hasNetwork = networkPid !== null || launch.grants?.hasNetwork === true;
  const environment: Record<string, string> = {
    PATH: searchPath(node, own),
    HOME: '/tmp',
    USER: 'agent',
    LOGNAME: 'agent',
    LANG: 'C.UTF-8',
    ...(own?.folder ? keptVariables : { npm_config_cache: '/tmp/.npm' }),
    npm_config_update_notifier: 'false',
    // Without a network attempts fail at once instead of being retried.
    ...(hasNetwork ? {} : { npm_config_fetch_retries: '0', PIP_RETRIES: '0' }),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    ...(networkPid === null ? {} : proxyVariables),
    ...launch.environment,
  };
  return [
    outerPath,
    ...['--unshare-all', '--unshare-user', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    ...(hasNetwork ? ['--share-net'] : []),
    '--die-with-parent',
    // A terminal must stay the controlling one: otherwise it could neither report its size nor send Ctrl-C.
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
    // Also a folder in memory, and without a size limit.
    ...['--remount-ro', '/dev'],
    ...(own === null ? [] : environmentArguments(own)),
    ...(launch.file === null ? [] : ['--file', String(fileDescriptor), programPath]),
    ...['--bind', root, workspacePath, ...(launch.grants ? grantArguments(launch.grants, root) : [])],
    ...['--chdir', folderOf(launch), '--remount-ro', '/', '--'],
  ];
}

/** Programs find the proxy by their environment; what they serve themselves is reached without it. */
const proxyVariables: Record<string, string> = {
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, proxyUrl]),
  ),
  ...Object.fromEntries(['no_proxy', 'NO_PROXY'].map((name) => [name, 'localhost,127.0.0.1,::1'])),
  // Node's own requests look at none of these by themselves.
  NODE_USE_ENV_PROXY: '1',
};

/** Where commands keep what they download and install: the same for all commands of a workspace. */
const cachePath = '/cache';
const localPath = '/tmp/.local';
const keptVariables: Record<string, string> = {
  XDG_CACHE_HOME: cachePath,
  npm_config_cache: `${cachePath}/npm`,
  npm_config_prefix: localPath,
  // Otherwise a file below the prefix would decide for every later command.
  npm_config_globalconfig: '/dev/null',
  CARGO_HOME: `${cachePath}/cargo`,
  GOMODCACHE: `${cachePath}/go-mod`,
  GRADLE_USER_HOME: `${cachePath}/gradle`,
};

/** Programs that commands installed come last: none shadows one of the system. */
const searchPath = ({ binFolder }: NodeBinding, own: CommandEnvironment | null): string =>
  [
    ...new Set([
      ...(own?.toolchains ?? []).map((path) => `${path}/bin`),
      ...[binFolder, '/usr/local/bin', '/usr/bin', '/bin'],
      ...(own?.folder ? [`${localPath}/bin`, `${cachePath}/cargo/bin`] : []),
    ]),
  ].join(':');

const environmentArguments = ({ folder, toolchains }: CommandEnvironment): string[] => [
  ...toolchains.flatMap((path) => ['--ro-bind-try', path, path]),
  ...(folder === null
    ? []
    : [
        ...['--bind', `${folder}/cache`, cachePath, '--symlink', cachePath, '/tmp/.cache'],
        ...['--bind', `${folder}/local`, localPath],
      ]),
];

/** Joins the user namespace that owns the network too: without it nobody but root may. */
const joinArguments = (pid: number): string[] => [
  nsenterPath,
  ...['--target', String(pid), '--user', '--net', '--preserve-credentials', '--'],
];

/** The workspace last: it may lie in a folder that is bound for reading. */
const grantArguments = ({ readable, cacheFolder, hasNetwork }: SandboxGrants, root: string): string[] => [
  ...(hasNetwork ? ['--ro-bind-try', '/etc/resolv.conf', '/etc/resolv.conf'] : []),
  ...readable.flatMap((path) => ['--ro-bind', path, path]),
  ...['--bind', cacheFolder, cacheFolder, '--bind', root, root],
];

/** A program of others starts outside of the workspace: `npx` runs what it finds in its folder. */
const folderOf = ({ grants }: ProgramLaunch): string => (grants ? '/tmp' : workspacePath);

const bindDevices = (from: string): string[] =>
  deviceNames.flatMap((name) => ['--dev-bind', `${from}/${name}`, `/dev/${name}`]);

function innerArguments({ root, mounts, launch, isTerminal }: SandboxPlan): string[] {
  const roots = launch.grants ? [workspacePath, root] : [workspacePath];
  return [
    bwrapPath,
    ...['--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--die-with-parent'],
    ...(isTerminal ? [] : ['--new-session']),
    ...['--cap-drop', 'ALL', '--dev-bind', '/', '/'],
    ...kernelFolders.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...roots.flatMap((root) => mounts.flatMap((mount) => mountArguments(root, mount))),
    ...['--chdir', folderOf(launch), '--seccomp', String(filterDescriptor), '--'],
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

const mountArguments = (root: string, { kind, path }: WorkspaceMount): string[] =>
  argumentsOf[kind]([root, ...path].join('/'));

/**
 * Limits of each process, set inside: processes are then counted from zero, not together with the server's.
 */
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
