import type { CloneUrl } from '#lib/core/vocabulary/clone-url.ts';

/**
 * Git reads no configuration of the machine or of a user, prompts for nothing, and uses only this one
 * protocol.
 */
export const cloneEnvironment = ({ href }: CloneUrl): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  GIT_ALLOW_PROTOCOL: new URL(href).protocol.replace(':', ''),
  GIT_LFS_SKIP_SMUDGE: '1',
});

/**
 * Nothing but the repository's own files takes effect: no hooks, filters, helpers, submodules or redirects.
 */
export const hardenedGitSettings = {
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '60',
  'credential.helper': '',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'filter.lfs.smudge': '',
  'filter.lfs.process': '',
  'filter.lfs.required': 'false',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'pack.threads': '1',
} as const;

/**
 * Script for sh: a few kilobytes of a repository can unfold into millions of files, which git lists in memory
 * (for one with ten million, 300 MB more each second). Where the system has no such limit, only the size
 * watch applies.
 */
const bounded = 'ulimit -c 0; ulimit -d "$1"; trap "" XFSZ; ulimit -f "$2"; shift 2; exec git "$@"';

export interface CloneBounds {
  cloneBytes: number;
  cloneMemoryBytes: number;
}

/** `ulimit` of `sh` counts memory in units of 1,024 bytes and file sizes in units of 512. */
export const cloneCommand = (url: CloneUrl, folder: string, bounds: CloneBounds): string[] => [
  ...['/bin/sh', '-c', bounded, 'sh'],
  String(Math.ceil(bounds.cloneMemoryBytes / 1024)),
  String(Math.ceil(bounds.cloneBytes / 512)),
  ...cloneArguments(url, folder),
];

const cloneArguments = ({ href }: CloneUrl, folder: string): string[] => [
  ...Object.entries(hardenedGitSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ...['clone', '--quiet', '--template=', '--no-recurse-submodules', '--', href, folder],
];
