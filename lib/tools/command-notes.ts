import type { CommandStatus, StopCause } from '../workspace/commands.ts';

/** What resolvers and libraries say when there is no network at all. */
const networkComplaints =
  /EAI_AGAIN|ENETUNREACH|Temporary failure in name resolution|Could not resolve (?:host|proxy)|Name or service not known|Network is unreachable|unable to resolve host address|failed to lookup address/i;

export const networkIsOff = 'network is off in this workspace';

/** What is worth a word about a command beside how it ended, from the first and last of its output. */
export function commandNotes(
  { head, tail }: { head: string; tail: string },
  mode: CommandStatus['mode'],
  stoppedBy: StopCause | null,
  hasInput: boolean,
): string[] {
  const isOffline = mode === 'bwrap' && (networkComplaints.test(head) || networkComplaints.test(tail));
  return [
    ...(isOffline ? [networkIsOff] : []),
    ...(stoppedBy === 'timeout' && !hasInput ? ['no input comes here: run_pty_cmd has a terminal'] : []),
  ];
}
