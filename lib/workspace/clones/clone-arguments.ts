import type { CloneUrl } from '../../core/clone-url.ts';

/** No file of the machine or of a person is read, nothing is asked, and only this one protocol is spoken. */
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

/** What is not in a repository's own files decides nothing: no hooks, filters, helpers, submodules or redirects. */
const settings = {
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
 * For sh: a few kilobytes of a repository can unfold into millions of files, of which git holds a list in memory (of one with
 * ten million, 300 MB more each second). Where the system has no such bound, there is the watch alone.
 */
const bounded = 'ulimit -c 0; ulimit -d "$1"; trap "" XFSZ; ulimit -f "$2"; shift 2; exec git "$@"';

export interface CloneBounds {
  cloneBytes: number;
  cloneMemoryBytes: number;
}

/** `sh` counts memory by 1,024 bytes and files by 512. */
export const cloneCommand = (url: CloneUrl, folder: string, bounds: CloneBounds): string[] => [
  ...['/bin/sh', '-c', bounded, 'sh'],
  String(Math.ceil(bounds.cloneMemoryBytes / 1024)),
  String(Math.ceil(bounds.cloneBytes / 512)),
  ...cloneArguments(url, folder),
];

const cloneArguments = ({ href }: CloneUrl, folder: string): string[] => [
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ...['clone', '--quiet', '--template=', '--no-recurse-submodules', '--', href, folder],
];
