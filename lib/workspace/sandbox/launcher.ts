import type { Gate } from './gate.ts';
import { builtDescriptor, goDescriptor, variablesDescriptor } from './gate.ts';
import { fileDescriptor, filterDescriptor } from './sandbox-arguments.ts';

/** The launcher's input. The launcher runs outside the sandbox and is trusted. */
export interface LauncherPlan {
  /** File the sandbox reads while it is built; `null`: none. */
  filter: string | null;
  file: string | null;
  /** Variables that the gate reads; `null`: none. */
  variables: string | null;
  gate: Gate | null;
  /** Files that a process writes itself into to join a control group. */
  groupFiles: readonly string[];
  argv: readonly string[];
}

/**
 * Becomes the program: inside its control groups before it has run a single instruction, and without any
 * descriptor of the server. (Node marks its own as close-on-exec; a terminal's library does not, so the next
 * command would inherit another's terminal.) If the machine runs out of memory after all, the kernel kills
 * the command first, and the server last.
 */
const script = `
for fd in /proc/self/fd/*; do fd=\${fd##*/}; if ((fd > 2)); then exec {fd}>&-; fi; done
if [[ -n $1 ]]; then exec ${filterDescriptor}<"$1" || exit 125; fi
if [[ -n $2 ]]; then exec ${fileDescriptor}<"$2" || exit 125; fi
if [[ -n $3 ]]; then exec ${goDescriptor}<"$3" ${builtDescriptor}>>"$4" || exit 125; fi
if [[ -n $5 ]]; then exec ${variablesDescriptor}<"$5" || exit 125; fi
shift 5
echo 1000 >/proc/self/oom_score_adj || exit 125
while [[ $1 != -- ]]; do echo 0 >"$1" || exit 125; shift; done
shift
exec "$@"
`;

export const launcherPath = '/bin/bash';

export const launcherArguments = ({
  filter,
  file,
  variables,
  gate,
  groupFiles,
  argv,
}: LauncherPlan): string[] => [
  '-c',
  script,
  'launcher',
  filter ?? '',
  file ?? '',
  gate?.files.go ?? '',
  gate?.files.built ?? '',
  variables ?? '',
  ...groupFiles,
  '--',
  ...argv,
];
