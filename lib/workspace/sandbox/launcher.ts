import type { Gate } from './gate.ts';
import { builtDescriptor, goDescriptor } from './gate.ts';
import { fileDescriptor, filterDescriptor } from './sandbox-arguments.ts';

/** What the launcher needs to know. All of it is outside of any sandbox, and trusted. */
export interface LauncherPlan {
  /** What the sandbox reads while it is built; `null`: nothing. */
  filter: string | null;
  file: string | null;
  gate: Gate | null;
  /** Files that a process writes itself into to enter a group. */
  groupFiles: readonly string[];
  argv: readonly string[];
}

/**
 * Becomes the program: in the groups that bound it before it has run a single instruction, and with no descriptor of the
 * server. (Node marks its own as not to be passed on; a terminal's library does not: the next command would hold the
 * terminal of another.) Where the machine runs out of memory after all, the kernel ends it first, and the server last.
 */
const script = `
for fd in /proc/self/fd/*; do fd=\${fd##*/}; if ((fd > 2)); then exec {fd}>&-; fi; done
if [[ -n $1 ]]; then exec ${filterDescriptor}<"$1" || exit 125; fi
if [[ -n $2 ]]; then exec ${fileDescriptor}<"$2" || exit 125; fi
if [[ -n $3 ]]; then exec ${goDescriptor}<"$3" ${builtDescriptor}>"$4" || exit 125; fi
shift 4
echo 1000 >/proc/self/oom_score_adj || exit 125
while [[ $1 != -- ]]; do echo 0 >"$1" || exit 125; shift; done
shift
exec "$@"
`;

export const launcherPath = '/bin/bash';

export const launcherArguments = ({ filter, file, gate, groupFiles, argv }: LauncherPlan): string[] => [
  '-c',
  script,
  'launcher',
  filter ?? '',
  file ?? '',
  gate?.files.go ?? '',
  gate?.files.built ?? '',
  ...groupFiles,
  '--',
  ...argv,
];
