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
} as const;

export const cloneArguments = ({ href }: CloneUrl, folder: string): string[] => [
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ...['clone', '--quiet', '--template=', '--no-recurse-submodules', '--', href, folder],
];
